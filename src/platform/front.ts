import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { noteSocketAddress } from './address';

/** Stands before the web framework. `goOn` hands a request to it; without that the request must be answered here. */
export type Front = (request: IncomingMessage, response: ServerResponse, goOn: () => void) => void;

/** The bundler gives the start of the process and its routes a copy of this module each: what they share hangs on the process. */
const shared: typeof globalThis & { doubletapFront?: Front } = globalThis;

/** Whoever knows what may be refused stands in front, from the first request to the API on. */
export function standInFront(front: Front): void {
  shared.doubletapFront = front;
}

/** What Node's channel `http.server.request.start` tells, before the request is handed to anybody. */
interface Started {
  readonly request: IncomingMessage;
  readonly server: Server;
}

/**
 * Puts the front before Next: its handlers get a request only when that is let in. In a route it would be too late: Next's own
 * work on each request is most of what a refusal costs, and in an overload most of what comes is refused. `next start` has no place for it,
 * so it takes the place of the server's handlers and hands on to them. Called once, before the process listens.
 *
 * @param first stands before the front: what it answers needs no letting in
 */
export function openFront(first: Front = (_request, _response, goOn) => goOn()): void {
  const guarded = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { request, server } = message as Started; // as Node documents the channel
    noteSocketAddress(request);
    if (guarded.has(server)) return;
    guarded.add(server);
    const handlers = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (...pair: [IncomingMessage, ServerResponse]) => {
      const goOn = (): void => {
        for (const handle of handlers) handle.apply(server, pair);
      };
      const letIn = (): void => {
        if (shared.doubletapFront) shared.doubletapFront(...pair, goOn);
        else goOn();
      };
      first(...pair, letIn);
    });
  });
}
