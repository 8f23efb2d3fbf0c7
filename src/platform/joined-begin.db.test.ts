import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { joinBegin } from './joined-begin';

/** What the server has answered, in round trips: it says that it is ready once for each. */
let roundTrips = 0;
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  joinBegin(pool);
  pool.on('connect', (connection) => {
    Reflect.get(connection, 'connection').on('readyForQuery', () => (roundTrips += 1));
  });
  await pool.query('CREATE TABLE written (id int PRIMARY KEY)');
});
beforeEach(async () => {
  await pool.query('TRUNCATE written');
  roundTrips = 0;
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const write = { text: 'INSERT INTO written VALUES ($1) RETURNING id', values: [1] };

it('sends the BEGIN with the first statement, in one round trip, and tells that statement its rows', async () => {
  const connection = await pool.connect();
  await connection.query('BEGIN');
  const { rows, rowCount } = await connection.query(write);
  expect([rows, rowCount, connection.getTransactionStatus()]).toEqual([[{ id: 1 }], 1, 'T']);
  await connection.query('COMMIT');
  expect(roundTrips).toBe(2);
  connection.release();
  expect((await pool.query('SELECT id FROM written')).rows).toEqual([{ id: 1 }]);
});

it('rejects with the error of the first statement, and leaves its transaction to be rolled back', async () => {
  await pool.query(write);
  const connection = await pool.connect();
  await connection.query('BEGIN');
  await expect(connection.query(write)).rejects.toMatchObject({ code: '23505' });
  expect(connection.getTransactionStatus()).toBe('E');
  await connection.query('ROLLBACK');
  expect(connection.getTransactionStatus()).toBe('I');
  connection.release();
});

it('writes nothing that is rolled back, not even by its first statement', async () => {
  const connection = await pool.connect();
  await connection.query('BEGIN');
  await connection.query(write);
  await connection.query('ROLLBACK');
  connection.release();
  expect((await pool.query('SELECT id FROM written')).rows).toEqual([]);
});

it('sends nothing for a transaction without a statement', async () => {
  const connection = await pool.connect();
  await connection.query('BEGIN');
  await connection.query('COMMIT');
  connection.release();
  expect(roundTrips).toBe(0);
});

it('begins nothing for whoever is given the connection next', async () => {
  const connection = await pool.connect();
  await connection.query('BEGIN');
  connection.release();
  const next = await pool.connect();
  await next.query(write);
  expect(next.getTransactionStatus()).toBe('I');
  next.release();
});
