import { z } from 'zod';

/** Two processes that talk, and where the wire stands between them. Several links may share a name. */
export const linkSchema = z.strictObject({
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
});

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

/** What `GET /events` streams: an exchange when its request has been read, and again when it has ended. */
export const eventSchema = z.object({ type: z.enum(['began', 'ended']), exchange: exchangeSchema });

export type WireEvent = z.output<typeof eventSchema>;
