import { z } from 'zod';
import {
  type OpenedMessage,
  openedMessageSchema,
  purchasesSchema,
  type Scenario,
  scenarioSchema,
  type Wires,
  wiresSchema,
} from '../protocol';

const root = '/api/lab';

const scenarios = z.object({ scenarios: z.array(scenarioSchema) });
const started = z.object({ runId: z.string() });
const refusal = z.object({ error: z.string() });

/**
 * The laboratory's host, as a page reaches it. Every call throws with a sentence for people. What is told of something stands
 * under a path of its own: a run's, or a purchase's.
 */
export const lab = {
  scenarios: async (signal: AbortSignal): Promise<readonly Scenario[]> =>
    scenarios.parse(await call('/scenarios', { signal })).scenarios,

  /** Begins a run; resolves with its path. */
  start: async (scenario: string, seed: number): Promise<string> =>
    runPath(started.parse(await call('/runs', post({ scenario, seed }))).runId),

  startThreeWays: async (seed: number): Promise<string> =>
    runPath(started.parse(await call('/three-ways', post({ seed }))).runId),

  /** What can be broken in the shop of this page, and what is. */
  wires: async (signal: AbortSignal): Promise<Wires> => wiresSchema.parse(await call('/wires', { signal })),

  /** Breaks the shop's wires in one way, or mends them. */
  breakWires: async (id: string | null): Promise<Wires> =>
    wiresSchema.parse(await call('/wires', post({ break: id }))),

  /** The purchases of the shop of this page. */
  purchases: async (signal: AbortSignal) =>
    purchasesSchema.parse(await call('/purchases', { signal })).purchases,

  purchasePath: (key: string): string => `/purchases/${encodeURIComponent(key)}`,

  eventsUrl: (path: string): string => `${root}${path}/events`,

  message: async (path: string, messageId: number, signal: AbortSignal): Promise<OpenedMessage> =>
    openedMessageSchema.parse(await call(`${path}/messages/${messageId}`, { signal })),
};

function runPath(runId: string): string {
  return `/runs/${encodeURIComponent(runId)}`;
}

function post(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

async function call(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(`${root}${path}`, init);
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body;
  if (response.status === 404 && init.method === undefined && !path.includes('/messages/')) {
    throw new Error('The laboratory runs with the demo only. Start it with "npm start".');
  }
  const told = refusal.safeParse(body);
  throw new Error(told.success ? told.data.error : `The laboratory has answered ${response.status}.`);
}
