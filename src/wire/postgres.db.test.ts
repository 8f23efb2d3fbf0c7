import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { clusterUrl } from '@/run/testbed/database';
import { keptBodyBytes } from './contents';
import { Control } from './control';
import { type RuleInput, ruleSetSchema } from './rules';
import { Wire } from './wire';

/** The tests' PostgreSQL with a wire before it, spoken to by the driver that the shop uses. */
const wire = new Wire();
const control = new Control(wire);
let url: URL;
const clients: pg.Client[] = [];

beforeAll(async () => {
  url = new URL(clusterUrl());
  const { port } = await control.openLink({
    name: 'shop-database',
    protocol: 'postgresql',
    from: 'store-1',
    to: 'database',
    listen: {},
    target: { host: url.hostname, port: Number(url.port) },
  });
  url.port = String(port);
});

afterAll(() => control.closeAll());

afterEach(async () => {
  wire.rules.set({ seed: 1, rules: [] });
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined)));
});

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url.href, query_timeout: 500 });
  client.on('error', () => undefined);
  clients.push(client);
  await client.connect();
  return client;
}

function rule(effect: RuleInput['effect'], statement: string): void {
  wire.rules.set(ruleSetSchema.parse({ rules: [{ id: 'a', match: { statement }, effect }] }));
}

async function counted(table: string): Promise<unknown> {
  const direct = new pg.Client({ connectionString: clusterUrl() });
  await direct.connect();
  const { rows } = await direct.query(`SELECT count(*)::int AS count FROM ${table}`);
  await direct.end();
  return rows[0]?.count;
}

async function tableOf(client: pg.Client): Promise<string> {
  const name = `wired_${Math.random().toString(36).slice(2)}`;
  await client.query(`CREATE TABLE ${name} (value int)`);
  return name;
}

it('records an exchange for every statement, and one for the connection', async () => {
  const from = wire.record.after(0).at(-1)?.id ?? 0;
  wire.learnKey('key-of-the-purchase');
  const client = await connected();
  await client.query('BEGIN');
  await client.query('SELECT $1::text AS key', ['key-of-the-purchase']);
  await client
    .query({ name: 'named', text: 'SELECT relname FROM pg_class WHERE oid = $1 FOR UPDATE', values: [0] })
    .catch(() => undefined);
  await client.query('COMMIT');
  await client.query('SELECT 1');
  const seen = wire.record
    .after(from)
    .map(({ label, key, status, outcome }) => ({ label, key, status, outcome }));
  const key = 'key-of-the-purchase';
  expect(seen).toEqual([
    { label: 'CONNECT', outcome: 'answered' },
    { label: 'BEGIN', outcome: 'answered' },
    { label: 'SELECT', key, outcome: 'answered' },
    { label: 'SELECT pg_class FOR UPDATE', key, outcome: 'answered' },
    { label: 'COMMIT', key, outcome: 'answered' },
    { label: 'SELECT', outcome: 'answered' },
  ]);
});

it('calls a BEGIN that comes with its first statement by that statement', async () => {
  const client = await connected();
  await client.query('BEGIN; UPDATE pg_class SET relname = relname WHERE false; COMMIT');
  expect(wire.record.after(0).at(-1)).toMatchObject({ label: 'UPDATE pg_class', outcome: 'answered' });
});

it('knows a key again inside of an array', async () => {
  wire.learnKey('key-in-a-batch');
  const client = await connected();
  await client.query('SELECT unnest($1::text[])', [['another', 'key-in-a-batch']]);
  expect(wire.record.after(0).at(-1)).toMatchObject({ label: 'SELECT', key: 'key-in-a-batch' });
});

it('names the SQLSTATE of an error', async () => {
  const client = await connected();
  await expect(client.query('SELECT * FROM nowhere')).rejects.toThrow('nowhere');
  expect(wire.record.after(0).at(-1)).toMatchObject({ status: '42P01', outcome: 'answered' });
});

