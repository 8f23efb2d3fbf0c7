import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { z } from 'zod';

/** The head of a request has to be there within this time of its connection's opening or last answer, in milliseconds. */
export const headWithinMs = 15_000;
/** And the whole request within this time of its head, in milliseconds: the largest has some kilobytes. */
export const bodyWithinMs = 20_000;
/** No operation takes so long, in milliseconds: who has not taken anything of an answer for this time takes none. */
const silentForMs = 120_000;

const opened = z.object({ socket: z.instanceof(Socket) });
const begun = z.object({
  request: z.instanceof(IncomingMessage),
  response: z.instanceof(ServerResponse),
  socket: z.instanceof(Socket),
  server: z.instanceof(Server),
});

/**
 * Ends the connections of clients that send a request so slowly that they only hold on to the store. Next keeps its server to
 * itself, and Node's own limits are looked at every 30 s once a server listens; Node tells of every connection and request here.
 */
export function cutOffSlowClients(): void {
  const clients = new WeakMap<Socket, Client>();
  const clientOf = (socket: Socket): Client => {
    const client = clients.get(socket) ?? new Client(socket);
    clients.set(socket, client);
    return client;
  };
  subscribe('net.server.socket', (message) => void clientOf(opened.parse(message).socket));
  subscribe('http.server.request.start', (message) => {
    const { request, response, socket, server } = begun.parse(message);
    server.timeout = silentForMs;
    clientOf(socket).sends(request, response);
  });
}

/** Whoever is at the other end of a connection. */
class Client {
  #timer: NodeJS.Timeout | undefined;
  #requests = 0;

  constructor(private readonly socket: Socket) {
    socket.once('close', () => clearTimeout(this.#timer));
    this.#endUnless(headWithinMs, () => this.#requests > 0);
  }

  sends(request: IncomingMessage, response: ServerResponse): void {
    this.#requests += 1;
    this.#endUnless(bodyWithinMs, () => request.complete);
    response.once('close', () => {
      this.#requests -= 1;
      this.#endUnless(headWithinMs, () => this.#requests > 0);
    });
  }

  #endUnless(ms: number, isInTime: () => boolean): void {
    clearTimeout(this.#timer);
    if (this.socket.destroyed) return;
    this.#timer = setTimeout(() => {
      if (!isInTime()) this.socket.destroy();
    }, ms).unref();
  }
}
