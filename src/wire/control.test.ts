import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestWire, type TestWire } from '@/lab/test-wire';
import type { WireControl } from './client';
import type { WireEvent } from './exchange';

/** The wire as the process that it is. */
let started: TestWire;
let wire: WireControl;
const server = createServer((_incoming, outgoing) => outgoing.end('worked'));
let target: { host: string; port: number };

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  target = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  started = await startTestWire();
  wire = started.control;
});

afterAll(async () => {
  server.close();
  await started?.stop();
});

const openLink = () =>
  wire.openLink({ name: 'browser-shop', protocol: 'http', from: 'browser', to: 'store', listen: {}, target });

it('opens links, breaks them, tells what it did and closes them', async () => {
  const { id, authority } = await openLink();
  expect(await (await fetch(`http://${authority}/a`)).text()).toBe('worked');
  await wire.setRules(
    [{ id: 'no', match: { path: '/b' }, effect: { kind: 'status', at: 'request', status: 418 } }],
    7,
  );
  expect((await fetch(`http://${authority}/b`)).status).toBe(418);
  expect(await wire.ruleCounts()).toEqual([{ id: 'no', matched: 1, acted: 1 }]);
  await wire.clearRules();
  expect((await fetch(`http://${authority}/b`)).status).toBe(200);
  await expect
    .poll(async () => (await wire.exchanges()).map(({ label, outcome }) => `${label} ${outcome}`))
    .toEqual(['GET /a answered', 'GET /b answered_by_wire', 'GET /b answered']);
  expect(await wire.links()).toMatchObject([
    { name: 'browser-shop', listen: { port: Number(authority.split(':')[1]) } },
  ]);
  await wire.closeLink(id);
  await expect(fetch(`http://${authority}/a`)).rejects.toThrow();
});

it('streams every exchange when it begins and when it ends', async () => {
  const { authority } = await openLink();
  const events = await fetch(`${wire.url}/events`);
  await fetch(`http://${authority}/streamed`);
  let text = '';
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (!text.includes('event: ended')) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  expect(text).toMatch(
    /event: began\ndata: {.*"path":"\/streamed".*}\n\nevent: ended\ndata: {.*"outcome":"answered"/s,
  );
});

it('refuses what makes no sense, and says why', async () => {
  await expect(wire.setRules([{ id: 'x', nth: 0, effect: { kind: 'duplicate' } }])).rejects.toThrow('nth');
  await expect(wire.closeLink(4711)).rejects.toThrow('There is no link 4711.');
  const { authority } = await openLink();
  const taken = { host: '127.0.0.1', port: Number(authority.split(':')[1]) };
  const again = wire.openLink({ name: 'x', protocol: 'http', from: 'a', to: 'b', listen: taken, target });
  await expect(again).rejects.toThrow('cannot listen');
});

it('takes orders from this machine only, and from no page of another site', async () => {
  const form = await fetch(`${wire.url}/rules`, {
    method: 'PUT',
    headers: { 'content-type': 'text/plain' },
    body: '{"rules":[]}',
  });
  expect(form.status).toBe(415);
  // fetch may not name a Host of its own.
  const { request } = await import('node:http');
  const asked = request(`${wire.url}/rules`, { headers: { host: 'evil.example:4300' } }).end();
  const [response] = await once(asked, 'response');
  expect(response.statusCode).toBe(403);
  response.resume();
});

it('shows what crossed a link that keeps it, and says where nothing is kept', async () => {
  const { authority } = await wire.openLink({
    ...{ name: 'browser-shop', protocol: 'http', from: 'browser', to: 'store', listen: {}, target },
    keeps: true,
  });
  await (await fetch(`http://${authority}/kept`)).text();
  const last = (await wire.exchanges()).at(-1);
  expect(await wire.contents(last?.id ?? 0)).toMatchObject({ answer: { body: 'worked' } });
  await expect(wire.contents(1)).rejects.toThrow('Nothing is kept of the exchange 1');
});

it('tells which process was hit by a rule, and when', async () => {
  const { authority } = await openLink();
  const sleeper = spawn('sleep', ['60']);
  await wire.registerProcess('sleeper', sleeper.pid ?? 0);
  const effect = { kind: 'kill', at: 'request', process: 'sleeper' } as const;
  await wire.setRules([{ id: 'hit', match: { path: '/hit' }, effect }]);
  const told: WireEvent[] = [];
  const stop = await wire.listen((event) => void told.push(event));
  await fetch(`http://${authority}/hit`).catch(() => undefined);
  await expect.poll(() => told.map(({ type }) => type)).toEqual(['began', 'signalled', 'ended']);
  stop();
  expect(told[0]).toMatchObject({ exchange: { faults: [{ rule: 'hit', kind: 'kill', at: 'request' }] } });
  expect(told[1]).toMatchObject({ signalled: { process: 'sleeper', signal: 'SIGKILL' } });
});
