import path from 'node:path';
import pg from 'pg';
import { reapExpiredKeys } from '@/jobs/reaper';
import { connect, databaseLimits } from '@/platform/database';
import { TestShopper } from '@/run/testbed/shopper';
import type { Measured, Options } from '../measured';
import type { Turn } from '../purchases/contestants';
import { Buyers } from '../shop/buyers';
import { countEndings, percentileMs } from '../shop/load';
import { type MeasuredShop, openMeasuredShop } from '../shop/open';
import { fillShelf } from '../shop/shelf';
import { ratioOf } from '../statistics';
import { keepBusy } from '../steady';
import { inTurns, type TurnTaker } from '../turns';
import { expireKeys } from './keys';
import { addOrders } from './orders';

/** How many buy at a time. */
const together = 4;
const products = 32;
/** A turn takes so much longer than others: a p99 needs many. */
const longer = 3;
/** So many are prepared for. */
const mostPerSecond = 500;
/** More than the reaper is ready with in a turn. */
const expiredATurn = 100_000;
/** No reaping takes so long. */
const patienceMs = 60_000;

const goals = { reaping: 1.25 };

/** Purchases in a young shop against an old one, and against the old one while its reaper is at work. */
export async function measureGrownShop(
  young: MeasuredShop,
  folder: string,
  options: Options,
): Promise<Measured> {
  const old = await openMeasuredShop(path.join(folder, 'old'), { latencyMs: 0 });
  const reaper = connect(old.databaseUrl, 1, databaseLimits(patienceMs));
  try {
    const shopper = new TestShopper(old.url);
    const [productId = ''] = Object.values(await shopper.products());
    await shopper.pay(await shopper.fillCart({ [productId]: 1 }));
    await addOrders(old.databaseUrl, options.orders);
    const names = {
      young: 'a young shop',
      old: `a shop of ${count(options.orders)} orders`,
      reaping: 'the same while it reaps',
    };
    let reaped = 0;
    const whileReaping = (taker: TurnTaker<Turn>): TurnTaker<Turn> => ({
      ...taker,
      prepare: async () => {
        await taker.prepare?.();
        await expire(old, expiredATurn);
        await old.rest();
      },
      take: async () => {
        const ending = new AbortController();
        const reaping = reapExpiredKeys(ending.signal, reaper);
        const turn = await taker.take();
        ending.abort();
        const count = await reaping;
        if (count >= expiredATurn) throw new Error('the reaper was ready before the purchases were');
        reaped += count;
        return turn;
      },
    });
    const forMs = longer * options.seconds * 1_000;
    const buying = (shop: MeasuredShop, name: string) => buyingAt(shop, name, forMs);
    const takers = [
      await buying(young, names.young),
      await buying(old, names.old),
      whileReaping(await buying(old, names.reaping)),
    ];
    await inTurns(1, takers);
    const turns = await inTurns(options.rounds, takers);
    const values = (name: string, percent: number) =>
      (turns.get(name) ?? []).map(({ times }) => percentileMs(times, percent));
    const [aged50, aged99] = [50, 99].map((percent) =>
      ratioOf(values(names.old, percent), values(names.young, percent)),
    );
    const reaping99 = ratioOf(values(names.reaping, 99), values(names.old, 99));
    return {
      figures: [
        {
          text: `purchases among ${count(options.orders)} orders: p50 ${times(aged50?.median)}, p99 ${times(aged99?.median)} times those of a young shop`,
        },
        {
          text: `p99 of purchases while ${count(reaped)} expired keys are reaped: ${times(reaping99.median)} times (${times(reaping99.least)}..${times(reaping99.most)}) that without`,
          goal: `at most ${goals.reaping} times`,
          isMet: reaping99.median <= goals.reaping,
        },
      ],
      measures: [50, 99].map((percent) => ({
        ...{ name: `purchases, ${together} at once, p${percent}`, unit: 'ms', isDetail: percent === 50 },
        contestants: Object.values(names).map((name) => ({ name, values: values(name, percent) })),
      })),
    };
  } finally {
    await reaper.$disconnect();
    await old.stop();
  }
}

async function buyingAt(shop: MeasuredShop, name: string, forMs: number): Promise<TurnTaker<Turn>> {
  const productIds = await fillShelf(shop, products);
  const buyers = await Buyers.invite(shop, 1, { storeUrls: [shop.url], productIds });
  return {
    name,
    prepare: async () => {
      await buyers.becomeAtLeast((mostPerSecond * forMs) / 1_000);
      await shop.rest();
    },
    take: async () => {
      const { all, counted, perSecond } = await keepBusy(() => buyers.press(), together, forMs);
      if (all.some(({ what }) => what !== 'paid')) throw new Error(`${name}: ${countEndings(all)}`);
      return { perSecond, times: counted };
    },
  };
}

async function expire(shop: MeasuredShop, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl, options: '-c synchronous_commit=off' });
  await client.connect();
  try {
    await expireKeys(client, count);
  } finally {
    await client.end();
  }
}

const count = (number: number): string => number.toLocaleString('en');
const times = (ratio = Number.NaN): string => ratio.toFixed(2);
