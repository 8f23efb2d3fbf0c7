import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type TestShop } from '@/run/testbed/shop';
import { expectOk, TestShopper } from '@/run/testbed/shopper';
import { bodyWithinMs, headWithinMs } from './slow-clients';

/** Clients that only hold on to the store (slowloris and its kin) are cut off; slow work of the shop's own is not. */
let shop: TestShop;

beforeAll(async () => {
  shop = await openShop(1, { PROCESSOR_TIMEOUT_MS: '25000', LEASE_MS: '60000' });
});
afterAll(() => shop?.stop());

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(shop.stores[0]?.url ?? '');
  const socket = connect(Number(port), hostname);
  // A cut may reach the client as a reset.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends a byte each half second, for ever, and resolves with how long the store bore it, in milliseconds. */
async function drip(socket: Socket): Promise<number> {
  const startedAt = performance.now();
  const dripping = setInterval(() => socket.write('a'), 500);
  socket.resume();
  await once(socket, 'close');
  clearInterval(dripping);
  return performance.now() - startedAt;
}

/** Not at once, and long before Node would by itself (60 s for a head, 300 s for a body); a busy machine is late for both ends. */
function expectCut(borneMs: number, limitMs: number): void {
  expect(borneMs).toBeGreaterThan(limitMs / 2);
  expect(borneMs).toBeLessThan(limitMs + 15_000);
}

const head = 'POST /api/trpc/cart.setItem HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n';

describe.concurrent('who is cut off', () => {
  it('says nothing at all', async () => {
    const socket = await open();
    socket.resume();
    const startedAt = performance.now();
    await once(socket, 'close');
    expectCut(performance.now() - startedAt, headWithinMs);
  });

  it('sends the head of a request byte by byte', async () => {
    const socket = await open();
    socket.write(`${head}X-Slow: `);
    expectCut(await drip(socket), headWithinMs);
  });

  it('sends the body byte by byte', async () => {
    const socket = await open();
    socket.write(`${head}Content-Length: 10000\r\n\r\n`);
    expectCut(await drip(socket), bodyWithinMs);
  });

  it('sends a second request byte by byte, after a good first one', async () => {
    const socket = await open();
    socket.write('GET /api/health HTTP/1.1\r\nHost: shop\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
    socket.write(`${head}X-Slow: `);
    expectCut(await drip(socket), headWithinMs);
  });
});

describe.concurrent('who is not', () => {
  it('waits for work of the shop that takes longer than any of these limits', async () => {
    const shopper = new TestShopper(shop.stores[0]?.url ?? '');
    const { 'arcade-button': product = '' } = await shopper.products();
    const purchase = await shopper.fillCart({ [product]: 1 });
    await shop.processor.setLatency(bodyWithinMs + 2_000);
    const answer = await shopper.pay(purchase);
    expect(expectOk(answer).status).toBe('paid');
    expect(answer.answeredAt - answer.sentAt).toBeGreaterThan(bodyWithinMs);
  });
});
