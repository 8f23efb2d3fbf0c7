import { setTimeout as sleep } from 'node:timers/promises';
import type { WiredShop } from '../wired-shop';
import type { Chronicle } from './chronicle';
import type { Draw } from './draw';
import type { World } from './world';

/** A promo code that shoppers race for: its limit is raised from time to time. */
const rareCode = 'RARE';

/** Fewer units than this, and shoppers race for them. */
const plentyFrom = 1_000;

/** What there is to buy, with which codes. */
export async function readSupplies(
  shop: WiredShop,
): Promise<Pick<World, 'plenty' | 'scarce' | 'promoCodes'>> {
  await shop.sql(
    "INSERT INTO promo (code, kind, value, description, usage_limit) VALUES ($1, 'percent', 25, 'Torture', 2)",
    [rareCode],
  );
  const products = await shop.sql<{ id: string; stock: number }>(
    'SELECT id::text, stock FROM product ORDER BY sort_order',
  );
  const ids = (isPlenty: boolean) =>
    products.filter(({ stock }) => stock >= plentyFrom === isPlenty).map(({ id }) => id);
  return {
    plenty: ids(true),
    scarce: ids(false).slice(-5),
    promoCodes: ['TAPTAP10', 'FIVEOFF', 'SHIPFREE', 'ONCE', rareCode, rareCode],
  };
}

/** A few units of what is scarce come in, and a few uses of the rare code, until the signal. */
export async function deliver(
  shop: WiredShop,
  world: World,
  draw: Draw,
  chronicle: Chronicle,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(draw.between(3_000, 6_000), undefined, { signal }).catch(() => undefined); // the end of the wait
    const units = draw.whole(1, 3);
    const productId = draw.pick(world.scarce);
    try {
      await shop.sql(
        'UPDATE product SET stock = stock + $1, stock_received = stock_received + $1 WHERE id = $2',
        [units, productId],
      );
      await shop.sql('UPDATE promo SET usage_limit = usage_limit + 1 WHERE code = $1', [rareCode]);
      chronicle.note('supplies', `${units} of ${productId} came in`);
    } catch (error) {
      chronicle.note('supplies', `nothing came in: ${error}`); // PostgreSQL is down at the moment
    }
  }
}
