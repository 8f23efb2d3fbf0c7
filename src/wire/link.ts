import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Link } from './exchange';

/** A link that listens. */
export interface OpenLink {
  readonly link: Link;
  readonly port: number;
  /** Ends it and every connection over it. */
  close(): Promise<void>;
}

/** Has a server listen for a link. Rejects when the port is taken. */
export async function listen(server: Server, link: Link): Promise<OpenLink> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(link.listen.port, link.listen.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
  return {
    link,
    port,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
