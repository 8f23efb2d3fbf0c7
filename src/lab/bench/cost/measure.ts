import path from 'node:path';
import type { Figure, Measure, Measured, Options } from '../measured';
import { Buyers } from '../shop/buyers';
import { countEndings } from '../shop/load';
import { type MeasuredShop, openMeasuredShop } from '../shop/open';
import { familyTimeMs, processorTimeMs } from '../shop/processor-time';
import { fillShelf } from '../shop/shelf';
import { recordPurchases } from '../statements/purchase';
import { median } from '../statistics';
import { type Memory, memoryTeller } from './memory';

const products = 32;
/** How many buy at a time. */
const together = 8;
/** A store has opened its connections and compiled its code after so many. */
const warmUp = 300;
/** So many stand in line at a time, and are one value of what a purchase costs. */
const atATime = 500;

/** What a purchase costs, in processor time, round trips, disk and memory. */
export async function measureCost(folder: string, options: Options): Promise<Measured> {
  const teller = memoryTeller(folder);
  const shop = await openMeasuredShop(path.join(folder, 'cost'), { latencyMs: 0, env: teller.env });
  try {
    const productIds = await fillShelf(shop, products);
    const { recorded } = await recordPurchases(shop, productIds);
    const transactions = recorded.statements.filter(({ text }) => /^\s*COMMIT\b/i.test(text)).length;
    const buyers = await Buyers.invite(shop, warmUp, { storeUrls: [shop.url], productIds });
    await buy(buyers, warmUp);

    const memories = [await teller.ask(shop)];
    const times: { readonly store: number; readonly postgres: number }[] = [];
    const half = Math.floor(options.purchases / 2);
    for (const until of [half, options.purchases]) {
      for (let made = memories.length === 1 ? 0 : half; made < until; ) {
        const count = Math.min(atATime, until - made);
        await buyers.becomeAtLeast(count);
        times.push(await timed(shop, count, () => buy(buyers, count)));
        made += count;
      }
      memories.push(await teller.ask(shop));
    }
    const [bytes] = await keySizes(shop);
    const perPurchase = (whose: 'store' | 'postgres') => times.map((time) => time[whose]);
    return {
      figures: [
        ...(['store', 'postgres'] as const).map((whose) => ({
          text: `processor time of ${whose === 'store' ? 'the store' : 'PostgreSQL'}: ${milliseconds(median(perPurchase(whose)))} a purchase`,
        })),
        {
          text: `${recorded.roundTrips} round trips to the database and ${transactions} transactions a purchase, with the record of the attempt after its answer`,
        },
        {
          text: `${bytes?.each ?? 'unknown'} bytes a stored key, its indexes included (${bytes?.count ?? 0} keys)`,
        },
        ...memoryFigures(memories, options.purchases),
      ],
      measures: [
        detail('processor time of the store, a purchase', 'ms', perPurchase('store')),
        detail('processor time of PostgreSQL, a purchase', 'ms', perPurchase('postgres')),
        detail(
          'resident memory of a store: start, half, end',
          'MB',
          memories.map(({ rss }) => megabytes(rss)),
        ),
        detail(
          'heap in use of a store: start, half, end',
          'MB',
          memories.map(({ heapUsed }) => megabytes(heapUsed)),
        ),
      ],
    };
  } finally {
    await shop.stop();
  }
}

/** What is compared with nothing. */
function detail(name: string, unit: string, values: readonly number[]): Measure {
  return { name, unit, contestants: [{ name: 'protected', values }], isDetail: true };
}

/** So many of them buy, a few at a time. Throws where one of them is not sold anything. */
async function buy(buyers: Buyers, count: number): Promise<void> {
  let left = count;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const ending = await buyers.press();
      if (ending.what !== 'paid') throw new Error(`a purchase ended with ${countEndings([ending])}`);
    }
  };
  await Promise.all(Array.from({ length: together }, one));
}

/** What the work took of the processor for each of so many purchases, in milliseconds; NaN where the system does not say. */
async function timed(shop: MeasuredShop, count: number, work: () => Promise<void>) {
  const now = () => ({
    store: processorTimeMs(shop.store.pid) ?? Number.NaN,
    postgres: familyTimeMs(shop.postgresPid) ?? Number.NaN,
  });
  const before = now();
  await work();
  const after = now();
  return {
    store: (after.store - before.store) / count,
    postgres: (after.postgres - before.postgres) / count,
  };
}

function keySizes(shop: MeasuredShop): Promise<{ each: number; count: number }[]> {
  return shop.sql('VACUUM idempotency_key').then(() =>
    shop.sql<{ each: number; count: number }>(
      `SELECT round(pg_total_relation_size('idempotency_key') / count(*)::numeric)::int AS each, count(*)::int AS count
         FROM idempotency_key`,
    ),
  );
}

function memoryFigures(memories: readonly Memory[], purchases: number): Figure[] {
  const moments = ['at the start', `after ${Math.floor(purchases / 2)} purchases`, `after ${purchases}`];
  const told = memories.map(
    ({ rss, heapUsed }, index) =>
      `${moments[index]} ${megabytes(rss).toFixed(0)} MB, of them ${megabytes(heapUsed).toFixed(1)} MB heap in use`,
  );
  return [{ text: `memory of the store: ${told.join('; ')}` }];
}

const megabytes = (bytes: number): number => bytes / 2 ** 20;

const milliseconds = (value: number): string =>
  Number.isNaN(value) ? 'unknown on this system' : `${value.toFixed(2)} ms`;
