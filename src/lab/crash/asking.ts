import { expect } from 'vitest';
import type { ApiAnswer } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';

/** One more attempt of somebody, with the same key and input. Rejects where nobody answers. */
export type Ask = () => Promise<ApiAnswer>;

/** A caller's retries, until one is given the answer that is final. */
export async function askUntil(status: number, ask: Ask): Promise<ApiAnswer> {
  let last: ApiAnswer | undefined;
  await until(
    'the caller is given a stored answer',
    async () => {
      last = await ask().catch(() => undefined);
      return last?.status === status;
    },
    30_000,
  );
  if (!last) throw new Error('until has seen an answer');
  return last;
}

/** Whoever asks again is told the same bytes, and that it is a repeat. */
export async function expectRepeated(stored: ApiAnswer, ask: Ask): Promise<void> {
  for (const _ of [1, 2]) {
    const again = await ask();
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([stored.text, 'true']);
  }
}
