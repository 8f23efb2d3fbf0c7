import { expect, it } from 'vitest';
import { testLogFolder } from '@/run/testbed/log-files';
import { showFailover } from './failover';

/** Enough for a machine on which everything else runs too. */
const slowestMs = 240_000;

it(
  'keeps every purchase that was answered "paid" when the primary dies under load and its synchronous standby takes over',
  async () => {
    const logFolder = `${testLogFolder}/failover`;
    const { wrong } = await showFailover({ logFolder, shoppers: 5, stretch: 6 });
    expect(wrong).toEqual([]);
  },
  slowestMs,
);
