import { engine } from '@/checkout/engine';
import type { ClaimId } from '@/idempotency';
import { processorBreaker } from '@/payments/processor';
import { env } from '@/platform/env';
import { log } from '@/platform/log';
import { ShopError } from '@/platform/shop-error';
import { isStopping } from '@/platform/stopping';
import { type Deadline, shortestAttemptMs, spreadRetryAfterMs } from '@/retry';
import { PaymentLimits } from './limits';

/** One attempt in front of the door. */
export interface Visit {
  readonly id: ClaimId;
  readonly deadline: Deadline | undefined;
  readonly address: string;
}

/** Null: nothing speaks against it. */
export type Check = (visit: Visit) => ShopError | null | Promise<ShopError | null>;

/**
 * The door of the shop: whether an attempt is let in, asked before its input is looked at and before anything is claimed. What
 * comes here has passed the front door (`front-door.ts`), which refuses with 503 `overloaded`.
 *
 * | in this order | it is refused with | when |
 * |---|---|---|
 * | stopping | 503 `shutting_down` | this process ends |
 * | deadline | 504 `deadline_exceeded` | less than half a second is left |
 * | breaker | 503 `processor_unavailable` | the processor is dead, or one payment is just trying it |
 * | limits | 429 `rate_limited` | too many payments, or declined cards, of this shopper or from this address |
 *
 * All of it is asked in memory. **A known key always passes**: only when it would be refused, it is looked whether an attempt
 * with its key is at work in this process, and then whether its row is there, past the queue in front of the database. It is
 * not asked for what passes anyway, so that a purchase costs no statement more. Operators are asked the first two only.
 *
 * @returns whether the key is known for certain. Throws what the caller is told instead.
 */
export async function enter(visit: Visit, checks: readonly Check[]): Promise<{ readonly isKnown: boolean }> {
  if (engine().isUnderWay(visit.id)) return { isKnown: false };
  const refusal = await firstRefusal(visit, checks);
  if (refusal === null) return { isKnown: false };
  if (await isKnown(visit.id)) return { isKnown: true };
  throw refusal;
}

/** The visit is over, however it ended. */
export function leave({ id }: Visit): void {
  processorBreaker().leave(nameOf(id));
}

export const operatorChecks: readonly Check[] = [stopping, deadline];
export const shopperChecks: readonly Check[] = [stopping, deadline, breaker, limits];

async function firstRefusal(visit: Visit, checks: readonly Check[]): Promise<ShopError | null> {
  for (const check of checks) {
    const refusal = await check(visit);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Whether an attempt with this key has been let in before. A database that cannot say is no reason to let something new in. */
export async function isKnown(id: ClaimId): Promise<boolean> {
  try {
    return engine().isUnderWay(id) || (await engine().knows(id));
  } catch (error) {
    log().warn({ err: error }, 'a key could not be looked for at the door');
    return false;
  }
}

function stopping(): ShopError | null {
  return isStopping()
    ? refuse('shutting_down', 'This store is just closing. Nothing was done.', 1_000)
    : null;
}

function deadline({ deadline: until }: Visit): ShopError | null {
  return until !== undefined && until.remainingMs < shortestAttemptMs
    ? refuse('deadline_exceeded', 'Too little time was left. Nothing was done.', 1_000)
    : null;
}

function breaker({ id }: Visit): ShopError | null {
  if (processorBreaker().enter(nameOf(id))) return null;
  const message = 'The card processor cannot be reached. Nothing was charged. Please try again in a moment.';
  return refuse('processor_unavailable', message, Math.max(1_000, processorBreaker().restLeftMs));
}

let paymentLimits: PaymentLimits | undefined;

function sharedLimits(): PaymentLimits {
  paymentLimits ??= new PaymentLimits(env().limits);
  return paymentLimits;
}

async function limits(visit: Visit): Promise<ShopError | null> {
  const waitMs = await sharedLimits().enter(payerOf(visit));
  if (waitMs === null) return null;
  leave(visit);
  const message =
    'There were too many payments from here in a short time. Nothing was charged. Please wait a little.';
  return new ShopError('rate_limited', message, { retryAfterMs: waitMs });
}

/** A card of this visit was declined. */
export function recordDecline(visit: Visit): Promise<void> {
  return sharedLimits().recordDecline(payerOf(visit));
}

function payerOf({ id, address }: Visit): { shopper: string; address: string; payment: string } {
  return { shopper: id.scope, address, payment: nameOf(id) };
}

function nameOf({ scope, operation, key }: ClaimId): string {
  return JSON.stringify([scope, operation, key]);
}

/** With a `Retry-After` of its own for each: who is turned away together would come back together. */
function refuse(
  reason: 'shutting_down' | 'deadline_exceeded' | 'processor_unavailable',
  message: string,
  baseMs: number,
): ShopError {
  return new ShopError(reason, message, { retryAfterMs: spreadRetryAfterMs(baseMs, Math.random()) });
}
