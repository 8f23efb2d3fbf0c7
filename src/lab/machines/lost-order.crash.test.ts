import { expect, it } from 'vitest';
import { testLogFolder } from '@/run/testbed/log-files';
import { showLostOrder } from './failover';

/** Enough for a machine on which everything else runs too. */
const slowestMs = 240_000;

it(
  'charges nothing twice, and names what was charged, when an asynchronous standby takes over without orders that were answered "paid"',
  async () => {
    const { wrong } = await showLostOrder(`${testLogFolder}/lost-order`);
    expect(wrong).toEqual([]);
  },
  slowestMs,
);
