import { engine } from '@/checkout/engine';
import { payOperation } from '@/checkout/pay';
import { refundOperation } from '@/checkout/refund';
import type { EffectOperation } from '@/idempotency';
import { postpone, waitingMessages } from '@/payments/inbox';
import { applyMessage } from '@/payments/webhooks';
import type { Tx } from '@/platform/database';
import { log } from '@/platform/log';

/** How many abandoned keys one look takes, and how many of them are worked on at a time. */
const batch = 16;
const atOnce = 4;

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
