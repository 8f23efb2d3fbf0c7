import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type Message, MessageReader, readBind, readStatement } from '@/wire/postgres-messages';

/** One statement as a client sent it. */
export interface Statement {
  readonly text: string;
  /** In PostgreSQL's text form, null for NULL. */
  readonly values: readonly (string | null)[];
  /** What the client calls it where it prepares it under a name; empty otherwise. */
  readonly name: string;
  /** Whether it came by the simple protocol, as BEGIN does. */
  readonly isSimple: boolean;
}

/** Writes down what a client says to a PostgreSQL server. */
export interface Recorder {
  /** The same database, by way of the recorder. */
  readonly url: string;
  /** What was said since the last time, in its order, and in how many round trips. */
  take(): { readonly statements: readonly Statement[]; readonly roundTrips: number };
  stop(): Promise<void>;
}

/** Stands before the server of a database. Nothing is encrypted between the two. */
export async function recordStatements(databaseUrl: string): Promise<Recorder> {
  let statements: Statement[] = [];
  let roundTrips = 0;
  const { hostname: host, port } = new URL(databaseUrl);
  const server = createServer({ noDelay: true }, (client) => {
    const onward = connect({ host, port: Number(port), noDelay: true });
    const reader = new MessageReader(true);
    const prepared = new Map<string, string>();
    const hear = (message: Message): void => {
      if (message.type === 'P') {
        const { name, text } = readStatement(message);
        prepared.set(name, text);
      } else if (message.type === 'B') {
        const { name, values } = readBind(message);
        statements.push({ text: prepared.get(name) ?? '', values, name, isSimple: false });
      } else if (message.type === 'Q') {
        statements.push({ text: readStatement(message).text, values: [], name: '', isSimple: true });
        roundTrips += 1;
      } else if (message.type === 'S') roundTrips += 1;
    };
    client.on('data', (chunk) => reader.read(chunk).forEach(hear));
    client.pipe(onward).pipe(client);
    client.on('error', () => onward.destroy());
    onward.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server that listens has such an address
  return {
    url: url.href,
    take: () => {
      const taken = { statements, roundTrips };
      statements = [];
      roundTrips = 0;
      return taken;
    },
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
