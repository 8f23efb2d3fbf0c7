import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { Control } from './control';
import { linkSchema } from './exchange';
import { Wire } from './wire';

// The wire as a process of its own. Its environment is read here and nowhere else.

const { WIRE_PORT = '4300', WIRE_LINKS = '[]' } = process.env;

const control = new Control(new Wire());
for (const link of z.array(linkSchema).parse(JSON.parse(WIRE_LINKS))) {
  const { host, port } = await control.openLink(link);
  console.log(`${link.from} -> ${link.to}: ${host}:${port} -> ${link.target.host}:${link.target.port}`);
}

const server = control.server();
server.listen(Number(WIRE_PORT), '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
console.log(`wire listening on http://127.0.0.1:${port}`);

/** On a signal, or when the parent that holds the other end of the channel dies. */
function stop(): void {
  server.closeAllConnections();
  server.close();
  void control.closeAll().then(() => process.exit(0));
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
