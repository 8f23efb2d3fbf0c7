import { z } from 'zod';

/** What the failing server is told: to begin anew and fail, or to tell what it has seen since. */
export const order = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('fail'),
    failsFromMs: z.number(),
    failsForMs: z.number(),
    failsBy: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('refuses') }),
      z.object({ kind: z.literal('asks_to_wait'), retryAfterMs: z.number(), isSpread: z.boolean() }),
    ]),
    latencyMs: z.number(),
  }),
  z.object({ kind: z.literal('report') }),
]);

export type Order = z.output<typeof order>;

/** What the failing server says: where it listens, and then one answer to each order. */
export const report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.number() }),
  z.object({ kind: z.literal('failing') }),
  z.object({
    kind: z.literal('requests'),
    /** In the order in which they came. */
    requests: z.array(z.object({ atMs: z.number(), attempt: z.number() })),
  }),
]);

export type Report = z.output<typeof report>;

/** How long a caller is asked to wait, in milliseconds: the standard header has whole seconds only. */
export const waitHeader = 'x-retry-after-ms';
