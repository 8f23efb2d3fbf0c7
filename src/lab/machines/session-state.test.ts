import { describe, expect, it } from 'vitest';
import { isInTransactionAfter, whyItNeedsItsSession } from './session-state';

const crossed = (text: string, isInTransaction = false, preparedAs = '') => ({
  text,
  preparedAs,
  isInTransaction,
});

describe('needs its session', () => {
  it.each([
    'SET lock_timeout = 1',
    'set session characteristics as transaction read only',
    'BEGIN; SET lock_timeout = 1; COMMIT',
    'SET LOCAL lock_timeout = 1',
    'COMMIT; SET LOCAL lock_timeout = 1',
    'RESET ALL',
    'LISTEN orders',
    'SELECT pg_advisory_lock(1)',
    "SELECT 'quoted', pg_try_advisory_lock_shared ($1)",
    "SELECT set_config('lock_timeout', '1s', false)",
    'CREATE TEMP TABLE t (a int)',
    'SELECT 1 AS a INTO TEMPORARY t',
    'PREPARE p AS SELECT 1',
    'DEALLOCATE ALL',
    'DECLARE c CURSOR WITH HOLD FOR SELECT 1',
    "SELECT currval('order_number_seq')",
    '/* quite harmless */ -- really\n DISCARD ALL',
  ])('%s', (text) => expect(whyItNeedsItsSession(crossed(text))).toHaveLength(1));

  it('a statement with a name', () =>
    expect(whyItNeedsItsSession(crossed('SELECT 1', false, 's1'))).toEqual(['it is prepared as s1']));
});

describe('needs no session', () => {
  it.each([
    'UPDATE product SET stock = 1',
    "INSERT INTO t VALUES ('; SET lock_timeout = 1')",
    'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    'BEGIN; SET LOCAL lock_timeout = 1; COMMIT',
    'SELECT pg_advisory_xact_lock(1)',
    "SELECT set_config('lock_timeout', '1s', true)",
    'NOTIFY orders',
    'SELECT $$; RESET ALL$$',
    'SELECT 1 -- LISTEN',
  ])('%s', (text) => expect(whyItNeedsItsSession(crossed(text))).toEqual([]));

  it('SET LOCAL in the transaction of its connection', () =>
    expect(whyItNeedsItsSession(crossed('SET LOCAL lock_timeout = 1', true))).toEqual([]));
});

it('knows when a transaction is open', () => {
  expect(isInTransactionAfter('BEGIN', false)).toBe(true);
  expect(isInTransactionAfter('SELECT 1', true)).toBe(true);
  expect(isInTransactionAfter('ROLLBACK TO SAVEPOINT a', true)).toBe(true);
  expect(isInTransactionAfter('COMMIT', true)).toBe(false);
  expect(isInTransactionAfter('BEGIN; SELECT 1; COMMIT', false)).toBe(false);
});
