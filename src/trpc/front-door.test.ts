import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openFront, standInFront } from '@/platform/front';
import { sessionCookieHeader } from '@/platform/session';
import { until } from '@/run/testbed/until';
import { frontDoor } from './front-door';

/** The keys that the engine knows here: none is at work, and these have a row. */
const stored = new Set<string>();
vi.mock('@/checkout/engine', () => ({
  engine: () => ({
    isUnderWay: () => false,
    knows: async ({ scope, key }: { scope: string; key: string }) => stored.has(`${scope} ${key}`),
  }),
}));

/** A server with two places behind the front door, whose requests to `slow` are at work until they are told to end. */
let server: Server;
let url: string;
const atWork: ServerResponse[] = [];
/** What callers have left of their time, as it is handed on. */
const timesLeft: unknown[] = [];
const token = 'the-token-of-the-tests';
/** The keys that have come to the front door, in their order. */
const arrived: string[] = [];

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1/nothing');
  vi.stubEnv('SESSION_SECRET', 'the session secret of the tests, 32 characters or more');
  vi.stubEnv('DATABASE_POOL', '2');
  vi.stubEnv('CONSOLE_TOKEN', token);
  // The line's own clock, so that it stands for as long as a test says.
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  openFront();
  standInFront((request, ...rest) => {
    frontDoor(request, ...rest);
    arrived.push(String(request.headers['idempotency-key']));
  });
  server = createServer((request, response) => {
    timesLeft.push(request.headers['x-timeout-ms']);
    if (request.url?.endsWith('slow')) atWork.push(response);
    else response.end('done');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address === 'object' && address !== null) url = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  server.close();
});

const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}${path}`, { method: 'POST', headers: { connection: 'close', ...headers } });
const slow = (): Promise<Response> => ask('/api/trpc/slow');
const pay = (key: string, attempt: number, headers: Record<string, string> = {}): Promise<Response> =>
  ask('/api/trpc/checkout.pay', { 'idempotency-key': key, 'x-attempt': String(attempt), ...headers });

async function expectOverloaded(answer: Response): Promise<void> {
  const { error } = await answer.json();
  expect([answer.status, error.data.reason, error.data.retry]).toEqual([503, 'overloaded', 'same_key']);
  expect(answer.headers.get('retry-after')).toBe(String(Math.ceil(error.data.retryAfterMs / 1_000)));
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

it('turns repeats of unknown keys away in a standing line, while first attempts stand in it and known keys pass', async () => {
  for (let repeat = 1; repeat <= 70; repeat += 1) expect((await pay(`early ${repeat}`, 2)).status).toBe(200);
  const holding = [slow(), slow()];
  await until('both places are taken', async () => atWork.length === 2);
  const standing = pay('"first"', 1);
  await until('the first attempt stands in line', async () => arrived.at(-1) === '"first"');
  vi.advanceTimersByTime(501);
  await expectOverloaded(await pay('repeat', 2));

  const later = pay('later', 1);
  await until('another first attempt has come', async () => arrived.at(-1) === 'later');

  stored.add('ada known');
  const cookie = (await sessionCookieHeader('ada', false)).split(';')[0] ?? '';
  expect((await pay('known', 2, { cookie })).status).toBe(200);
  await expectOverloaded(await pay('known', 2, { cookie: 'doubletap_session=forged' }));

  expect((await ask('/api/trpc/operator.refund', { authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await ask('/products')).status).toBe(200);
  for (const response of atWork.splice(0)) response.end('done');
  for (const answer of await Promise.all([...holding, standing, later])) {
    expect(answer.status).toBe(200);
  }
});

it('has a place again when a caller has gone, from work or from the line', async () => {
  const before = arrived.length;
  const leaving = new AbortController();
  const gone = [1, 2, 3].map(() =>
    fetch(`${url}/api/trpc/slow`, { signal: leaving.signal }).catch(() => 'gone'),
  );
  await until('two are at work and one is in line', async () => arrived.length === before + 3);
  leaving.abort();
  expect(await Promise.all(gone)).toEqual(['gone', 'gone', 'gone']);
  const next = [slow(), slow()];
  await until(
    'two others are at work, and all who went are gone',
    async () => atWork.length >= 4 && atWork.filter(({ closed }) => !closed).length === 2,
  );
  for (const response of atWork.splice(0)) response.end('done');
  for (const answer of await Promise.all(next)) expect(answer.status).toBe(200);
});

it('hands on what is left of the time of a caller who has stood in line', async () => {
  const holding = [slow(), slow()];
  await until('both places are taken', async () => atWork.length === 2);
  const before = arrived.length;
  const standing = ask('/api/trpc/catalog.list', { 'x-timeout-ms': '8000' });
  await until('it stands in line', async () => arrived.length === before + 1);
  vi.advanceTimersByTime(1_200);
  for (const response of atWork.splice(0)) response.end('done');
  for (const answer of await Promise.all([...holding, standing])) expect(answer.status).toBe(200);
  expect(timesLeft.at(-1)).toBe('6800');
});
