import { z } from 'zod';

/** On which half of an exchange something happens: before the request is delivered, or after its answer was produced. */
const at = z.enum(['request', 'answer']);

const milliseconds = z.number().min(0).max(600_000);

/** What happens to an exchange that a rule has picked. */
export const effectSchema = z.discriminatedUnion('kind', [
  /** Silence. A request never arrives; an answer never comes back, though the work was done. Whoever asked waits. */
  z.strictObject({ kind: z.literal('drop'), at }),
  /** It comes late by `ms`, give or take `jitterMs`. */
  z.strictObject({ kind: z.literal('delay'), at, ms: milliseconds, jitterMs: milliseconds.default(0) }),
  /** The request arrives twice, at the same time, over two connections; the first one's answer is handed back. HTTP only. */
  z.strictObject({ kind: z.literal('duplicate') }),
  /** The connection to whoever asked is reset. */
  z.strictObject({ kind: z.literal('reset'), at }),
  /** Half of it goes through, then both connections end. */
  z.strictObject({ kind: z.literal('cut'), at }),
  /** It trickles. */
  z.strictObject({ kind: z.literal('slow'), at, bytesPerSecond: z.number().int().min(1) }),
  /** The wire answers itself: instead of the other side, or in place of what it said. HTTP only. */
  z.strictObject({
    kind: z.literal('status'),
    at,
    status: z.number().int().min(200).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().default(''),
  }),
  /**
   * A registered process gets a signal at this very message. After SIGKILL and SIGQUIT (PostgreSQL's immediate mode) the
   * process is waited for and the message is lost; after any other signal it goes on.
   */
  z.strictObject({
    kind: z.literal('kill'),
    at,
    process: z.string().min(1),
    signal: z.enum(['SIGKILL', 'SIGQUIT', 'SIGTERM', 'SIGSTOP']).default('SIGKILL'),
  }),
]);

/** Which exchanges a rule is about; everything that is named must fit. */
export const matchSchema = z.strictObject({
  /** The name of the link. */
  link: z.string().optional(),
  /** Who asks, as the link says. */
  from: z.string().optional(),
  method: z.string().optional(),
  /** How the path begins, without the query. */
  path: z.string().optional(),
  /** The Idempotency-Key that it carries; for PostgreSQL the key that its transaction is about. */
  key: z.string().optional(),
  /** A regular expression over the text of the statements, case-insensitive. */
  statement: z.string().refine(isPattern, 'is no regular expression').optional(),
});

export const ruleSchema = z.strictObject({
  /** Named in the record of what it did. */
  id: z.string().min(1),
  match: matchSchema.default({}),
  /** Only the n-th match counts, from 1. */
  nth: z.number().int().min(1).optional(),
  /** How often it may act at most. */
  times: z.number().int().min(1).optional(),
  /** Of the matches that are left, this part is acted on, drawn under the seed. */
  probability: z.number().min(0).max(1).default(1),
  effect: effectSchema,
});

export const ruleSetSchema = z.strictObject({
  /** Every rule draws from a stream of its own, made of this and its id. */
  seed: z.number().int().default(1),
  /** The first rule that acts on a half of an exchange has it. */
  rules: z.array(ruleSchema).max(200),
});

export type Effect = z.output<typeof effectSchema>;
export type Rule = z.output<typeof ruleSchema>;
export type RuleInput = z.input<typeof ruleSchema>;
export type RuleSet = z.output<typeof ruleSetSchema>;

/** What a rule is matched against. */
export interface Matchable {
  readonly protocol: 'http' | 'postgresql';
  readonly link: string;
  readonly from: string;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly key?: string | undefined;
  readonly statement?: string | undefined;
}

export interface RuleCount {
  readonly id: string;
  readonly matched: number;
  readonly acted: number;
}

/** A fault that was chosen for one half of an exchange. */
export interface Fault {
  readonly rule: string;
  readonly effect: Effect;
}

/** What the rules do to one exchange; a half without a fault goes through as it is. */
export interface Faults {
  readonly request?: Fault;
  readonly answer?: Fault;
}

interface Armed {
  readonly rule: Rule;
  readonly statement: RegExp | undefined;
  readonly random: () => number;
  matched: number;
  acted: number;
}

/** The rules in force. Each exchange is shown to them once, when its request has been read. */
export class Rules {
  #armed: Armed[] = [];

  /** Replaces all rules; counts start again. */
  set({ seed, rules }: RuleSet): void {
    this.#armed = rules.map((rule) => ({
      rule,
      statement: rule.match.statement === undefined ? undefined : new RegExp(rule.match.statement, 'is'),
      random: randomStream(`${seed} ${rule.id}`),
      matched: 0,
      acted: 0,
    }));
  }

  counts(): RuleCount[] {
    return this.#armed.map(({ rule, matched, acted }) => ({ id: rule.id, matched, acted }));
  }

  choose(exchange: Matchable): Faults {
    let faults: Faults = {};
    for (const armed of this.#armed) {
      const { effect, id } = armed.rule;
      const half = 'at' in effect ? effect.at : 'request';
      if (!fits(armed, exchange)) continue;
      armed.matched += 1;
      if (faults[half] === undefined && acts(armed)) {
        armed.acted += 1;
        faults = { ...faults, [half]: { rule: id, effect } };
      }
    }
    return faults;
  }
}

/** What would make no sense on a stream of PostgreSQL's protocol never acts there. */
const httpOnly: readonly Effect['kind'][] = ['duplicate', 'status'];

function fits({ rule: { match, effect }, statement }: Armed, exchange: Matchable): boolean {
  return (
    (exchange.protocol === 'http' || !httpOnly.includes(effect.kind)) &&
    (match.link === undefined || match.link === exchange.link) &&
    (match.from === undefined || match.from === exchange.from) &&
    (match.method === undefined || match.method === exchange.method) &&
    (match.path === undefined || exchange.path?.startsWith(match.path) === true) &&
    (match.key === undefined || match.key === exchange.key) &&
    (statement === undefined || (exchange.statement !== undefined && statement.test(exchange.statement)))
  );
}

function acts({ rule, random, matched, acted }: Armed): boolean {
  if (rule.nth !== undefined && matched !== rule.nth) return false;
  if (rule.times !== undefined && acted >= rule.times) return false;
  return rule.probability === 1 || random() < rule.probability;
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'is');
    return true;
  } catch {
    return false;
  }
}

/** Numbers in [0, 1) that a text decides: mulberry32 (Tommy Ettinger), seeded with the text's FNV-1a hash. */
export function randomStream(text: string): () => number {
  let state = 0x811c9dc5;
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
