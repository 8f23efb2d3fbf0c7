import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Link } from './exchange';

/**
 * The one connection onward that belongs to a connection that came. It is opened with it, so that whoever is asked sees it and may
 * end it before anything was sent over it. One that cannot be opened ends nothing: the request that comes tries again, and is recorded.
 */
export class Onward extends Agent {
  #unused: Socket | undefined;

  /** @param end called when whoever is asked ends it at rest */
  constructor(
    { target }: Link,
    private readonly end: () => void,
  ) {
    super({ keepAlive: true, maxSockets: 1 });
    const socket = connect(target.port, target.host);
    this.#unused = socket;
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      if (this.#unused === socket) socket.once('close', end);
    });
    // Free after each exchange: it is the same connection, and is to be listened to once.
    this.on('free', (used: Socket) => used.off('close', end).once('close', end));
  }

  override createConnection(...how: Parameters<Agent['createConnection']>) {
    const socket = this.#unused;
    this.#unused = undefined;
    if (socket === undefined || socket.destroyed) return super.createConnection(...how);
    return socket.off('close', this.end);
  }

  override destroy(): void {
    this.#unused?.destroy();
    super.destroy();
  }
}
