import { engine } from '@/checkout/engine';
import { payOperation } from '@/checkout/pay';
import { refundOperation } from '@/checkout/refund';
import type { ClaimId, EffectOperation } from '@/idempotency';
import { postpone, waitingMessages } from '@/payments/inbox';
import { applyMessage } from '@/payments/webhooks';
import type { Tx } from '@/platform/database';
import { log } from '@/platform/log';
import { ShopError } from '@/platform/shop-error';

/** How many abandoned keys one look takes, and how many of them are worked on at a time. */
const batch = 16;
const atOnce = 4;

/** The operations that are finished when nobody works on them any more: paying and giving back. */
export function recoverable() {
  return { pay: payOperation(), refund: refundOperation() } as const;
}

/** How a look at one key ended. Null: somebody else works on it, or it is finished. */
export type Recovered = Awaited<ReturnType<ReturnType<typeof engine>['recover']>>;

/** Finishes one purchase or refund now, as the worker does when its rest is over. */
export function recoverNow({ scope, operation, key }: ClaimId): Promise<Recovered> {
  const { pay, refund } = recoverable();
  if (operation === pay.name) return engine().recover(pay, scope, key);
  if (operation === refund.name) return engine().recover(refund, scope, key);
  throw new ShopError('not_found', 'Keys of this operation are never left open.');
}

/**
 * Finishes purchases whose client never came back and whose owner is gone, by the same declaration that the request
 * uses: young ones are sent again with their key, old ones are given up at the processor.
 */
export function recoverPurchases(signal: AbortSignal): Promise<void> {
  return recover(payOperation(), signal);
}

/** The same for refunds. */
export function recoverRefunds(signal: AbortSignal): Promise<void> {
  return recover(refundOperation(), signal);
}

async function recover<Input, Fact>(
  operation: EffectOperation<Tx, Input, Fact>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = await engine().abandoned(operation.name, batch);
  const one = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const end = await engine().recover(operation, next.scope, next.key);
      if (end !== null)
        log().info({ operation: operation.name, ...next, end }, 'an abandoned operation was worked on');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Applies messages of the processor that came before what they are about. */
export async function applyWaitingMessages(signal: AbortSignal): Promise<void> {
  for (const message of await waitingMessages(batch)) {
    if (signal.aborted) return;
    try {
      await applyMessage(message);
    } catch (error) {
      // One that cannot be applied must not keep the others from it.
      log().warn({ err: error, event: message.id }, 'a waiting message could not be applied yet');
      await postpone(message);
    }
  }
}
