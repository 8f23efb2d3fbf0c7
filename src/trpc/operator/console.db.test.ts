import { randomUUID } from 'node:crypto';
import type { inferRouterOutputs } from '@trpc/server';
import PgBoss from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useSettings } from '@/run/testbed/settings';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';
import { appRouter } from '../router';
import { type ConsoleRouter, consoleRouter } from './console-router';
import { readOperatorSession, signInCookie } from './session';

/** Guarantees of the console's API: who is let in, what they see, and that what they do is written down. */
const consoleToken = 'the-console-token-of-this-test';
const settings = { CONSOLE_TOKEN: consoleToken, LEASE_MS: '5000', PROCESSOR_TIMEOUT_MS: '1500' };

let shop: TestShop;
let shopper: TestShopper;
let bell: string;
/** The cookie of a signed-in operator. */
let cookie: string;

beforeAll(async () => {
  shop = await openShop(1, settings);
  useSettings({ DATABASE_URL: shop.databaseUrl, CONSOLE_TOKEN: consoleToken });
  shopper = new TestShopper(url());
  bell = (await shopper.products())['hotel-bell'] ?? '';
  cookie = cookieOf(await signIn(consoleToken, 'Grace'));
});
afterAll(() => shop?.stop());

function url(): string {
  return shop.stores[0]?.url ?? '';
}

type Outputs = inferRouterOutputs<ConsoleRouter>;

/** What the console's procedures tell, by their paths. */
type Answers = { [Name in keyof Outputs['operator'] as `operator.${Name}`]: Outputs['operator'][Name] } & {
  [Name in keyof Outputs['session'] as `session.${Name}`]: Outputs['session'][Name];
};

interface Told<Data = unknown> {
  readonly status: number;
  /** Only there where there is no reason. */
  readonly data: Data;
  readonly reason: string | undefined;
  readonly headers: Headers;
}

async function call<Data>(path: string, init: RequestInit, at = '/api/console'): Promise<Told<Data>> {
  const response = await fetch(`${url()}${at}/${path}`, init);
  const { result, error } = await response.json();
  return {
    status: response.status,
    data: result?.data,
    reason: error?.data.reason,
    headers: response.headers,
  };
}

function query<Path extends keyof Answers>(
  path: Path,
  input?: unknown,
  headers: Record<string, string> = { cookie },
): Promise<Told<Answers[Path]>> {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return call(`${path}${search}`, { headers });
}

function mutate<Path extends keyof Answers>(
  path: Path,
  input: unknown,
  headers: Record<string, string> = { cookie },
  at?: string,
): Promise<Told<Answers[Path]>> {
  const init = {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json', ...headers },
  };
  return call(path, init, at);
}

function signIn(token: string, who: string, headers: Record<string, string> = {}): Promise<Told> {
  return mutate('session.signIn', { token, who }, headers);
}

function setCookies({ headers }: Told): string[] {
  return headers.getSetCookie().filter((one) => one.includes('operator'));
}

function cookieOf(told: Told): string {
  return setCookies(told)[0]?.split(';')[0] ?? '';
}

const operations = Object.keys(consoleRouter._def.procedures).filter((path) => path.startsWith('operator.'));

function isMutation(path: string): boolean {
  const procedures: Readonly<Record<string, object>> = consoleRouter._def.procedures;
  const definition: unknown = Reflect.get(procedures[path] ?? {}, '_def');
  return (
    typeof definition === 'object' && definition !== null && Reflect.get(definition, 'type') === 'mutation'
  );
}

