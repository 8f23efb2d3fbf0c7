import type { QueryClient } from '@tanstack/react-query';
import { backoffMs, payButton, systemClock } from '@/retry';
import type { Client } from '@/trpc/client';
import { endOfClosed } from './purchase-end';
import type { PurchaseState } from './purchase-state';
import type { StoredPurchase } from './purchase-storage';

/** How soon the shop is asked again about a purchase that it does not know the end of, in milliseconds. */
const askEveryMs = 3_000;

/**
 * Closes a purchase for good and asks the shop what became of it, until it knows: only a stored answer lets the page say so.
 * Asking charges nothing, and is repeated like a read. It waits while the browser is offline.
 *
 * @param onUnknown told before each question, with the order that the purchase has as far as is known
 */
export async function askOutcome(
  queryClient: QueryClient,
  client: Client,
  { key, input }: StoredPurchase,
  knownOrderId: string | null,
  onUnknown: (orderId: string | null) => void,
): Promise<PurchaseState> {
  let orderId = knownOrderId;
  for (let silences = 0; ; ) {
    onUnknown(orderId);
    const closed = await queryClient
      .fetchQuery({
        queryKey: ['purchase', key],
        queryFn: () =>
          client.checkout.close.mutate(
            { key, cartId: input?.cartId },
            { signal: AbortSignal.timeout(payButton.attemptTimeoutMs) },
          ),
        networkMode: 'online',
        staleTime: 0,
        gcTime: 0,
      })
      .catch(() => null);
    orderId = closed?.orderId ?? orderId;
    const end = closed && endOfClosed(closed);
    if (end) return end;
    silences = closed ? 0 : silences + 1;
    const backOffMs = silences === 0 ? 0 : backoffMs(payButton, silences, Math.random());
    await systemClock.sleep(Math.max(askEveryMs, backOffMs));
  }
}