it('loses the answer to a COMMIT after the transaction has committed', async () => {
  const client = await connected();
  const table = await tableOf(client);
  rule({ kind: 'drop', at: 'answer' }, '^COMMIT');
  await client.query('BEGIN');
  await client.query(`INSERT INTO ${table} VALUES (1)`);
  await expect(client.query('COMMIT')).rejects.toThrow('timeout');
  expect(await counted(table)).toBe(1);
  expect(wire.record.after(0).at(-1)).toMatchObject({ label: 'COMMIT', outcome: 'lost' });
});

it('loses a COMMIT before it arrives, and the transaction rolls back', async () => {
  const client = await connected();
  const table = await tableOf(client);
  rule({ kind: 'reset', at: 'request' }, '^COMMIT');
  await client.query('BEGIN');
  await client.query(`INSERT INTO ${table} VALUES (1)`);
  await expect(client.query('COMMIT')).rejects.toThrow();
  expect(await counted(table)).toBe(0);
});

it('resets after the work, cuts the request and the answer in the middle', async () => {
  for (const [effect, expected] of [
    [{ kind: 'reset', at: 'answer' }, 1],
    [{ kind: 'cut', at: 'answer' }, 1],
    [{ kind: 'cut', at: 'request' }, 0],
  ] as const) {
    const client = await connected();
    const table = await tableOf(client);
    rule(effect, 'INSERT');
    await expect(client.query(`INSERT INTO ${table} VALUES ($1)`, [1])).rejects.toThrow();
    await expect.poll(() => counted(table)).toBe(expected);
  }
});

it('delays and slows an exchange, which then goes through whole', async () => {
  const client = await connected();
  for (const effect of [
    { kind: 'delay', at: 'request', ms: 100 },
    { kind: 'delay', at: 'answer', ms: 100 },
    { kind: 'slow', at: 'answer', bytesPerSecond: 400 },
    { kind: 'slow', at: 'request', bytesPerSecond: 400 },
  ] as const) {
    rule(effect, 'generate_series');
    const startedAt = performance.now();
    const { rows } = await client.query('SELECT $1::int + n AS n FROM generate_series(1, 3) n', [1]);
    expect(rows).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }]);
    expect(performance.now() - startedAt).toBeGreaterThan(80);
  }
});

it('lets a new connection fail at its first word or at its last', async () => {
  for (const at of ['request', 'answer'] as const) {
    wire.rules.set(
      ruleSetSchema.parse({
        rules: [{ id: 'a', match: { link: 'shop-database' }, times: 1, effect: { kind: 'reset', at } }],
      }),
    );
    await expect(connected()).rejects.toThrow();
    await connected();
  }
});

it('carries a large answer without a loss', async () => {
  const client = await connected();
  const { rows } = await client.query("SELECT repeat('x', 10000) AS text FROM generate_series(1, 200)");
  expect(rows.every(({ text }) => text.length === 10_000)).toBe(true);
});

it('keeps statements with their values, and rows or the error that came of them', async () => {
  const { port } = await control.openLink({
    ...{ name: 'kept', protocol: 'postgresql', from: 'store-1', to: 'database', listen: {}, keeps: true },
    target: { host: url.hostname, port: Number(new URL(clusterUrl()).port) },
  });
  const keeping = new URL(url);
  keeping.port = String(port);
  const client = new pg.Client({ connectionString: keeping.href });
  clients.push(client);
  await client.connect();
  const lastContents = () => wire.contents.read(wire.record.after(0).at(-1)?.id ?? 0);
  expect(JSON.stringify(lastContents())).not.toContain(url.password);
  await client.query('SELECT $1::text AS key, $2::int AS amount', ['a', null]);
  expect(lastContents()).toMatchObject({
    request: { body: 'SELECT $1::text AS key, $2::int AS amount\n$1 = a\n$2 = NULL' },
    answer: { body: 'key: a\namount: NULL\nSELECT 1\n' },
  });
  await client.query('SELECT 1/0').catch(() => undefined);
  expect(lastContents()?.answer?.body).toBe('ERROR 22012: division by zero\n');
  await client.query("SELECT repeat('x', 1000) AS long FROM generate_series(1, 100)");
  expect(lastContents()?.answer?.body).toHaveLength(keptBodyBytes + '\n.. (cut at 16 KiB)'.length);
});
