import { expect, it } from 'vitest';
import { statementLabel } from './postgres-messages';

it.each([
  ['BEGIN', 'BEGIN'],
  ['SELECT "public"."cart"."id" FROM "public"."cart" WHERE true FOR UPDATE', 'SELECT cart FOR UPDATE'],
  ['SELECT (extract(epoch FROM expires_at) * 1000)::float8 FROM idempotency_key', 'SELECT idempotency_key'],
  ['UPDATE idempotency_key\n SET x = (SELECT 1 FROM other)', 'UPDATE idempotency_key'],
  ['INSERT INTO job (id) SELECT 1', 'INSERT job'],
  [
    'WITH line AS (SELECT * FROM unnest($1)), taken AS (UPDATE product SET stock = 1) SELECT 1',
    'UPDATE product',
  ],
  [
    'WITH seen AS (SELECT version FROM cart), locked AS (SELECT id FROM cart FOR UPDATE OF cart) SELECT id FROM locked',
    'SELECT cart FOR UPDATE',
  ],
  ['SELECT 1', 'SELECT'],
  ['', 'NOTHING'],
])('calls %j %j in a picture', (text, label) => {
  expect(statementLabel(text)).toBe(label);
});
