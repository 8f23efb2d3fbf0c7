import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Is told what a client says on one of its connections, as it comes. */
export type Ear = (bytes: Buffer) => void;

/**
 * One address for a server that may be another one tomorrow, as a floating IP address or a managed database's name is: it hands
 * every connection on to whoever is behind it.
 */
export class FloatingAddress {
  readonly #sockets = new Set<Socket>();
  #isHeld = false;

  private constructor(
    private readonly server: Server,
    private targetPort: number,
    private readonly newEar: () => Ear,
  ) {}

  /** Opens one on loopback. `newEar` is asked once a connection for somebody who listens to what its client says. */
  static async open(targetPort: number, newEar: () => Ear = () => () => undefined): Promise<FloatingAddress> {
    const server = createServer({ noDelay: true });
    const address = new FloatingAddress(server, targetPort, newEar);
    server.on('connection', (client) => address.#handOn(client));
    server.listen({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    return address;
  }

  get port(): number {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the floating address is closed');
    return address.port;
  }

  /** The same database, reached over this address. */
  over(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Puts another server behind the address. Whoever still talks to the one before is cut off: it must answer nobody any more. */
  moveTo(targetPort: number): void {
    this.targetPort = targetPort;
    this.#cutOff();
  }

  /** From now on nothing gets through, in either direction, and nobody is told: a line that stands still. */
  hold(): void {
    this.#isHeld = true;
    for (const socket of this.#sockets) socket.pause();
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.#cutOff();
    await closed;
  }

  #cutOff(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #handOn(client: Socket): void {
    const onward = connect({ host: '127.0.0.1', port: this.targetPort, noDelay: true });
    const hear = this.newEar();
    client.on('data', hear);
    client.pipe(onward);
    onward.pipe(client);
    for (const [socket, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined); // 'close' follows
      socket.once('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      if (this.#isHeld) socket.pause();
    }
  }
}