describe('signing in', () => {
  it('puts the session where no script reads it, no shopper procedure gets it and no other site sends it', async () => {
    const [set = ''] = setCookies(await signIn(consoleToken, 'Grace'));
    for (const attribute of ['Path=/api/console', 'HttpOnly', 'SameSite=Strict', 'Max-Age=43200'])
      expect(set.split('; ')).toContain(attribute);
    expect(set).not.toContain(consoleToken);
    const [secure = ''] = setCookies(await signIn(consoleToken, 'Grace', { 'x-forwarded-proto': 'https' }));
    expect(secure).toMatch(/^__Secure-doubletap_operator=.*; Secure$/);
  });

  it('says who is signed in, and until when; signing out takes it away', async () => {
    const { data } = await query('session.get');
    expect(data).toMatchObject({ state: 'signed_in', who: 'Grace' });
    const hours = (Date.parse(data.state === 'signed_in' ? data.until : '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
    const [cleared] = setCookies(await mutate('session.signOut', {}));
    expect(cleared).toMatch(/operator=; Path=\/api\/console; .*Max-Age=0/);
    expect((await query('session.get', undefined, {})).data).toEqual({ state: 'signed_out' });
  });

  it('wants a name, and is not for pages of another site', async () => {
    expect((await signIn(consoleToken, ' ')).reason).toBe('invalid_input');
    const foreign = await signIn(consoleToken, 'Eve', { origin: 'https://evil.example' });
    expect([foreign.status, setCookies(foreign)]).toEqual([403, []]);
  });

  it('refuses a wrong token, and after ten of them everybody from there for a while', async () => {
    const store = await shop.startStore();
    const at = async (token: string) => {
      const response = await fetch(`${store.url}/api/console/session.signIn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, who: 'Eve' }),
      });
      return [response.status, response.headers.getSetCookie().some((one) => one.includes('operator'))];
    };
    // Right tokens are not counted.
    for (let time = 0; time < 12; time += 1) expect(await at(consoleToken)).toEqual([200, true]);
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, index) => at(`${consoleToken}${index}`)),
    );
    expect(guesses.filter(([status]) => status === 401)).toHaveLength(10);
    expect(guesses.filter(([status]) => status === 429)).toHaveLength(5);
    expect(await at(consoleToken)).toEqual([429, false]);
  });

  it('is impossible in a shop without a token, and that is said', async () => {
    const closed = await openShop(1);
    try {
      const at = closed.stores[0]?.url ?? '';
      const told = await fetch(`${at}/api/console/session.get`);
      expect(await told.json()).toEqual({ result: { data: { state: 'no_operators' } } });
      for (const token of ['', 'undefined', consoleToken]) {
        const response = await fetch(`${at}/api/console/session.signIn`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, who: 'Eve' }),
        });
        expect([response.status, response.headers.getSetCookie().join().includes('operator')]).toEqual([
          401,
          false,
        ]);
      }
      const forged = await fetch(`${at}/api/console/operator.jobs`, { headers: { cookie } });
      expect(forged.status).toBe(401);
    } finally {
      await closed.stop();
    }
  });
});

describe('whoever is no operator', () => {
  const strangers: Record<string, () => Promise<Record<string, string>> | Record<string, string>> = {
    'no one': () => ({}),
    'a wrong token': () => ({ authorization: 'Bearer the-console-token-of-this-tesT' }),
    'a shopper': async () => {
      const response = await fetch(`${url()}/api/trpc/cart.get`);
      return {
        cookie: response.headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; '),
      };
    },
    "a shopper's session under the operator's name": async () => {
      const response = await fetch(`${url()}/api/trpc/cart.get`);
      const session = /doubletap_session=([^;]+)/.exec(response.headers.getSetCookie().join('\n'))?.[1];
      return { cookie: `doubletap_operator=${session}` };
    },
    'a forged session': () => ({ cookie: `${cookie.slice(0, -4)}AAAA` }),
    'a session without a signature': () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const body = { iss: 'doubletap console', sub: 'Eve', exp: Math.floor(Date.now() / 1_000) + 600 };
      return { cookie: `doubletap_operator=${part({ alg: 'none' })}.${part(body)}.` };
    },
  };

  it.each(Object.keys(strangers))('gets nothing of any procedure, at either address: %s', async (name) => {
    const headers = (await strangers[name]?.()) ?? {};
    for (const path of operations) {
      for (const at of ['/api/console', '/api/trpc']) {
        const init = isMutation(path)
          ? { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', ...headers } }
          : { headers };
        const { status, reason, data } = await call(path, init, at);
        expect([path, at, status, reason, data]).toEqual([path, at, 401, 'unauthenticated', undefined]);
      }
    }
  });

  it('nor does a session that is over, or that was made with another token', async () => {
    const value = cookieOf(await signIn(consoleToken, 'Grace'));
    expect(await readOperatorSession(value)).toMatchObject({ who: 'Grace' });
    expect(await readOperatorSession((await signInCookie('Ada', false)).split(';')[0] ?? '')).not.toBeNull();
    vi.useFakeTimers({ now: Date.now() + 12 * 3_600_000 + 1_000, toFake: ['Date'] });
    expect(await readOperatorSession(value)).toBeNull();
    vi.useRealTimers();
    const other = await shop.startStore({ CONSOLE_TOKEN: 'another-token-of-this-shop' });
    const response = await fetch(`${other.url}/api/console/operator.jobs`, { headers: { cookie: value } });
    expect(response.status).toBe(401);
  });

  it('finds no procedure of shoppers at the console, and every one of operators at both addresses', () => {
    const own = Object.keys(consoleRouter._def.procedures).filter((path) => !path.startsWith('operator.'));
    expect(own.sort()).toEqual(['session.get', 'session.signIn', 'session.signOut']);
    expect(Object.keys(appRouter._def.procedures).filter((path) => path.startsWith('operator.'))).toEqual(
      operations,
    );
  });
});

interface Bought extends PayRequest {
  readonly orderId: string;
  readonly scope: string;
}

async function buy(): Promise<Bought> {
  const purchase = await shopper.fillCart({ [bell]: 1 });
  const { orderId } = expectOk(await shopper.pay({ ...purchase, headers: { 'x-attempt': '1' } }));
  const [order] = await shop.sql<{ shopper_id: string }>('SELECT shopper_id FROM "order" WHERE id = $1', [
    orderId,
  ]);
  return { ...purchase, orderId: String(orderId), scope: order?.shopper_id ?? '' };
}

const keyOf = ({ scope, key }: Pick<Bought, 'scope' | 'key'>) => ({ scope, operation: 'checkout.pay', key });

describe('what an operator sees', () => {
  it('of a key: every attempt with its times and its process, and what a mismatch brought', async () => {
    const bought = await buy();
    await shopper.pay({ ...bought, headers: { 'x-attempt': '2' } });
    const changed = { ...bought.input, email: 'eve@example.com' };
    expect((await shopper.pay({ ...bought, input: changed, headers: { 'x-attempt': '3' } })).status).toBe(
      422,
    );
    await until('all attempts are recorded', async () => {
      const { data } = await query('operator.key', keyOf(bought));
      return data.attempts.length === 3;
    });
    const { data } = await query('operator.key', keyOf(bought));
    expect(data).toMatchObject({
      claim: { state: 'completed', owner: null, doubts: 0, answer: { status: 200 } },
      order: { orderId: bought.orderId },
    });
    const { attempts } = data;
    expect(attempts.map(({ number, ending }) => [number, ending])).toEqual([
      [1, 'first'],
      [2, 'replayed'],
      [3, 'mismatch'],
    ]);
    for (const { durationMs, process } of attempts) {
      expect(durationMs).toBeGreaterThanOrEqual(0);
      expect(process).toMatch(new RegExp(`:${shop.stores[0]?.pid}$|:\\d+$`));
    }
    const [first, replayed, mismatch] = attempts;
    expect([first?.input, replayed?.input]).toEqual([null, null]);
    expect(JSON.parse(mismatch?.input ?? '{}')).toMatchObject({ email: 'eve@example.com' });
    expect(JSON.parse(data.claim?.input ?? '{}')).toMatchObject({ email: 'ada@example.com' });
  });

  it('of an order: the states of its payment, and of the books that they add up', async () => {
    const { orderId } = await buy();
    const { data } = await query('operator.order', { orderId });
    expect(data.statePath.map(({ status }) => status)).toEqual(['processing', 'captured']);
    const balance = (await query('operator.trialBalance')).data;
    expect(balance.isBalanced).toBe(true);
    const { transactions } = (await query('operator.transactions', { account: 'revenue', currency: 'USD' }))
      .data;
    expect(transactions[0]).toMatchObject({ kind: 'capture', orderId });
  });

  it('finds a purchase by whatever they were told of it', async () => {
    const bought = await buy();
    const [row] = await shop.sql<Record<string, string>>(
      `SELECT o.number, o.email, p.id, p.intent_id, p.charge_id, o.shopper_id
       FROM "order" o JOIN payment p ON p.order_id = o.id WHERE o.id = $1`,
      [bought.orderId],
    );
    const { number = '', ...others } = row ?? {};
    for (const text of [
      bought.key,
      bought.orderId,
      number,
      number.toLowerCase(),
      ` ${number} `,
      ...Object.values(others),
    ]) {
      const { orders } = (await query('operator.search', { text })).data;
      expect([text, orders.map((order) => order.orderId).includes(bought.orderId)]).toEqual([text, true]);
    }
    const byKey = (await query('operator.search', { text: bought.key })).data;
    expect(byKey.keys).toMatchObject([keyOf(bought)]);
    expect((await query('operator.search', { text: 'nothing-of-the-kind' })).data).toEqual({
      orders: [],
      keys: [],
    });
  });

  it('goes through payments a page at a time, none twice and none left out', async () => {
    const all = new Set<string>();
    await shop.sql(
      `WITH s AS (INSERT INTO shopper (id) SELECT gen_random_uuid() FROM generate_series(1, 60) RETURNING id),
            c AS (INSERT INTO cart (id, shopper_id, status) SELECT gen_random_uuid(), id, 'abandoned' FROM s RETURNING id, shopper_id),
            o AS (INSERT INTO "order" (id, shopper_id, cart_id, status, email, shipping_address, shipping_option_id, currency, subtotal, discount, shipping, tax, total)
                  SELECT gen_random_uuid(), shopper_id, id, 'cancelled', 'p@example.com', '{}', 'standard', 'USD', 900, 0, 100, 0, 1000 FROM c RETURNING id)
       INSERT INTO payment (id, order_id, status, scope, key, processor_key, amount, currency, payment_method_id)
       SELECT gen_random_uuid(), id, 'not_made', id::text, 'k', id::text, 1000, 'USD', 'pm' FROM o`,
    );
    let before: string | undefined;
    for (let pages = 0; pages < 5; pages += 1) {
      const { data } = await query('operator.payments', { status: 'not_made', before });
      for (const { paymentId } of data.payments) {
        expect(all.has(paymentId)).toBe(false);
        all.add(paymentId);
      }
      if (data.next === null) break;
      before = data.next;
    }
    expect(all.size).toBe(60);
  });
});

async function lastAction(): Promise<Answers['operator.actions']['actions'][number] | undefined> {
  const { data } = await query('operator.actions', {});
  return data.actions[0];
}

describe('what an operator does', () => {
  it('asks the processor now about a payment in doubt, once, and it is settled as the worker would', async () => {
    await shop.processor.setLatency(2_500);
    const purchase = await shopper.fillCart({ [bell]: 1 });
    expect((await shopper.pay(purchase)).error?.reason).toBe('payment_in_doubt');
    await shop.processor.setLatency(0);
    const { open } = (await query('operator.doubts')).data;
    const doubt = open.find(({ key }) => key === purchase.key);
    if (!doubt) throw new Error('the payment is not among the doubts');
    expect(doubt).toMatchObject({ operation: 'checkout.pay', status: 'in_doubt', doubts: 1 });
    const id = keyOf(doubt);

    // The lease that the processor's call was given is over for nobody before it is over.
    await shop.sql("UPDATE idempotency_key SET lease_until = now() + interval '1 minute' WHERE key = $1", [
      purchase.key,
    ]);
    expect((await mutate('operator.askProcessor', id)).data).toEqual({ end: null });
    expect(await lastAction()).toMatchObject({ action: 'ask_processor', outcome: 'not_open' });
    await shop.sql('UPDATE idempotency_key SET lease_until = now() WHERE key = $1', [purchase.key]);

    const ask = async () => (await mutate('operator.askProcessor', id)).data.end;
    const ends: unknown[] = [];
    // The processor may still be at the first call, and does not know then.
    await until('it is settled', async () => {
      ends.push(...(await Promise.all([ask(), ask()])));
      return ends.includes('settled');
    });
    expect(ends.filter((end) => end === 'settled')).toHaveLength(1);
    const { charges } = await shop.processor.books();
    expect(charges.filter(({ metadata }) => metadata.key === purchase.key)).toHaveLength(1);
    const after = (await query('operator.doubts')).data.open;
    expect(after.some(({ key }) => key === purchase.key)).toBe(false);
    const { actions } = (await query('operator.actions', { subject: purchase.key })).data;
    expect(actions.map(({ who, outcome }) => `${who} ${outcome}`).sort()).toEqual(
      ['Grace not_open', ...ends.map((end) => `Grace ${end ?? 'not_open'}`)].sort(),
    );
  });

  it('refunds with a key: one refund, written down with the transaction that began it', async () => {
    const { orderId } = await buy();
    const key = randomUUID();
    const input = { orderId, amount: { amount: 100, currency: 'USD' }, reason: 'requested_by_customer' };
    const headers = { cookie, 'idempotency-key': key };
    await shop.processor.setLatency(1_000);
    const sending = mutate('operator.refund', input, headers);
    let begun: unknown[] = [];
    await until('the refund is on its way', async () => {
      begun = await shop.sql(
        `SELECT action.outcome, action.xmin = refund.xmin AS "inOneTransaction"
         FROM refund LEFT JOIN operator_action action ON action.detail ->> 'key' = refund.key WHERE refund.key = $1`,
        [key],
      );
      return begun.length > 0;
    });
    expect(begun).toEqual([{ outcome: 'begun', inOneTransaction: true }]);
    const first = await sending;
    await shop.processor.setLatency(0);
    expect(first.data).toMatchObject({ status: 'succeeded', amount: { amount: 100 } });
    expect((await mutate('operator.refund', input, headers)).headers.get('idempotent-replayed')).toBe('true');
    expect(await shop.sql('SELECT 1 FROM refund WHERE key = $1', [key])).toHaveLength(1);
    expect(await lastAction()).toMatchObject({
      who: 'Grace',
      action: 'refund',
      subject: orderId,
      outcome: 'succeeded',
    });
    const tooMuch = { ...input, amount: { amount: 99_999_999, currency: 'USD' } };
    const refused = await mutate('operator.refund', tooMuch, { ...headers, 'idempotency-key': randomUUID() });
    expect(refused.reason).toBe('refund_does_not_fit');
    expect(await lastAction()).toMatchObject({ action: 'refund', outcome: 'refund_does_not_fit' });
  });

  it('fulfils on the version that was seen; a conflict is told, and written down as one', async () => {
    const { orderId } = await buy();
    const { version } = (await query('operator.order', { orderId })).data;
    const at = (seen: number) => mutate('operator.fulfil', { orderId }, { cookie, 'if-match': `"${seen}"` });
    expect((await at(version + 1)).reason).toBe('version_conflict');
    expect(await lastAction()).toMatchObject({ action: 'fulfil', outcome: 'version_conflict' });
    expect((await at(version)).data).toMatchObject({ outcome: 'done' });
    expect((await at(version)).data).toMatchObject({ outcome: 'already_done' });
    expect(await lastAction()).toMatchObject({
      action: 'fulfil',
      outcome: 'already_done',
      detail: { version },
    });
    const bearer = { authorization: `Bearer ${consoleToken}`, 'if-match': '"1"' };
    await mutate('operator.fulfil', { orderId: randomUUID() }, bearer, '/api/trpc');
    expect(await lastAction()).toMatchObject({ who: 'bearer token', outcome: 'not_found' });
  });

  it('sends dead letters again, each once though two do it at once, and has scheduled work done', async () => {
    const boss = new PgBoss({
      connectionString: shop.databaseUrl,
      max: 1,
      supervise: false,
      schedule: false,
    });
    await boss.start();
    for (let index = 0; index < 5; index += 1) await boss.send('receipt_dead', { orderId: `dead ${index}` });
    const { deadLetters } = (await query('operator.jobs')).data;
    expect(deadLetters).toHaveLength(5);
    expect(deadLetters[0]).toMatchObject({ queue: 'receipt' });
    const before = await boss.getQueueSize('receipt');
    const redrive = () => mutate('operator.redrive', { queue: 'receipt' });
    const both = await Promise.all([redrive(), redrive()]);
    expect(both.reduce((sum, { data }) => sum + data.redriven, 0)).toBe(5);
    expect([await boss.getQueueSize('receipt_dead'), await boss.getQueueSize('receipt')]).toEqual([
      0,
      before + 5,
    ]);
    const jobs = await shop.sql<{ name: string; state: string; job: string }>(
      "SELECT name, state::text, data ->> 'orderId' AS job FROM pgboss.job WHERE data ->> 'orderId' LIKE 'dead %'",
    );
    expect(jobs.filter(({ name }) => name === 'receipt_dead').map(({ state }) => state)).toEqual(
      Array(5).fill('completed'),
    );
    expect(new Set(jobs.filter(({ name }) => name === 'receipt').map(({ job }) => job)).size).toBe(5);
    expect((await mutate('operator.runNow', { queue: 'audit' })).status).toBe(200);
    expect(await boss.getQueueSize('audit')).toBe(1);
    const { queues } = (await query('operator.jobs')).data;
    expect(queues.find(({ name }) => name === 'audit')).toMatchObject({ waiting: 1 });
    expect(await lastAction()).toMatchObject({ action: 'run_now', subject: 'audit', outcome: 'queued' });
    await shop.sql("DELETE FROM pgboss.job WHERE name IN ('receipt', 'audit')");
    await boss.stop({ graceful: false });
  });

  it('sees what reconciliation and audit found, once a worker has done them', async () => {
    await shop.startWorker();
    for (const queue of ['audit', 'reconcile']) await mutate('operator.runNow', { queue });
    await until('an audit has run', async () => (await query('operator.audits')).data.length > 0);
    await until('a reconciliation has run', async () => {
      const { data } = await query('operator.reconciliations', {});
      return data.some(({ finishedAt }) => finishedAt !== null);
    });
    const [audit] = (await query('operator.audits')).data;
    expect(audit?.lines.map(({ invariant }) => invariant)).toEqual(
      Array.from({ length: 12 }, (_, index) => `I${index + 1}`),
    );
    const [run] = (await query('operator.reconciliations', {})).data;
    expect((await query('operator.reconciliation', { runId: run?.runId })).data).toMatchObject({
      runId: run?.runId,
    });
    expect((await query('operator.reconciliation', { runId: randomUUID() })).reason).toBe('not_found');
  });

  it('is kept: PostgreSQL refuses to change or delete what was recorded', async () => {
    for (const statement of [
      "UPDATE operator_action SET who = 'nobody'",
      "UPDATE operator_action SET outcome = 'other'",
      'DELETE FROM operator_action',
      'TRUNCATE operator_action',
    ])
      await expect(shop.sql(statement)).rejects.toThrow('operator_action is append-only');
  });
});
