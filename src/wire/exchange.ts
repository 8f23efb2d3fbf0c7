import { z } from 'zod';

/** Two processes that talk, and where the wire stands between them. Several links may share a name. */
const linkFields = z.strictObject({
  name: z.string().min(1),
  protocol: z.enum(['http', 'postgresql']),
  from: z.string().min(1),
  to: z.string().min(1),
  /** Where the wire listens. Port 0 takes a free one. */
  listen: z.strictObject({
    host: z.string().default('127.0.0.1'),
    port: z.number().int().min(0).max(65_535).default(0),
  }),
  target: z.strictObject({ host: z.string().min(1), port: z.number().int().min(1).max(65_535) }),
  /**
   * Every answer ends its connection. A browser repeats a POST by itself when a connection that it used before is reset;
   * on a connection of its own it does not, so that requests can be counted.
   */
  closes: z.boolean().default(false),
  /** What crosses it is kept for a while, readable by a person: headers and bodies, statements and rows. */
  keeps: z.boolean().default(false),
});

export const linkSchema = linkFields.refine((link) => !(link.keeps && mayCarryCards(link)), {
  path: ['keeps'],
  message: 'a link from a browser to the processor carries card numbers, and keeps nothing',
});

/** Only shops, and the processor itself, have nothing to do with cards: whoever else talks to a processor may hand one in. */
function mayCarryCards({ protocol, from, to }: z.output<typeof linkFields>): boolean {
  return protocol === 'http' && to === 'processor' && !/^(shop|store|worker)/.test(from);
}

export type Link = z.output<typeof linkSchema>;

/** How an exchange ended, as the wire saw it. */
export const outcomes = [
  /** The answer went back whole. */
  'answered',
  /** The wire itself answered. */
  'answered_by_wire',
  /** A fault swallowed the request or its answer: whoever asked heard nothing, or half of it. */
  'lost',
  /** Whoever asked went away before there was an answer. */
  'left',
  /** The other side could not be reached, or went away without an answer. */
  'unreachable',
] as const;

/** One request and its answer. Times are milliseconds of Unix time, with fractions. */
export const exchangeSchema = z.object({
  /** Rises by one with every exchange of this wire. */
  id: z.number().int(),
  link: z.string(),
  from: z.string(),
  to: z.string(),
  /** The connection it came over, numbered by the wire. */
  connection: z.number().int(),
  /** What a picture says of it: `POST /v1/payment_intents`, `INSERT idempotency_key`, `COMMIT`. */
  label: z.string(),
  method: z.string().optional(),
  path: z.string().optional(),
  statement: z.string().optional(),
  key: z.string().optional(),
  /** X-Attempt. */
  attempt: z.number().int().optional(),
  sentAt: z.number(),
  /** When the whole request, or the first copy of it, had been handed on; never for one that was not. */
  deliveredAt: z.number().optional(),
  /** When the other side began to answer. */
  answeredAt: z.number().optional(),
  /** When nothing more would come. Unset: it is under way. */
  endedAt: z.number().optional(),
  outcome: z.enum(outcomes).optional(),
  /** The HTTP status, or the SQLSTATE of an error. */
  status: z.string().optional(),
  /** Which rules acted, and how. */
  faults: z.array(z.object({ rule: z.string(), kind: z.string(), at: z.enum(['request', 'answer']) })),
});

export type Exchange = z.output<typeof exchangeSchema>;

/** What a rule did to a process. */
export const signalledSchema = z.object({
  process: z.string(),
  signal: z.string(),
  /** Milliseconds of Unix time, with fractions. */
  at: z.number(),
});

export type Signalled = z.output<typeof signalledSchema>;

/** What `GET /events` streams: an exchange when its request has been read, and again when it has ended; and signals to processes. */
export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('began'), exchange: exchangeSchema }),
  z.object({ type: z.literal('ended'), exchange: exchangeSchema }),
  z.object({ type: z.literal('signalled'), signalled: signalledSchema }),
]);

export type WireEvent = z.output<typeof eventSchema>;

const half = z.object({
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
});

/** What crossed a link that keeps it. `answer`: what the other side said, also where that got lost; null when it said nothing. */
export const contentsSchema = z.object({ request: half, answer: half.nullable() });

export type Contents = z.output<typeof contentsSchema>;
