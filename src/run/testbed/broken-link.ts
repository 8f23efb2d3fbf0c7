import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one exchange on the way. */
export type Breakage =
  /** It goes through. */
  | 'none'
  /** It never arrives: the connection is reset before anything is handed on. */
  | 'reset_before'
  /** It arrives and is worked on; the answer never comes back. */
  | 'silence_after'
  /** It arrives and is worked on; the answer is replaced by a 500. */
  | 'error_after';

export interface BrokenLink {
  readonly url: string;
  /** Decides for every POST of a payment or refund, from now on; everything else goes through. */
  break(decide: (path: string, nth: number) => Breakage): void;
  /** POSTs that came by, as they were decided. */
  readonly seen: { readonly path: string; readonly breakage: Breakage }[];
  close(): Promise<void>;
}

/** A link between a shop and its processor that breaks where a test says so. Faults live on the wire, never in the shop. */
export async function openBrokenLink(target: string): Promise<BrokenLink> {
  let decide: (path: string, nth: number) => Breakage = () => 'none';
  const seen: { path: string; breakage: Breakage }[] = [];

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const isCounted = incoming.method === 'POST' && path.startsWith('/v1/');
    const breakage = isCounted ? decide(path, seen.length + 1) : 'none';
    if (isCounted) seen.push({ path, breakage });
    if (breakage === 'reset_before') {
      incoming.socket.resetAndDestroy();
      return;
    }
    handOn(target, incoming, outgoing, breakage);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
  return {
    url: `http://127.0.0.1:${port}`,
    break: (next) => {
      decide = next;
    },
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function handOn(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  breakage: Breakage,
): void {
  const { hostname, port } = new URL(target);
  const onward = send(
    { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
    (answer) => {
      if (breakage === 'silence_after') {
        answer.resume();
        return; // whoever asked waits until its own time is over
      }
      if (breakage === 'error_after') {
        answer.resume();
        outgoing.writeHead(500, { 'content-type': 'application/json' });
        outgoing.end('{"error":{"type":"api_error","message":"Something went wrong."}}');
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => incoming.socket.resetAndDestroy()); // the processor is down: so is the link
  incoming.pipe(onward);
}
