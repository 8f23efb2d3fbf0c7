import { v4 } from 'uuid';
import { payButton, retrying, systemClock } from '@/retry';

/** Told before each attempt, and after a failure how long it waits. */
export interface ClientWatch {
  attempt(number: number, key: string | undefined): void;
  waits(attempt: number, delayMs: number): void;
}

/**
 * A client that tries as often and as patiently as the shop's own, and is wrong about one thing: it sends no key, or makes a new
 * one for each attempt.
 */
export async function payWrongly(
  { url, key: keyKind }: { readonly url: string; readonly key: 'none' | 'new_each_attempt' },
  random: () => number,
  watch: ClientWatch,
  signal: AbortSignal,
): Promise<void> {
  await retrying(
    payButton,
    async (attempt) => {
      const key = keyKind === 'none' ? undefined : v4();
      watch.attempt(attempt.number, key);
      const response = await fetch(`${url}/pay`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'x-attempt': String(attempt.number) },
          ...(key === undefined ? {} : { 'idempotency-key': JSON.stringify(key) }),
        },
        body: JSON.stringify({ amount: 4_200, paymentMethodId: 'pm_card_visa' }),
        signal: attempt.signal,
      });
      if (!response.ok) throw new Error(`the shop answered ${response.status}`);
      await response.text();
    },
    {
      ...{ clock: systemClock, random, signal, failureOf: () => ({ kind: 'lost' }) },
      observe: ({ attempt, decision }) => {
        if (decision.kind === 'again') watch.waits(attempt, decision.delayMs);
      },
    },
  );
}
