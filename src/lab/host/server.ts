import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { collect } from '@/wire/bytes';
import { answerJson, guard, parseJson, Refused, refuse } from '@/wire/loopback';
import { scenarios, tell } from '../scenarios/scenarios';
import type { Demo } from './demo';
import type { Laboratory } from './laboratory';

const seed = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const RunOrder = z.strictObject({ scenario: z.string(), seed: seed.optional() });
const BreakOrder = z.strictObject({ break: z.string().nullable() });
const WaysOrder = z.strictObject({ seed: seed.optional() });

/** A seed for whoever has not said one. */
function anySeed(): number {
  return 1 + Math.floor(Math.random() * 999_999);
}

/** The laboratory's API; README.md lists the routes. */
export function labServer(lab: Laboratory, demo: Demo | undefined) {
  return createServer((incoming, outgoing) => {
    handle(lab, demo, incoming, outgoing).catch((error: unknown) => refuse(outgoing, error));
  });
}

async function handle(
  lab: Laboratory,
  demo: Demo | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  guard(incoming);
  const { pathname } = new URL(incoming.url ?? '/', 'http://lab');
  const [, subject = '', id = '', part = '', messageId = ''] = pathname.split('/').map(decodeURIComponent);
  const route = [incoming.method, subject, id && ':id', part, messageId && ':message']
    .filter(Boolean)
    .join(' ');
  const body = incoming.method === 'GET' ? undefined : parseJson(String(await collect(incoming)));
  switch (route) {
    case 'GET health':
      return answerJson(outgoing, { status: 'ok' });
    case 'GET scenarios':
      return answerJson(outgoing, { scenarios: scenarios.map(tell) });
    case 'GET status':
      return answerJson(outgoing, lab.status);
    case 'POST runs': {
      const order = RunOrder.parse(body);
      return answerJson(outgoing, { runId: lab.run(order.scenario, order.seed ?? anySeed()) }, 201);
    }
    case 'POST three-ways':
      return answerJson(outgoing, { runId: lab.runWays(WaysOrder.parse(body ?? {}).seed ?? anySeed()) }, 201);
    case 'GET runs :id': {
      const { scenario, seed, events } = lab.find(id);
      return answerJson(outgoing, { scenario, seed, events });
    }
    case 'GET runs :id events':
      return stream(lab.find(id), outgoing);
    case 'GET runs :id messages :message':
      return answerJson(outgoing, await lab.open(id, Number(messageId)));
    case 'GET wires':
      return answerJson(outgoing, await shopOf(demo).wires());
    case 'POST wires':
      return answerJson(outgoing, await shopOf(demo).break(BreakOrder.parse(body).break));
    case 'GET purchases':
      return answerJson(outgoing, { purchases: shopOf(demo).purchases });
    case 'GET purchases :id events':
      return stream(shopOf(demo).find(id), outgoing);
    case 'GET purchases :id messages :message':
      return answerJson(outgoing, await shopOf(demo).openMessage(id, Number(messageId)));
    default:
      throw new Refused(404, `There is no ${incoming.method} ${pathname}.`);
  }
}

function shopOf(demo: Demo | undefined): Demo {
  if (!demo) throw new Refused(404, 'This laboratory belongs to no shop.');
  return demo;
}

type Streamed = ReturnType<Laboratory['find']> | ReturnType<Demo['find']>;

/** Server-sent events: everything from the beginning, and what comes, to the end of the run. */
function stream(run: Streamed, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  outgoing.flushHeaders();
  const stop = run.listen((event: unknown) => {
    if (event === null) outgoing.end();
    else outgoing.write(`data: ${JSON.stringify(event)}\n\n`);
  });
  outgoing.once('close', stop);
}
