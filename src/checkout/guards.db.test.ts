import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';

/**
 * What PostgreSQL itself refuses, by raw statements: the last guard of each invariant, for the day on which the code
 * before it forgets a lock or a check.
 */
let database: TestDatabase;
let sql: pg.Client;
let cartId: string;

beforeAll(async () => {
  database = await createDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterAll(async () => {
  await sql?.end();
  await database?.drop();
});

/** A shopper with an ordered and an open cart, a captured payment, and a claim: each test changes one thing, and rolls back. */
beforeEach(async () => {
  await sql.query('BEGIN');
  const [shopperId, orderId] = [randomUUID(), randomUUID()];
  cartId = randomUUID();
  await sql.query('INSERT INTO shopper (id) VALUES ($1)', [shopperId]);
  await sql.query("INSERT INTO cart (id, shopper_id, status) VALUES ($1, $2, 'ordered')", [
    cartId,
    shopperId,
  ]);
  await sql.query('INSERT INTO cart (id, shopper_id) VALUES ($1, $2)', [randomUUID(), shopperId]);
  await sql.query(
    `INSERT INTO "order" (id, shopper_id, cart_id, status, paid_at, email, shipping_address, shipping_option_id,
                          currency, subtotal, discount, shipping, tax, total)
     VALUES ($1, $2, $3, 'paid', now(), 'ada@example.com', '{}', 'standard', 'USD', 900, 0, 100, 0, 1000)`,
    [orderId, shopperId, cartId],
  );
  await sql.query(
    `INSERT INTO payment (id, order_id, status, scope, key, processor_key, amount, currency, payment_method_id, charge_id)
     VALUES ($1, $2, 'captured', 'ada', 'key', 'processor key', 1000, 'USD', 'pm', 'ch')`,
    [randomUUID(), orderId],
  );
  await sql.query(
    `INSERT INTO idempotency_key (scope, operation, key, fingerprint, input, lease_until, expires_at)
     VALUES ('ada', 'pay', 'key', 'f', '{}', now(), now())`,
  );
});
afterEach(() => sql.query('ROLLBACK'));

/** Another row like the one that is there, but for these columns. */
function twin(table: string, changes: object): Promise<unknown> {
  return sql.query(
    `INSERT INTO "${table}" SELECT (jsonb_populate_record(one, $1)).* FROM "${table}" one ORDER BY one.* LIMIT 1`,
    [JSON.stringify(changes)],
  );
}

/** Another order, for a payment that is to differ from the first in other ways. */
async function anotherOrder(): Promise<string> {
  const id = randomUUID();
  await sql.query('UPDATE "order" SET status = \'cancelled\' WHERE cart_id = $1', [cartId]);
  await twin('order', { id, number: id, status: 'pending' });
  return id;
}

async function anotherPayment(changes: object): Promise<unknown> {
  const order_id = await anotherOrder();
  return twin('payment', {
    ...{ id: randomUUID(), order_id, key: 'other', processor_key: 'other', charge_id: 'other' },
    ...changes,
  });
}

const set = (table: string, assignment: string) => () => sql.query(`UPDATE "${table}" SET ${assignment}`);

const refused: readonly (readonly [what: string, constraint: string, () => Promise<unknown>])[] = [
  [
    'a second order of a cart while the first is not cancelled',
    'order_one_live_per_cart',
    () => twin('order', { id: randomUUID(), number: 'another' }),
  ],
  [
    'a second open cart of a shopper',
    'cart_one_open_per_shopper',
    () => sql.query("UPDATE cart SET status = 'open' WHERE id = $1", [cartId]),
  ],
  [
    'a second payment of an order',
    'payment_order_id_key',
    () => twin('payment', { id: randomUUID(), key: 'other', processor_key: 'other', charge_id: 'other' }),
  ],
  ['one charge in two payments', 'payment_charge_id_key', () => anotherPayment({ charge_id: 'ch' })],
  [
    'one key at the processor for two payments',
    'payment_processor_key_key',
    () => anotherPayment({ processor_key: 'processor key' }),
  ],
  ['two payments of one purchase', 'payment_scope_key_key', () => anotherPayment({ key: 'key' })],
  [
    'a captured payment that names no charge',
    'payment_captured_has_charge',
    set('payment', 'charge_id = NULL'),
  ],
  [
    'refunds above what was captured',
    'payment_refunded_within_captured',
    set('payment', 'refunded_amount = 1001'),
  ],
  ['stock below nothing', 'product_stock_not_negative', set('product', 'stock = -1')],
  ['a promo code beyond its limit', 'promo_used_within_limit', set('promo', 'usage_limit = 1, used = 2')],
  ['a second claim of a key', 'idempotency_key_pkey', () => twin('idempotency_key', { token: randomUUID() })],
  [
    'a stored 503',
    'idempotency_key_stores_only_finals',
    set(
      'idempotency_key',
      "state = 'completed', answer_status = 503, answer_body = '', completed_at = now()",
    ),
  ],
  [
    'a stored 429',
    'idempotency_key_stores_only_finals',
    set(
      'idempotency_key',
      "state = 'completed', answer_status = 429, answer_body = '', completed_at = now()",
    ),
  ],
  [
    'a completed key without its answer',
    'idempotency_key_answered_when_completed',
    set('idempotency_key', "state = 'completed'"),
  ],
  ['an order that is paid at no time', 'order_paid_has_time', set('order', 'paid_at = NULL')],
  ['an order that is shipped at no time', 'order_fulfilled_has_time', set('order', "status = 'fulfilled'")],
  [
    'a time of shipping for an order that is only paid',
    'order_fulfilled_has_time',
    set('order', 'fulfilled_at = now()'),
  ],
];

describe('PostgreSQL itself refuses', () => {
  it.each(refused)('%s', async (_what, constraint, statement) => {
    await expect(statement()).rejects.toMatchObject({ constraint });
  });
});

it('lets a cart be ordered again once its order is cancelled', async () => {
  await expect(anotherOrder()).resolves.toBeDefined();
});
