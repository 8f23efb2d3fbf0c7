import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { everyAnswer, everyEncryptedAnswer } from './security-headers';
import { staticFiles } from './static-files';

let folder = '';
let server: Server;
const script = 'export const shop = "doubletap";';

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1/none');
  vi.stubEnv('SESSION_SECRET', 'a secret of this test, 32 characters or more');
  folder = mkdtempSync(path.join(tmpdir(), 'doubletap-static-'));
  mkdirSync(path.join(folder, 'static/chunks'), { recursive: true });
  const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);
  write('static/chunks/a.js', script);
  write('static/chunks/a.js.br', brotliCompressSync(script));
  write('static/chunks/plain.js', script);
  write('secret.js', 'secret');
  write('secret.js.br', brotliCompressSync('secret'));
  const front = staticFiles(path.join(folder, 'static'));
  server = createServer((question, answer) =>
    front(question, answer, () => answer.writeHead(418).end('Next')),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Sends a path as it is; `fetch` would tidy it, and unpack what comes. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      const question = request(
        { port, path, method, headers: { 'accept-encoding': 'gzip, br', ...headers } },
        async (answer) => {
          const chunks: Buffer[] = [];
          for await (const chunk of answer) chunks.push(chunk);
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) });
        },
      );
      question.once('error', reject).end();
    },
  );
}

const address = '/_next/static/chunks/a.js';

it('sends a script as it was compressed, to be kept for ever, with the headers of every answer', async () => {
  const { status, headers, body } = await ask(address);
  expect(status).toBe(200);
  expect(brotliDecompressSync(body).toString()).toBe(script);
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=UTF-8',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...Object.fromEntries(everyAnswer.map(([name, value]) => [name.toLowerCase(), value])),
  });
  expect(headers).not.toHaveProperty('strict-transport-security');
});

it('tells browsers over an encrypted connection to stay with it', async () => {
  const { headers } = await ask(address, { 'x-forwarded-proto': 'https' });
  for (const [name, value] of everyEncryptedAnswer) expect(headers[name.toLowerCase()]).toBe(value);
});

it('answers HEAD without the content, and 304 to whoever has it', async () => {
  const head = await ask(address, {}, 'HEAD');
  expect(head.status).toBe(200);
  expect(head.body).toHaveLength(0);
  expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
  const again = await ask(address, { 'if-none-match': String(head.headers.etag) });
  expect(again.status).toBe(304);
  expect(again.body).toHaveLength(0);
});

it.each([
  ['takes no Brotli', address, { 'accept-encoding': 'gzip' }],
  ['says that it wants none', address, { 'accept-encoding': 'gzip, br;q=0' }],
  ['says that it wants none, more exactly', address, { 'accept-encoding': 'br;q=0.000' }],
  ['wants a part', address, { range: 'bytes=0-3' }],
])('leaves a caller to Next who %s', async (_what, url, headers) => {
  expect((await ask(url, headers)).status).toBe(418);
});

it('takes a weight for what it is', async () => {
  expect((await ask(address, { 'accept-encoding': 'gzip;q=1, br;q=0.001' })).status).toBe(200);
});

it.each([
  '/_next/static/chunks/plain.js',
  '/_next/static/chunks/a.js.br',
  '/_next/static/chunks/a.js?x',
  '/_next/static/../secret.js',
  '/_next/static/%2e%2e/secret.js',
  '/_next/static/chunks/..%2f..%2fsecret.js',
  '/_next/static/chunks/../../secret.js',
  '/_next/static/',
  '/__proto__',
  '/',
])('leaves %s to Next: it is no file that was compressed', async (url) => {
  expect((await ask(url)).status).toBe(418);
});

it('leaves a POST to Next', async () => {
  expect((await ask(address, {}, 'POST')).status).toBe(418);
});
