import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spreadRetryAfterMs } from '@/retry';
import type { SimulatedRequest } from '@/retry/testing/simulation';
import { type Order, order, type Report, waitHeader } from './protocol';

// A server that fails when it is told to, and writes down when each request reached it. A process of its own: its moments
// are not those of its callers' process.

const tell = (report: Report): void => void process.send?.(report);

let fault: Extract<Order, { kind: 'fail' }> | undefined;
let requests: SimulatedRequest[] = [];
let startedAt = 0;

const server = createServer((incoming, outgoing) => {
  incoming.resume();
  const atMs = performance.now() - startedAt;
  requests.push({ atMs, attempt: Number(incoming.headers['x-attempt']) });
  const failing = fault && atMs >= fault.failsFromMs && atMs < fault.failsFromMs + fault.failsForMs;
  const failsBy = failing ? fault?.failsBy : undefined;
  setTimeout(() => {
    switch (failsBy?.kind) {
      case undefined:
        outgoing.end('{}');
        return;
      case 'refuses': // a connection that was refused would never be seen here
        incoming.socket.resetAndDestroy();
        return;
      case 'asks_to_wait': {
        const { retryAfterMs, isSpread } = failsBy;
        const waitMs = isSpread ? spreadRetryAfterMs(retryAfterMs, Math.random()) : retryAfterMs;
        outgoing.writeHead(503, { [waitHeader]: String(waitMs) }).end('{}');
      }
    }
  }, fault?.latencyMs);
});

process.on('message', (message) => {
  const told = order.parse(message);
  if (told.kind === 'report') {
    tell({ kind: 'requests', requests });
    return;
  }
  fault = told;
  requests = [];
  startedAt = performance.now();
  tell({ kind: 'failing' });
});
process.once('disconnect', () => process.exit());

server.keepAliveTimeout = 120_000; // no connection is closed under a caller who waits
server.listen({ host: '127.0.0.1', port: 0, backlog: 2_048 });
await once(server, 'listening');
const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
tell({ kind: 'listening', port });
