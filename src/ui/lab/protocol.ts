import { z } from 'zod';

/**
 * What the laboratory's host tells the page about a run: facts off the wire, out of the database and the processor's books, and
 * off the client that shops. Times are milliseconds of Unix time, with fractions.
 */

/** Who takes part. Tabs are pages of one shopper's browser; stores and workers are processes of one shop. */
export const actorKinds = ['browser', 'store', 'worker', 'database', 'processor'] as const;

export const actorSchema = z.object({
  /** As the wire names it: `tab-1`, `store-1`, `worker-1`, `postgres`, `processor`. */
  name: z.string(),
  kind: z.enum(actorKinds),
});

/** One request and its answer, as the wire saw them. It is told when it begins, and again with the same id when it has ended. */
export const messageSchema = z.object({
  id: z.number().int(),
  from: z.string(),
  to: z.string(),
  /** What a picture says of it: `POST /api/trpc/checkout.pay`, `INSERT idempotency_key`, `COMMIT`. */
  label: z.string(),
  /** Of a message of the processor: what it says has happened (`payment_intent.succeeded`). */
  about: z.string().optional(),
  key: z.string().optional(),
  /** X-Attempt. */
  attempt: z.number().int().optional(),
  sentAt: z.number(),
  deliveredAt: z.number().optional(),
  answeredAt: z.number().optional(),
  endedAt: z.number().optional(),
  /** As the wire's record has it; unset while it is under way. */
  outcome: z.enum(['answered', 'answered_by_wire', 'lost', 'left', 'unreachable']).optional(),
  /** The HTTP status, or the SQLSTATE of an error. */
  status: z.string().optional(),
  /** What was done to it on purpose. */
  faults: z.array(z.object({ rule: z.string(), kind: z.string(), at: z.enum(['request', 'answer']) })),
});

/** How an attempt came by its answer, as the shop has recorded it: `first`, `joined`, `replayed`, `took_over`, or a reason. */
export const markSchema = z.object({ messageId: z.number().int(), ending: z.string() });

/** What the page of a shopper shows. */
export const shownSchema = z.object({
  actor: z.string(),
  key: z.string(),
  phase: z.string(),
  attempt: z.number().int().optional(),
  /** Set while it backs off. */
  nextAttemptAt: z.number().optional(),
  isReplayed: z.boolean().optional(),
  /** The reason of a refusal. */
  reason: z.string().optional(),
});

export const happeningSchema = z.object({
  actor: z.string(),
  what: z.enum(['killed', 'ended', 'paused', 'continued', 'started']),
});

/** Counted where the truth is: requests on the wire, orders and ledger in the database, charges in the processor's books. */
export const countersSchema = z.object({
  /** Requests to pay that were sent, and one more for each that the network has doubled. */
  attempts: z.number().int(),
  /** Paid ones. */
  orders: z.number().int(),
  /** Captured at the processor, for this run's purchases. */
  charges: z.number().int(),
  /** What the entries of this run's orders sum to: zero when they balance. Unset where a shop keeps no ledger. */
  ledgerBalance: z.number().int().optional(),
});

/** When the requests of a crowd came to the shop, as the wire's record has it: too many to tell one by one. Each telling replaces the last. */
export const arrivalsSchema = z.object({
  /** When the crowd pressed. */
  from: z.number(),
  bucketMs: z.number(),
  /** How many arrived in each so many milliseconds since. */
  counts: z.array(z.number().int()),
  /** How many of them were turned away. */
  refused: z.array(z.number().int()),
});

