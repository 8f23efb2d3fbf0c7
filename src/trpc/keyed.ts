import { recordAttempt } from '@/checkout/attempts';
import { engine } from '@/checkout/engine';
import { canonical, type Operation, type Outcome, readKeyHeader } from '@/idempotency';
import type { Tx } from '@/platform/database';
import { currentPlace, outside } from '@/platform/line';
import { errorFromAnswer, ShopError } from '@/platform/shop-error';
import { inTime } from '@/platform/stopping';
import { systemClock } from '@/retry';
import { type Context, readAttempt } from './context';
import { type Check, enter, leave, recordDecline, shopperChecks, type Visit } from './door';
import { letInAsKnown } from './front-door';
import { procedure } from './trpc';

/** The caller's key and what it says of its attempt, checked. */
interface KeyedCall {
  readonly key: string;
  /** The caller's count of attempts, from 1. */
  readonly attempt: number;
}

/** The answer leaves this long before the caller gives up. */
const answerMarginMs = 250;

/** Takes an operation through the engine for the caller's key, and answers as the table of the design says. */
export type Run = <Input, Fact>(operation: Operation<Tx, Input, Fact>, input: Input) => Promise<unknown>;

/** A mutation that is protected by a key of the shopper: `ctx.run` takes an operation of its own name through the engine. */
export const keyedProcedure = procedure.use(({ next, ctx, path }) =>
  throughDoor(ctx, { scope: ctx.shopperId, operation: path, checks: shopperChecks }, (run) =>
    next({ ctx: { run } }),
  ),
);

interface Keyed {
  /** Whose key it is: keys of two scopes never meet. */
  readonly scope: string;
  readonly operation: string;
  readonly checks: readonly Check[];
}

/**
 * Reads the key header, refuses a batch (one HTTP request, one key), and goes on only when the door lets the attempt in: before
 * its input is looked at.
 */
export async function throughDoor<Result>(
  ctx: Context,
  { scope, operation: name, checks }: Keyed,
  goOn: (run: Run) => Promise<Result>,
): Promise<Result> {
  const arrivedAt = new Date();
  const startedMs = systemClock.now();
  refuseBatch(ctx);
  const call = readCall(ctx.headers);
  const { deadline, address } = ctx;
  const visit: Visit = { id: { scope, operation: name, key: call.key }, deadline, address };
  const { isKnown } = await enter(visit, checks);
  const run: Run = async (operation, input) => {
    if (operation.name !== name) throw new Error(`${operation.name} came in through the door of ${name}`);
    const attempt = (): Promise<Outcome> =>
      engine().attempt(operation, {
        scope,
        key: call.key,
        input,
        waitMs: deadline && deadline.remainingMs - answerMarginMs,
        isRepeat: call.attempt > 1,
        isKnown: isKnown || letInAsKnown.getStore() === true,
        keepAlive: (work) => {
          ctx.keepAlive(work);
          currentPlace.getStore()?.keepFor(work);
        },
      });
    // A duplicate only waits for the work of another request.
    const outcome = await inTime(engine().isUnderWay(visit.id) ? outside(attempt) : attempt(), stillRunning);
    const ending = outcome.kind === 'answered' ? outcome.how : outcome.kind;
    ctx.keepAlive(
      recordAttempt({
        ...visit.id,
        ...{ number: call.attempt, ending, arrivedAt },
        durationMs: Math.round(systemClock.now() - startedMs),
        input: outcome.kind === 'mismatch' ? canonical(input) : null,
      }),
    );
    if (isDecline(outcome)) await recordDecline(visit);
    return answerOutcome(ctx, outcome);
  };
  try {
    return await goOn(run);
  } finally {
    leave(visit);
  }
}

/** What callers are told when the process ends before the work that they wait for. */
const stillRunning: Outcome = { kind: 'running' };

function isDecline(outcome: Outcome): boolean {
  if (outcome.kind !== 'answered' || outcome.stored.status !== 402) return false;
  return errorFromAnswer(outcome.stored).reason === 'card_declined';
}

/** Some operations are one HTTP request each. */
export function refuseBatch({ isBatch }: Context): void {
  if (!isBatch) return;
  throw new ShopError(
    'invalid_input',
    'This operation is one HTTP request of its own: it cannot be part of a batch.',
    { fields: { batch: 'Send it alone.' } },
  );
}

function readCall(headers: Headers): KeyedCall {
  const header = readKeyHeader(headers.get('idempotency-key'));
  if (header.kind === 'missing') {
    throw new ShopError('idempotency_key_missing', 'This operation needs an Idempotency-Key header.');
  }
  if (header.kind === 'malformed') {
    throw new ShopError(
      'idempotency_key_malformed',
      `The Idempotency-Key header cannot be used: ${header.why}.`,
    );
  }
  return { key: header.key, attempt: readAttempt(headers.get('x-attempt')) };
}

function answerOutcome(ctx: Context, outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'answered': {
      const { stored, how } = outcome;
      if (how === 'joined' || how === 'replayed') ctx.answerHeaders.set('Idempotent-Replayed', 'true');
      ctx.answerHeaders.set('Idempotency-Expires', stored.expiresAt.toUTCString());
      if (stored.status >= 400) throw errorFromAnswer(stored);
      return JSON.parse(stored.body);
    }
    case 'unknown': {
      const { reason, message, data } = errorFromAnswer(outcome.answer);
      throw new ShopError(reason, message, { ...data, retryAfterMs: 1_000 });
    }
    case 'running':
      throw new ShopError('attempt_in_progress', 'An earlier attempt with this key is still at work.', {
        retryAfterMs: 1_000,
      });
    case 'mismatch':
      throw new ShopError(
        'idempotency_key_reused',
        'This Idempotency-Key was already used with another request.',
      );
  }
}
