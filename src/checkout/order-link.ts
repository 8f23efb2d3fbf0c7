import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '@/platform/env';

/**
 * The secret part of an order's link, for guests who read it in another browser: whoever has it may read that one order, and
 * nothing else. It is derived from the session secret and the order's id, so nothing is stored, and it cannot be guessed. It is
 * good for as long as the shop knows the secret it was made with.
 */
export function orderToken(orderId: string, secret: string = env().sessionSecrets[0]): string {
  return createHmac('sha256', secret).update(`order link ${orderId}`).digest('base64url');
}

/** Whether a token is one of this order; it takes as long whatever is wrong with it. */
export function isOrderToken(orderId: string, token: string): boolean {
  const given = Buffer.from(token);
  const matches = env().sessionSecrets.map((secret) => {
    const expected = Buffer.from(orderToken(orderId, secret));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return matches.includes(true);
}

/** Where the order can be read, under the shop's own address. */
export function orderLink(orderId: string): string {
  return new URL(`/orders/${orderId}?token=${orderToken(orderId)}`, env().publicUrl).href;
}
