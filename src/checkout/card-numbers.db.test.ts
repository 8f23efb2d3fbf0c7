import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Child } from '@/run/child';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** After purchases of every ending, in a shop that logs all it can: what is to be found in its database and its logs. */
const cards = { good: '4242424242424242', declined: '4000000000000002' };
const secrets = {
  SESSION_SECRET: 'the-session-secret-that-no-log-may-hold',
  CONSOLE_TOKEN: 'the-console-token-that-no-log-may-hold',
};
let shop: TestShop;
let worker: Child;
let mailServer: Server;
let cookie = '';

/** Gives a card to the processor as the page does, and returns the id that stands for it. */
async function handOver(number: string): Promise<string> {
  const response = await fetch(`${shop.processor.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_demo' },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
    }),
  });
  const { id }: { id: string } = await response.json();
  expect(id).toMatch(/^pm_/);
  return id;
}

beforeAll(async () => {
  // A mail server that answers nonsense: no receipt can be sent.
  mailServer = createServer();
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const address = mailServer.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const env = {
    ...secrets,
    LOG_LEVEL: 'debug',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PROCESSOR_TIMEOUT_MS: '1000',
    LEASE_MS: '8000',
  };
  shop = await openShop(1, env);
  worker = await shop.startWorker();
  await buyInEveryWay();
});
afterAll(async () => {
  await shop?.stop();
  mailServer?.close();
});

async function buyInEveryWay(): Promise<void> {
  const shopper = new TestShopper(shop.stores[0]?.url ?? '');
  const first = await shopper.query('cart.get');
  cookie = first.headers.get('set-cookie')?.split(/[=;]/)[1] ?? '';
  expect(cookie.length).toBeGreaterThan(100);
  const { 'arcade-button': product = '' } = await shopper.products();
  const buy = async (paymentMethodId: string) =>
    shopper.pay(await shopper.fillCart({ [product]: 1 }, paymentMethodId));

  expect(expectOk(await buy(await handOver(cards.good))).status).toBe('paid');
  expect((await buy(await handOver(cards.declined))).error?.reason).toBe('card_declined');
  // A client that gets it wrong, and sends the number itself, is refused before anything is kept.
  expect((await buy(cards.good)).error?.reason).toBe('invalid_input');
  await shop.processor.setLatency(3_000);
  expect((await buy(await handOver(cards.good))).error?.reason).toBe('payment_in_doubt');
  await shop.processor.setLatency(0);
  await until('the worker has settled the doubt', async () => {
    const [row] = await shop.sql<{ open: number }>(
      `SELECT count(*)::int AS open FROM "order" WHERE status = 'pending'`,
    );
    return row?.open === 0;
  });
  await until('a receipt was written', async () => {
    const [row] = await shop.sql<{ count: number }>('SELECT count(*)::int FROM receipt');
    return (row?.count ?? 0) > 0;
  });
  // The database goes away in the middle, and that is logged with whatever the driver says.
  await shop.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await shopper.query('orders.list');
}

/** Every row of every table, as text. */
async function database(): Promise<string> {
  const tables = await shop.sql<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await shop.sql<{ text: string }>(`SELECT t::text AS text FROM ${name} AS t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

function logs(): string {
  return `${shop.stores[0]?.log()}\n${readFileSync(worker.logFile, 'utf8')}`;
}

/** A number however it is spaced. */
const spaced = (number: string) => new RegExp(number.split('').join('[ -]?'));

it('no card number is in the database, where the purchases are', async () => {
  const text = await database();
  expect(text).toContain('ada@example.com');
  expect(text).toContain('4242'); // the last four, for the receipt
  for (const number of Object.values(cards)) expect(text).not.toMatch(spaced(number));
  expect(text).not.toContain(cookie);
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
});

it('no card number, no personal data, no session and no secret is in the logs, which tell what happened', async () => {
  const text = logs();
  for (const told of ['a payment is in doubt', 'an abandoned operation was worked on'])
    expect(text).toContain(told);
  for (const number of Object.values(cards)) expect(text).not.toMatch(spaced(number));
  for (const personal of ['ada@example.com', 'Ada L', 'Bell St', 'Austin', '78701', cookie]) {
    expect(text).not.toContain(personal);
  }
  for (const secret of [...Object.values(secrets), 'whsec_of_the_tests', 'sk_test_demo']) {
    expect(text).not.toContain(secret);
  }
});
