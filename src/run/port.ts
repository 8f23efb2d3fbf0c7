import { createServer } from 'node:net';

/** Why a server cannot listen on this address (`EADDRINUSE`, `EACCES`, ..), or undefined when it can. */
export function listenProblem(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** A port of the loopback interface that nobody listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
      server.close(() => resolve(address.port));
    });
  });
}
