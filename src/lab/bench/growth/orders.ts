import pg from 'pg';
import { cloneRows } from './clones';

/** Gives a shop so many paid orders of strangers, with cart, payment and ledger, as copies of the one that it has. */
export async function addOrders(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c synchronous_commit=off' });
  await client.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(
      `CREATE TEMP TABLE twins AS
       SELECT gen_random_uuid() AS shopper, gen_random_uuid() AS cart, gen_random_uuid() AS "order",
              gen_random_uuid() AS payment, gen_random_uuid() AS posting, gen_random_uuid()::text AS key
       FROM generate_series(1, $1::int)`,
      [count],
    );
    const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      shopper: { id: 'twin.shopper' },
      cart: { id: 'twin.cart', shopper_id: 'twin.shopper' },
      cart_line: { cart_id: 'twin.cart' },
      '"order"': {
        ...{
          id: 'twin.order',
          number: 'next_order_number()',
          shopper_id: 'twin.shopper',
          cart_id: 'twin.cart',
        },
      },
      order_line: { order_id: 'twin.order' },
      payment: {
        ...{ id: 'twin.payment', order_id: 'twin.order', scope: 'twin.shopper::text', key: 'twin.key' },
        ...{
          processor_key: "'key ' || twin.key",
          intent_id: "'pi_' || twin.key",
          charge_id: "'ch_' || twin.key",
        },
      },
      ledger_transaction: { id: 'twin.posting', order_id: 'twin.order', event_id: "'ch_' || twin.key" },
      idempotency_key: { scope: 'twin.shopper::text', key: 'twin.key' },
      attempt: { id: 'gen_random_uuid()', scope: 'twin.shopper::text', key: 'twin.key' },
    };
    for (const [table, but] of Object.entries(tables))
      await cloneRows(client, { table, but, twins: 'twins' });
    await client.query(
      `INSERT INTO ledger_entry (transaction_id, line, account_code, currency, amount)
       SELECT posting, line, account_code, currency, amount FROM twins, ledger_entry
       WHERE transaction_id = (SELECT transaction_id FROM ledger_entry LIMIT 1)`,
    );
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
