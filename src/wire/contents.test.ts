import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { KeptContents, keptBodyBytes } from './contents';
import { Control } from './control';
import { linkSchema } from './exchange';
import { type RuleInput, ruleSetSchema } from './rules';
import { leaveOutSecrets } from './secrets';
import { Wire } from './wire';

/** A server with two links to it: one that keeps what crosses it, and one that does not. */
const wire = new Wire();
const control = new Control(wire);
let answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
const server = createServer(async (incoming, outgoing) => {
  for await (const _ of incoming);
  answer(incoming, outgoing);
});
let keeping: string;
let other: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  const link = { name: 'a', protocol: 'http', from: 'tab-1', to: 'store-1', listen: {}, target } as const;
  keeping = `http://127.0.0.1:${(await control.openLink({ ...link, keeps: true })).port}`;
  other = `http://127.0.0.1:${(await control.openLink(link)).port}`;
});

beforeEach(() => {
  wire.rules.set({ seed: 1, rules: [] });
  answer = (_, outgoing) => outgoing.setHeader('Set-Cookie', 'session=1').end('{"paid":true}');
});

afterAll(async () => {
  await control.closeAll();
  server.close();
});

const post = (url: string, body = '{"total":4200}', headers: Record<string, string> = {}) =>
  fetch(`${url}/pay`, { method: 'POST', body, headers, signal: AbortSignal.timeout(1_000) });

const lastContents = () => wire.contents.read(wire.record.after(0).at(-1)?.id ?? 0);

function rule(effect: RuleInput['effect']): void {
  wire.rules.set(ruleSetSchema.parse({ rules: [{ id: 'a', effect }] }));
}

it('keeps headers and bodies of both halves, and neither cookies nor what lets anybody in', async () => {
  const headers = { 'Idempotency-Key': '"a"', Cookie: 'session=1', Authorization: 'Bearer x' };
  await (await post(keeping, undefined, headers)).text();
  const kept = lastContents();
  expect(kept).toMatchObject({ request: { body: '{"total":4200}' }, answer: { body: '{"paid":true}' } });
  const names = [...(kept?.request.headers ?? []), ...(kept?.answer?.headers ?? [])].map(([name]) =>
    name.toLowerCase(),
  );
  expect(names).toContain('idempotency-key');
  expect(names.filter((name) => /cookie|authorization/.test(name))).toEqual([]);
});

it('keeps nothing on a link that was not asked to', async () => {
  await post(other);
  expect(lastContents()).toBeUndefined();
});

it('keeps what was said where the rules break it: an answer that got lost, and the one in its place', async () => {
  rule({ kind: 'reset', at: 'answer' });
  await expect(post(keeping)).rejects.toThrow();
  expect(lastContents()).toMatchObject({
    request: { body: '{"total":4200}' },
    answer: { body: '{"paid":true}' },
  });
  rule({ kind: 'reset', at: 'request' });
  await expect(post(keeping)).rejects.toThrow();
  expect(lastContents()).toMatchObject({ request: { body: '{"total":4200}' }, answer: null });
  rule({ kind: 'status', at: 'answer', status: 503, body: 'busy' });
  await post(keeping);
  expect(lastContents()?.answer).toEqual({ headers: [], body: 'busy' });
  rule({ kind: 'duplicate' });
  await post(keeping);
  expect(lastContents()?.answer?.body).toBe('{"paid":true}');
});

it('keeps the text of an answer that was packed', async () => {
  answer = (_, outgoing) => outgoing.setHeader('Content-Encoding', 'gzip').end(gzipSync('{"paid":true}'));
  await (await post(keeping)).text();
  expect(lastContents()?.answer?.body).toBe('{"paid":true}');
});

it('keeps 16 KiB of a body and hands all of it on', async () => {
  const long = 'x'.repeat(3 * keptBodyBytes);
  answer = (_, outgoing) => outgoing.end(long);
  expect(await (await post(keeping, long)).text()).toBe(long);
  const kept = lastContents();
  for (const body of [kept?.request.body, kept?.answer?.body]) {
    expect(body).toMatch(/^x+\n\.\. \(cut at 16 KiB\)$/);
    expect(body?.match(/x/g)).toHaveLength(keptBodyBytes);
  }
});

it('keeps the latest in bounded memory', () => {
  const contents = new KeptContents(10_000);
  for (let id = 1; id <= 100; id += 1) contents.open(id).request.add(Buffer.alloc(1_000, 'x'));
  const kept = Array.from({ length: 100 }, (_, index) => index + 1).filter((id) => contents.read(id));
  expect(kept).toEqual([95, 96, 97, 98, 99, 100]);
});

it('refuses to keep what crosses a link on which browsers hand in their cards', () => {
  const link = { name: 'a', protocol: 'http', listen: {}, target: { host: 'x', port: 1 }, keeps: true };
  const parse = (from: string, to: string) => linkSchema.safeParse({ ...link, from, to }).success;
  expect(parse('browser', 'processor')).toBe(false);
  expect(parse('tab-1', 'processor')).toBe(false);
  expect(parse('store-1', 'processor')).toBe(true);
  expect(parse('tab-1', 'store-1')).toBe(true);
});

it('leaves out secrets and card numbers wherever they stand', () => {
  const found = [
    '{"client_secret":"pi_1_secret_2","id":"pi_1"}',
    'card[number]=4242 4242 4242 4242&card[cvc]=123&amount=4200',
    '{"number":"4000000000000002","client_secret": "cut in the mid',
    'the key sk_test_demo and whsec_of_the_tests',
    'https://shop.example/orders/1?token=abc',
  ].map(leaveOutSecrets);
  expect(found).toEqual([
    '{"client_secret":"(left out)","id":"pi_1"}',
    'card[number]=(left out)&card[cvc]=(left out)&amount=4200',
    '{"number":"(left out)","client_secret": "(left out)"',
    'the key (left out) and (left out)',
    'https://shop.example/orders/1?token=(left out)',
  ]);
  const harmless = '{"expiresAtMs":1796040000000,"orderId":"01995f6c-8f7e-7a4e-9d5b-2f4242424242"}';
  expect(leaveOutSecrets(harmless)).toBe(harmless);
});
