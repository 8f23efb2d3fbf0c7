import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Demo } from './demo';
import { Laboratory } from './laboratory';
import { labServer } from './server';

// The laboratory as a process of its own. Its environment is read here and nowhere else.

const { LAB_PORT = '4301', LAB_WIRE_URL, LAB_DATABASE_URL = '', LAB_PROCESSOR_URL = '' } = process.env;

const laboratory = new Laboratory();
/** The shop that this laboratory belongs to, where there is one with a wire. */
const demo = LAB_WIRE_URL
  ? new Demo({ wireUrl: LAB_WIRE_URL, databaseUrl: LAB_DATABASE_URL, processorUrl: LAB_PROCESSOR_URL })
  : undefined;
await demo?.open();
const server = labServer(laboratory, demo);
server.listen(Number(LAB_PORT), '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
console.log(`laboratory listening on http://127.0.0.1:${port}`);

/** On a signal, or when the parent that holds the other end of the channel dies. */
function stop(): void {
  server.close();
  void Promise.all([laboratory.close(), demo?.close()]).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
