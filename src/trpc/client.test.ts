import { expect, it } from 'vitest';
import { classifyHttp, type Failure } from '@/retry';
import { createClient, failureOf } from './client';

/** What the page makes of an answer to a call. */
async function failureAfter(answer: () => Response | Promise<never>): Promise<Failure> {
  const client = createClient({ fetch: async () => answer() });
  const error = await client.checkout.close.mutate({ key: 'k' }).catch((thrown: unknown) => thrown);
  return failureOf(error);
}

const ofShop = (status: number, data: Record<string, unknown>) => () =>
  Response.json({ error: { message: 'No.', code: -32_603, data } }, { status });

it('takes the word of the shop', async () => {
  const busy = { reason: 'overloaded', retry: 'same_key', retryAfterMs: 2_500 };
  expect(await failureAfter(ofShop(503, busy))).toEqual({
    kind: 'busy',
    retryAfterMs: 2_500,
    isFree: false,
  });
  const inDoubt = { reason: 'payment_in_doubt', retry: 'same_key' };
  expect(await failureAfter(ofShop(503, inDoubt))).toMatchObject({ kind: 'broken' });
  expect(await failureAfter(ofShop(402, { reason: 'card_declined', retry: 'new_key' }))).toMatchObject({
    kind: 'refused',
  });
});

it('lets an attempt that is under way be asked after for free', async () => {
  const underWay = { reason: 'attempt_in_progress', retry: 'same_key', retryAfterMs: 1_000 };
  expect(await failureAfter(ofShop(409, underWay))).toEqual({
    kind: 'busy',
    retryAfterMs: 1_000,
    isFree: true,
  });
});

it('reads status and Retry-After of a proxy, whatever its body is', async () => {
  for (const [status, kind] of [
    [503, 'broken'],
    [502, 'broken'],
    [429, 'busy'],
    [403, 'refused'],
  ] as const) {
    for (const body of ['<h1>No</h1>', '', null]) {
      const headers = { 'retry-after': '30', 'content-type': 'text/html' };
      const failure = await failureAfter(() => new Response(body, { status, headers }));
      expect(failure).toEqual(classifyHttp({ status, retryAfterMs: 30_000 }));
      expect(failure.kind).toBe(kind);
    }
  }
});

it('believes nothing to be certain where no answer came, or one that cannot be read', async () => {
  expect(await failureAfter(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual({
    kind: 'lost',
  });
  expect(await failureAfter(() => new Response('<h1>Please log in to this hotel</h1>'))).toEqual({
    kind: 'lost',
  });
  const cut = () => new Response('{"result":', { headers: { 'content-type': 'application/json' } });
  expect(await failureAfter(cut)).toEqual({ kind: 'lost' });
});