export const runEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('actors'), at: z.number(), actors: z.array(actorSchema) }),
  z.object({ type: z.literal('message'), at: z.number(), message: messageSchema }),
  z.object({ type: z.literal('mark'), at: z.number(), mark: markSchema }),
  z.object({ type: z.literal('shown'), at: z.number(), shown: shownSchema }),
  z.object({ type: z.literal('happening'), at: z.number(), happening: happeningSchema }),
  z.object({ type: z.literal('counters'), at: z.number(), counters: countersSchema }),
  z.object({ type: z.literal('arrivals'), at: z.number(), arrivals: arrivalsSchema }),
  /** A sentence of the scenario: what is being done now, and why. */
  z.object({ type: z.literal('step'), at: z.number(), text: z.string() }),
  /** `asExpected`: the counters and marks are those the scenario promises; `failure` says what was different. */
  z.object({
    type: z.literal('done'),
    at: z.number(),
    asExpected: z.boolean(),
    failure: z.string().optional(),
  }),
]);

export const scenarioSchema = z.object({
  /** In the address: `answer-lost`. */
  id: z.string(),
  title: z.string(),
  group: z.string(),
  /** What goes wrong, in a sentence or two. */
  story: z.string(),
  /** Why nobody is charged twice, and where the code does it. */
  lesson: z.string(),
  /** Path in the repository of what protects here. */
  code: z.string(),
  expected: z.object({
    /** Unset where it is a matter of chance. */
    attempts: z.number().int().optional(),
    orders: z.number().int(),
    charges: z.number().int(),
    /** Endings that must be among the marks. */
    marks: z.array(z.string()),
    /** The phase in which each page comes to rest. */
    ends: z.record(z.string(), z.string()),
  }),
});

/** A run as it is kept: `seed` and `scenario` make another like it. Of three ways the events are those below. */
export const runSchema = z.object({
  scenario: z.string(),
  seed: z.number().int(),
  events: z.array(runEventSchema),
});

/** Three shops, or clients, that are given the same three attempts. */
export const ways = ['no_key', 'new_key_each_attempt', 'doubletap'] as const;

/** What is told of three ways at once: of each the same as of a run, with a `done` of its own. */
export const wayEventSchema = z.object({ way: z.enum(ways), event: runEventSchema });

export const statusSchema = z.object({
  state: z.enum(['closed', 'opening', 'ready', 'running']),
  /** The run that is under way. */
  runId: z.string().optional(),
});

/** Headers and bodies as they crossed the wire; secrets and cookies are left out. On PostgreSQL the statements and their values. */
export const openedMessageSchema = z.object({
  request: z.object({ headers: z.array(z.tuple([z.string(), z.string()])), body: z.string() }),
  answer: z.object({ headers: z.array(z.tuple([z.string(), z.string()])), body: z.string() }).nullable(),
});

/** Something that can be broken on the wires of the shop that this page belongs to. */
export const breakSchema = z.object({ id: z.string(), title: z.string(), story: z.string() });

export const wiresSchema = z.object({
  breaks: z.array(breakSchema),
  /** What is broken now, and how often it has acted. */
  broken: z.object({ id: z.string(), acted: z.number().int() }).nullable(),
});

/** Purchases that were made in the shop that this page belongs to, the newest first. */
export const purchasesSchema = z.object({
  purchases: z.array(z.object({ key: z.string(), at: z.number() })),
});

export type Actor = z.output<typeof actorSchema>;
export type Message = z.output<typeof messageSchema>;
export type Counters = z.output<typeof countersSchema>;
export type Shown = z.output<typeof shownSchema>;
export type Happening = z.output<typeof happeningSchema>;
export type Arrivals = z.output<typeof arrivalsSchema>;
export type RunEvent = z.output<typeof runEventSchema>;
export type Way = (typeof ways)[number];
export type WayEvent = z.output<typeof wayEventSchema>;
export type Status = z.output<typeof statusSchema>;
export type Scenario = z.output<typeof scenarioSchema>;
export type OpenedMessage = z.output<typeof openedMessageSchema>;
export type Break = z.output<typeof breakSchema>;
export type Wires = z.output<typeof wiresSchema>;

/** How often a request has arrived, as far as the wire can do anything about it. */
export function copiesOf({ faults }: Pick<Message, 'faults'>): number {
  return faults.some(({ kind }) => kind === 'duplicate') ? 2 : 1;
}
