import { recordAttempt } from '@/checkout/attempts';
import { engine } from '@/checkout/engine';
import { type Operation, type Outcome, readKeyHeader } from '@/idempotency';
import type { Tx } from '@/platform/database';
import { errorFromAnswer, ShopError } from '@/platform/shop-error';
import { inTime, isStopping } from '@/platform/stopping';
import type { Context } from './context';
import { procedure } from './trpc';

/** The caller's key and what it says of its waiting, checked. */
interface KeyedCall {
  readonly key: string;
  /** The caller's count of attempts, from 1. */
  readonly attempt: number;
  /** How long the caller will still wait, in milliseconds. */
  readonly waitMs: number | undefined;
}

/** Below this, a claim could not be answered in time (RFC 9110: 504 is for a gateway whose upstream was too slow). */
const leastWaitMs = 500;
/** The answer leaves this long before the caller gives up. */
const answerMarginMs = 250;

/** Takes an operation through the engine for the caller's key, and answers as the table of the design says. */
type Run = <Input, Fact>(operation: Operation<Tx, Input, Fact>, input: Input) => Promise<unknown>;

/** A mutation that is protected by a key of the shopper: `ctx.run` takes an operation through the engine. */
export const keyedProcedure = procedure.use(({ next, ctx }) =>
  next({ ctx: { run: runnerFor(ctx, ctx.shopperId) } }),
);

/**
 * Reads the key header and refuses a batch (one HTTP request, one key). The scope is whose key it is: keys of two
 * scopes never meet.
 */
export function runnerFor(ctx: Context, scope: string): Run {
  refuseBatch(ctx);
  const call = readCall(ctx.headers);
  return async (operation, input) => {
    if (call.waitMs !== undefined && call.waitMs < leastWaitMs) {
      throw new ShopError('deadline_exceeded', 'Too little time was left. Nothing was done.', {
        retryAfterMs: 1_000,
      });
    }
    await refuseNewWhenStopping(operation.name, scope, call.key);
    const attempt = engine().attempt(operation, {
      scope,
      key: call.key,
      input,
      waitMs: call.waitMs === undefined ? undefined : call.waitMs - answerMarginMs,
      isRepeat: call.attempt > 1,
      keepAlive: ctx.keepAlive,
    });
    const outcome = await inTime(attempt, { kind: 'running' as const });
    const record = { scope, operation: operation.name, key: call.key, number: call.attempt };
    ctx.keepAlive(
      recordAttempt({ ...record, ending: outcome.kind === 'answered' ? outcome.how : outcome.kind }),
    );
    return answerOutcome(ctx, outcome);
  };
}

/** A process that is about to end begins nothing. What it knows of a key it still tells, and finishes. */
async function refuseNewWhenStopping(operationName: string, scope: string, key: string): Promise<void> {
  if (!isStopping() || (await engine().knows(operationName, scope, key))) return;
  throw new ShopError('shutting_down', 'The shop is restarting. Nothing was done.', { retryAfterMs: 2_000 });
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
  return {
    key: header.key,
    attempt: wholeNumber(headers.get('x-attempt'), 1_000) ?? 1,
    waitMs: wholeNumber(headers.get('x-timeout-ms'), 3_600_000),
  };
}

/** A hint that makes no sense is no hint. */
function wholeNumber(header: string | null, most: number): number | undefined {
  if (header === null || !/^\d{1,9}$/.test(header)) return undefined;
  const value = Number(header);
  return value <= most ? value : undefined;
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
