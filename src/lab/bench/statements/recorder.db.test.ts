import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '@/run/testbed/database';
import { type Recorder, recordStatements } from './recorder';

let database: TestDatabase;
let recorder: Recorder;
let client: pg.Client;

beforeAll(async () => {
  database = await createEmptyDatabase();
  recorder = await recordStatements(database.url);
  client = new pg.Client({ connectionString: recorder.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await recorder.stop();
  await database.drop();
});

it('writes down every statement with its values, NULL and empty ones too, in the order they are said', async () => {
  recorder.take();
  await client.query('BEGIN');
  const { rows } = await client.query('SELECT $1::text AS a, $2::text AS b, $3::int AS c', ['', null, 7]);
  await client.query('COMMIT');
  expect(rows).toEqual([{ a: '', b: null, c: 7 }]);
  expect(recorder.take()).toEqual({
    statements: [
      { text: 'BEGIN', values: [], name: '', isSimple: true },
      {
        ...{ text: 'SELECT $1::text AS a, $2::text AS b, $3::int AS c', name: '', isSimple: false },
        values: ['', null, '7'],
      },
      { text: 'COMMIT', values: [], name: '', isSimple: true },
    ],
    roundTrips: 3,
  });
});

it('knows a statement again that was prepared before', async () => {
  const named = { name: 'twice', text: 'SELECT $1::int AS n' };
  await client.query({ ...named, values: [1] });
  recorder.take();
  await client.query({ ...named, values: [2] });
  expect(recorder.take()).toEqual({
    statements: [{ ...named, values: ['2'], isSimple: false }],
    roundTrips: 1,
  });
});

it('tells everything once', () => {
  expect(recorder.take()).toEqual({ statements: [], roundTrips: 0 });
});
