import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '@/run/postgres/server';
import type { WireControl } from '@/wire/client';
import { startTestWire } from '../test-wire';
import type { Figure, Measured } from './measured';
import { median } from './statistics';

interface Overhead {
  readonly name: string;
  /** Medians. */
  readonly directMs: number;
  readonly wiredMs: number;
}

const rounds = 2_000;
const goalMs = 1;

/** What a wire without rules adds to an exchange, on a connection that is kept. */
export async function measureWire(folder: string): Promise<Measured> {
  const { control, stop } = await startTestWire(path.join(folder, 'wire.log'));
  try {
    const figures = [asFigure(await overHttp(control)), asFigure(await overPostgres(control, folder))];
    return { figures };
  } finally {
    await stop();
  }
}

function asFigure({ name, directMs, wiredMs }: Overhead): Figure {
  const addedMs = wiredMs - directMs;
  return {
    text: `${name}: ${directMs.toFixed(3)} ms direct, ${wiredMs.toFixed(3)} ms through the wire, +${addedMs.toFixed(3)} ms`,
    goal: `below ${goalMs} ms`,
    isMet: addedMs < goalMs,
  };
}

async function overHttp(wire: WireControl): Promise<Overhead> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.once('end', () => outgoing.end('{"status":"ok"}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
  const { authority } = await wire.openLink({
    ...ends,
    protocol: 'http',
    target: { host: '127.0.0.1', port },
  });
  const caller = (host: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return async () => {
      const asked = request(`http://${host}/`, { agent, method: 'POST' }).end('{"some":"body"}');
      const [answer] = await once(asked, 'response');
      answer.resume();
      await once(answer, 'end');
    };
  };
  try {
    return {
      name: 'HTTP request',
      ...(await compare(caller(`127.0.0.1:${port}`), caller(authority))),
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function overPostgres(wire: WireControl, folder: string): Promise<Overhead> {
  const postgres = await startPostgres({
    folder: path.join(folder, 'postgres'),
    logFile: path.join(folder, 'postgres.log'),
  });
  try {
    const direct = new URL(postgres.url('postgres'));
    const target = { host: '127.0.0.1', port: postgres.port };
    const { authority } = await wire.openLink({ ...ends, protocol: 'postgresql', target });
    const wired = new URL(direct);
    wired.host = authority;
    const clients = [direct, wired].map(({ href }) => new pg.Client({ connectionString: href }));
    const [one, two] = clients.map((client) => async () => {
      await client.query('SELECT $1::int AS n', [1]);
    });
    if (!one || !two) throw new Error('there are two clients');
    for (const client of clients) await client.connect();
    const compared = await compare(one, two);
    for (const client of clients) await client.end();
    return { name: 'PostgreSQL statement', ...compared };
  } finally {
    await postgres.stop();
  }
}

const ends = { name: 'bench', from: 'bench', to: 'target', listen: {} };

/** Takes turns, so that whatever else the machine does falls on both. */
async function compare(
  direct: () => Promise<void>,
  wired: () => Promise<void>,
): Promise<Pick<Overhead, 'directMs' | 'wiredMs'>> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, call] of [direct, wired].entries()) {
      const startedAt = performance.now();
      await call();
      times[index === 0 ? 0 : 1].push(performance.now() - startedAt);
    }
  }
  return { directMs: median(times[0]), wiredMs: median(times[1]) };
}
