import { expect, it } from 'vitest';
import { createDatabase } from '@/run/testbed/database';
import { testLogFolder } from '@/run/testbed/log-files';
import { showStateless } from './stateless';

/** Enough for a machine on which everything else runs too. */
const slowestMs = 240_000;

it(
  'charges once and tells everybody the same when attempts land on two stores, and a store and a worker die',
  async () => {
    const database = await createDatabase();
    const logFolder = `${testLogFolder}/stateless`;
    try {
      const { wrong } = await showStateless({
        databaseUrl: database.url,
        logFolder,
        shoppers: 6,
        stretch: 8,
      });
      expect(wrong).toEqual([]);
    } finally {
      await database.drop();
    }
  },
  slowestMs,
);
