import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Control } from './control';
import type { RuleInput } from './rules';
import { ruleSetSchema } from './rules';
import { Wire } from './wire';

/** A server that counts what arrives, and a wire before it. */
let wire: Wire;
let url: string;
let arrived: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
let answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
let greet: (socket: Socket) => void;
let end: () => Promise<void>;

async function open(more: object = {}): Promise<string> {
  const control = new Control(wire);
  const { port } = await control.openLink({
    name: 'browser-shop',
    protocol: 'http',
    from: 'browser',
    to: 'store',
    listen: {},
    target: { host: '127.0.0.1', port: Number(new URL(url).port) },
    ...more,
  });
  const before = end;
  end = async () => {
    await control.closeAll();
    await before();
  };
  return `http://127.0.0.1:${port}`;
}

let through: string;

beforeEach(async () => {
  wire = new Wire();
  arrived = [];
  answer = (_incoming, outgoing) => outgoing.end('worked');
  greet = () => undefined;
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk) => {
      body += chunk;
    });
    incoming.on('error', () => undefined);
    await new Promise((resolve) => incoming.once('close', resolve));
    if (!incoming.complete) return;
    const { method = '', url: path = '', headers } = incoming;
    arrived.push({ method, url: path, headers, body });
    answer(incoming, outgoing);
  });
  server.on('connection', (socket) => greet(socket));
  server.on('upgrade', (_incoming, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  end = async () => {
    server.closeAllConnections();
    server.close();
  };
  through = await open();
});

afterEach(() => end());

function rules(...given: (Omit<RuleInput, 'id'> & { id?: string })[]): void {
  wire.rules.set(
    ruleSetSchema.parse({ rules: given.map((rule, index) => ({ id: `rule ${index}`, ...rule })) }),
  );
}

const post = (body = 'twelve bytes', headers: Record<string, string> = {}) =>
  fetch(`${through}/v1/pay?x=1`, { method: 'POST', body, headers, signal: AbortSignal.timeout(1_000) });

const lastExchange = () => wire.record.after(0).at(-1);

async function arrivals(count: number): Promise<void> {
  await expect.poll(() => arrived.length).toBe(count);
}

it('hands everything through as it came, Host and Origin too, and records it', async () => {
  const response = await post('body', {
    'idempotency-key': '"k-1"',
    'x-attempt': '2',
    origin: 'http://shop.example',
  });
  expect(await response.text()).toBe('worked');
  expect(arrived).toMatchObject([
    {
      method: 'POST',
      url: '/v1/pay?x=1',
      body: 'body',
      headers: { host: new URL(through).host, origin: 'http://shop.example' },
    },
  ]);
  await expect.poll(lastExchange).toMatchObject({
    link: 'browser-shop',
    from: 'browser',
    to: 'store',
    label: 'POST /v1/pay',
    key: 'k-1',
    attempt: 2,
    outcome: 'answered',
    status: '200',
    faults: [],
  });
  const { sentAt = 0, deliveredAt = 0, answeredAt = 0, endedAt = 0 } = lastExchange() ?? {};
  expect([sentAt, deliveredAt, answeredAt, endedAt].toSorted((a, b) => a - b)).toEqual([
    sentAt,
    deliveredAt,
    answeredAt,
    endedAt,
  ]);
});

it('streams an answer as it comes', async () => {
  answer = (_incoming, outgoing) => void outgoing.write('first ');
  const response = await post();
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first ');
  await reader?.cancel();
  await expect.poll(lastExchange).toMatchObject({ outcome: 'left' });
});

it('drops a request: nothing arrives and nobody answers', async () => {
  rules({ effect: { kind: 'drop', at: 'request' } });
  await expect(post()).rejects.toThrow('timeout');
  expect(arrived).toEqual([]);
  await expect
    .poll(lastExchange)
    .toMatchObject({ outcome: 'lost', faults: [{ kind: 'drop', at: 'request' }] });
});

it('drops an answer after it was produced', async () => {
  rules({ effect: { kind: 'drop', at: 'answer' } });
  await expect(post()).rejects.toThrow('timeout');
  expect(arrived).toHaveLength(1);
  await expect.poll(lastExchange).toMatchObject({ outcome: 'lost', status: '200' });
});

it('resets before the request arrives, and after its answer was produced', async () => {
  rules(
    { effect: { kind: 'reset', at: 'request' }, nth: 1 },
    { effect: { kind: 'reset', at: 'answer' }, nth: 2 },
  );
  await expect(post()).rejects.toThrow('fetch failed');
  expect(arrived).toEqual([]);
  await expect(post()).rejects.toThrow('fetch failed');
  expect(arrived).toHaveLength(1);
});

