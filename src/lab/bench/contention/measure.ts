import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Figure, Measured, Options } from '../measured';
import { type Course, overHttp, type Turn } from '../purchases/contestants';
import { lockShare, type Sight, waitShares, watchDatabase } from '../shop/database-watch';
import { type MeasuredShop, openMeasuredShop } from '../shop/open';
import { familyTimeMs, processorTimeMs } from '../shop/processor-time';
import { fillShelf } from '../shop/shelf';
import { percent, ratioOf } from '../statistics';
import { inTurns, type TurnTaker } from '../turns';

const products = 32;
/** How many buy at a time. */
const together = 16;
/** From so many cores on two stores can do more than one: below, the database, the processor and the buyers need them too. */
const coresOfTwoStores = 4;

const goals = { oneProduct: 0.6, twoStores: 1.5 };

/** What it costs that everybody wants the same thing, and whether a second store helps. */
export async function measureContention(folder: string, options: Options): Promise<Measured> {
  const shop = await openMeasuredShop(path.join(folder, 'contention'), { latencyMs: 0 });
  try {
    const productIds = await fillShelf(shop, products);
    const second = await shop.startStore({ name: 'second-store' });
    const course: Course = { shop, forMs: options.seconds * 1_000 };
    const buying = async (name: string, storeUrls: readonly string[], wanted = productIds) =>
      (await overHttp(course, { name, hasKeys: true, storeUrls, productIds: wanted })).turn(together);
    const programs = {
      'store 1': () => processorTimeMs(shop.store.pid),
      'store 2': () => processorTimeMs(second.pid),
      database: () => familyTimeMs(shop.postgresPid),
      processor: () => processorTimeMs(shop.processor.pid),
      buyers: () => processorTimeMs(process.pid),
    };
    const both = watched(await buying('two stores', [shop.url, second.url]), shop, programs);
    const takers = [
      await buying('one product', [shop.url], productIds.slice(0, 1)),
      await buying('many products, one store', [shop.url]),
      both.taker,
    ];
    await inTurns(1, takers);
    both.forget();
    const turns = await inTurns(options.rounds, takers);
    const [one, many, two] = takers.map(({ name }) => perSecond(turns.get(name)));
    if (!one || !many || !two) throw new Error('three were asked for');
    const cores = availableParallelism();
    const ofProducts = ratioOf(one, many);
    const ofStores = ratioOf(two, many);
    return {
      figures: [
        {
          text: `everybody buys one product: ${percent(ofProducts)} of what is sold of ${products}`,
          goal: `at least ${100 * goals.oneProduct} %`,
          isMet: ofProducts.median >= goals.oneProduct,
        },
        {
          text: `two stores on ${cores} cores: ${percent(ofStores)} of one`,
          ...(cores >= coresOfTwoStores && {
            goal: `at least ${100 * goals.twoStores} %`,
            isMet: ofStores.median >= goals.twoStores,
          }),
        },
        ...both.tell(),
      ],
      measures: [
        {
          ...{ name: `purchases, ${together} at once`, unit: 'a second' },
          contestants: [
            { name: 'many products, one store', values: many },
            { name: 'one product', values: one },
            { name: 'two stores', values: two },
          ],
        },
      ],
    };
  } finally {
    await shop.stop();
  }
}

const percentOf = (part: number): string => `${(100 * part).toFixed(1)} %`;

const perSecond = (turns: readonly Turn[] = []): number[] => turns.map((turn) => turn.perSecond);

/** Watches over the turns of one what the database waits for, and who has the machine. */
function watched(
  taker: TurnTaker<Turn>,
  shop: MeasuredShop,
  programs: Readonly<Record<string, () => number | undefined>>,
) {
  let sights: Sight[] = [];
  let elapsedMs = 0;
  let used = new Map<string, number>();
  const times = () => Object.entries(programs).map(([name, used]) => [name, used()] as const);
  const take = async (): Promise<Turn> => {
    const before = new Map(times());
    const startedAt = performance.now();
    const watching = await watchDatabase(shop.databaseUrl, taker.take);
    elapsedMs += performance.now() - startedAt;
    for (const [name, after = Number.NaN] of times()) {
      used.set(name, (used.get(name) ?? 0) + after - (before.get(name) ?? Number.NaN));
    }
    sights.push(...watching.sights);
    return watching.result;
  };
  return {
    taker: { ...taker, take },
    forget: (): void => {
      sights = [];
      elapsedMs = 0;
      used = new Map();
    },
    tell: (): Figure[] => {
      const cores = [...used].map(([name, ms]) => `${name} ${(ms / elapsedMs).toFixed(2)}`);
      return [
        {
          text: `what the connections of two stores wait for when at work: ${waitShares(sights)}; for a lock of a row or a key: ${percentOf(lockShare(sights))}`,
        },
        {
          text: [...used.values()].some(Number.isNaN)
            ? 'who has the cores meanwhile: unknown on this system'
            : `cores in use meanwhile, of ${availableParallelism()}: ${cores.join(', ')}`,
        },
      ];
    },
  };
}
