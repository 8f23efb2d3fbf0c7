import type { Currency } from '@/platform/currencies';
import type { Tx } from '@/platform/database';

/**
 * Whether a shopper could use a code now, in a currency. A hint for the cart, without a lock: whether it can be used is
 * decided when it is taken.
 */
export async function usableHere(
  tx: Tx,
  code: string,
  shopperId: string,
  currency: Currency,
): Promise<boolean> {
  const usable = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM promo WHERE code = ${code}
      AND (usage_limit IS NULL OR used < usage_limit) AND (expires_at IS NULL OR expires_at > clock_timestamp())
      AND (per_shopper_limit IS NULL OR per_shopper_limit > (
        SELECT count(*) FROM "order" WHERE promo_code = ${code} AND shopper_id = ${shopperId}::uuid AND status <> 'cancelled'))
      AND (kind <> 'fixed' OR EXISTS (
        SELECT 1 FROM promo_amount amount WHERE amount.code = promo.code AND amount.currency = ${currency}))`;
  return usable.length > 0;
}

/**
 * Uses a code once for a shopper. False when one of its limits is reached or its time is over. The check and the use are one
 * statement; it also locks the code, so that the shopper's own orders are counted by one at a time.
 */
export async function takePromo(tx: Tx, code: string, shopperId: string): Promise<boolean> {
  const [taken] = await tx.$queryRaw<{ perShopperLimit: number | null }[]>`
    UPDATE promo SET used = used + 1
    WHERE code = ${code} AND (usage_limit IS NULL OR used < usage_limit)
      AND (expires_at IS NULL OR expires_at > clock_timestamp())
    RETURNING per_shopper_limit AS "perShopperLimit"`;
  if (!taken) return false;
  if (taken.perShopperLimit === null) return true;
  // A statement of its own: it sees what the last holder of the lock has committed.
  const usedByShopper = await tx.order.count({
    where: { promoCode: code, shopperId, status: { not: 'cancelled' } },
  });
  return usedByShopper < taken.perShopperLimit;
}