it('cuts a request in the middle: the other side never gets the whole of it', async () => {
  rules({ effect: { kind: 'cut', at: 'request' } });
  await expect(post()).rejects.toThrow('fetch failed');
  expect(arrived).toEqual([]);
});

it('cuts an answer in the middle', async () => {
  rules({ effect: { kind: 'cut', at: 'answer' } });
  const response = await post();
  await expect(response.text()).rejects.toThrow();
  expect(arrived).toHaveLength(1);
});

it('lets a request trickle through whole, and an answer too', async () => {
  rules(
    { effect: { kind: 'slow', at: 'request', bytesPerSecond: 100 } },
    { effect: { kind: 'slow', at: 'answer', bytesPerSecond: 100 } },
  );
  const startedAt = performance.now();
  expect(await (await post()).text()).toBe('worked');
  expect(arrived).toMatchObject([{ body: 'twelve bytes' }]);
  expect(performance.now() - startedAt).toBeGreaterThan(150);
});

it('delivers the same request twice, and hands one answer back', async () => {
  rules({ effect: { kind: 'duplicate' } });
  expect(await (await post()).text()).toBe('worked');
  await arrivals(2);
  expect(arrived[0]).toEqual(arrived[1]);
});

it('answers itself in place of the other side, before or after it has worked', async () => {
  const effect = { kind: 'status', status: 503, headers: { 'retry-after': '1' }, body: 'busy' } as const;
  rules({ effect: { ...effect, at: 'request' }, nth: 1 }, { effect: { ...effect, at: 'answer' }, nth: 2 });
  for (const expected of [0, 1]) {
    const response = await post();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.text()).toBe('busy');
    expect(arrived).toHaveLength(expected);
  }
  expect(lastExchange()).toMatchObject({ outcome: 'answered_by_wire', status: '503' });
});

it('delivers a delayed request although whoever sent it has given up', async () => {
  rules({ effect: { kind: 'delay', at: 'request', ms: 300 } });
  await expect(
    fetch(through, { method: 'POST', body: 'late', signal: AbortSignal.timeout(100) }),
  ).rejects.toThrow('timeout');
  expect(arrived).toEqual([]);
  await arrivals(1);
});

it('ends a process at the very message, and the message is lost', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  wire.processes.register('store', child.pid ?? 0);
  rules({ effect: { kind: 'kill', at: 'answer', process: 'store' } });
  await expect(post()).rejects.toThrow('fetch failed');
  expect(await exited).toEqual([null, 'SIGKILL']);
  expect(arrived).toHaveLength(1);
});

it('acts on the exchanges that a rule names, as often as it says, and counts', async () => {
  rules({
    match: { link: 'browser-shop', from: 'browser', method: 'POST', path: '/v1', key: 'k-2' },
    times: 1,
    effect: { kind: 'status', at: 'request', status: 500 },
  });
  const statuses = [];
  for (const key of ['k-1', 'k-2', 'k-2']) statuses.push((await post('', { 'idempotency-key': key })).status);
  expect(statuses).toEqual([200, 500, 200]);
  expect(wire.rules.counts()).toEqual([{ id: 'rule 0', matched: 2, acted: 1 }]);
});

it('says on a link that closes its connections that it does', async () => {
  const closing = await open({ closes: true });
  expect((await fetch(closing)).headers.get('connection')).toBe('close');
  expect((await fetch(through)).headers.get('connection')).toBe('keep-alive');
});

it('resets whoever asks when the other side is not there', async () => {
  const away = await open({ target: { host: '127.0.0.1', port: 1 } });
  await expect(fetch(away)).rejects.toThrow('fetch failed');
  await expect.poll(lastExchange).toMatchObject({ outcome: 'unreachable' });
});

it('shows a connection to whoever is asked when it is opened, who may end it before anything was sent', async () => {
  greet = (socket) => void socket.end();
  const { port } = new URL(through);
  const socket = connect(Number(port), '127.0.0.1').resume();
  await once(socket, 'close');
  expect(wire.record.after(0)).toEqual([]);
});

it('hands an upgraded connection through', async () => {
  const { port, hostname } = new URL(through);
  const socket = connect(Number(port), hostname);
  const said = collectText(socket);
  socket.write('GET /up HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
  await once(socket, 'data');
  socket.end('over and out');
  expect(await said).toMatch(/^HTTP\/1.1 101 .*over and out$/s);
});

async function collectText(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}
