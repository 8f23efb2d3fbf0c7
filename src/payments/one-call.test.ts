import { createServer, type Socket } from 'node:net';
import Stripe from 'stripe';
import { afterEach, expect, it } from 'vitest';
import { oneCallClient } from './one-call';

/** A processor that says nothing: it reads a request and closes its connection, in either way. */
let stop: () => void = () => undefined;
afterEach(() => stop());

async function openClosing(
  close: (socket: Socket) => void,
): Promise<{ port: number; requests: () => number }> {
  let requests = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined); // the other side may be faster
    socket.once('data', () => {
      requests += 1;
      close(socket);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stop = () => server.close();
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return { port: address.port, requests: () => requests };
}

function client(port: number, isOurs: boolean): Stripe {
  return new Stripe('sk_test_demo', {
    ...{ host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false },
    ...(isOurs ? { httpClient: oneCallClient(true) } : {}),
  });
}

it.each<[string, (socket: Socket) => void]>([
  ['resets the connection', (socket) => void socket.resetAndDestroy()],
  ['closes the connection', (socket) => void socket.end()],
  [
    'closes it in the middle of its answer',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
  ],
])('makes one request for one call when the processor %s', async (_, close) => {
  const processor = await openClosing(close);
  const call = client(processor.port, true).paymentIntents.create({ amount: 1, currency: 'usd' });
  await expect(call).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect(processor.requests()).toBe(1);
});

it('is needed: by itself the SDK makes two', async () => {
  const processor = await openClosing((socket) => void socket.resetAndDestroy());
  const call = client(processor.port, false).paymentIntents.create({ amount: 1, currency: 'usd' });
  await expect(call).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect(processor.requests()).toBe(2);
});
