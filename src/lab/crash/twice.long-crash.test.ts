import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '@/run/testbed/until';
import { Draw } from '../torture/draw';
import { CrashLane, type Pressed } from './crash-lane';
import { type CrashPoint, commitsBy, named } from './crash-point';
import { expectOnce } from './expectations';
import { payPath, pointsOfPurchase, pointsOfStore } from './points-of-store';
import { isLeased } from './what-is-true';

// The store is killed twice: at one exchange of a purchase, and after it came back at one exchange of the attempt that takes over.
// What that one does depends on how far the first has come. A sample of all pairs is drawn.

const { CRASH_SEED: seed, CRASH_PAIRS: count } = z
  .object({
    CRASH_SEED: z.coerce.number().int().default(1),
    CRASH_PAIRS: z.coerce.number().int().min(1).default(60),
  })
  .parse(process.env);

const lane = await CrashLane.open({ workers: 0, postgres: 'shared' });
const store = lane.shop.member('store-1');
afterAll(() => lane.close());

/** A purchase whose owner was killed at that point, at a store that has come back, when everybody may take it over. */
async function orphan(point: CrashPoint): Promise<Pressed & { readonly told: string | undefined }> {
  await lane.buy();
  const { shopper, purchase } = await lane.press();
  const first = await lane.kill('store-1', point, purchase.key, () => shopper.pay(purchase));
  await store.start();
  await until('its lease is over', async () => !(await isLeased(lane.shop, purchase.key)));
  return { shopper, purchase, told: first?.text };
}

function askAgain({ shopper, purchase }: Pressed) {
  return shopper.pay({ ...purchase, headers: { 'x-attempt': '2' } });
}

const points = await pointsOfPurchase(lane);

/** The crash points of the attempt that takes over, by how many transactions of the first have committed. */
const takeovers: CrashPoint[][] = [];
for (const commits of [0, 1, 2]) {
  const first = points.find((point) => commitsBy(point, points) === commits);
  if (!first) throw new Error('a purchase is two transactions');
  const left = await orphan(first);
  takeovers.push(await pointsOfStore(lane, payPath, 200, () => askAgain(left)));
}

const all = points.flatMap((first) =>
  (takeovers[commitsBy(first, points)] ?? []).map((second) => ({
    ...{ first, second },
    name: `${first.name}, then at exchange ${second.name} of the attempt that takes over`,
  })),
);
const pairs = sample(all, count, new Draw(`twice ${seed}`));
console.log(`CRASH_SEED=${seed} CRASH_PAIRS=${count}: ${pairs.length} of ${all.length} pairs`);

it.each(named(pairs))(
  'charges once when the store is killed at exchange %s',
  async (_, { first, second }) => {
    const { shopper, purchase, told } = await orphan(first);
    const again = await lane.kill('store-1', second, purchase.key, () => askAgain({ shopper, purchase }));
    await store.start();
    const stored = await lane.retry({ shopper, purchase });
    for (const text of [told, again?.text]) expect(text ?? stored.text).toBe(stored.text);
    await expectOnce(lane, { shopper, purchase });
  },
);

function sample<T>(from: readonly T[], size: number, draw: Draw): T[] {
  const left = [...from];
  return Array.from({ length: Math.min(size, left.length) }, () =>
    left.splice(draw.whole(0, left.length - 1), 1),
  ).flat();
}
