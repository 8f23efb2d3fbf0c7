import path from 'node:path';
import { TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';
import type { Figure, Measure, Measured, Options } from '../measured';
import { openMeasuredShop } from '../shop/open';
import { quantile, ratioOf } from '../statistics';
import { measureGrownShop } from './grown-shop';
import { KeyTable, type Model } from './keys';

/** So many claims and replays a turn: a hundredth of them is still worth looking at. */
const callsATurn = 1_000;
/** So many expired keys are reaped a turn. */
const reapedATurn = 5_000;
const fewest = 10_000;

const goals = { growth: 1.25 };

/** What becomes of claims, replays, reaping and purchases when the tables have grown. */
export async function measureGrowth(folder: string, options: Options): Promise<Measured> {
  const shop = await openMeasuredShop(path.join(folder, 'growth'), { latencyMs: 0 });
  const tables: KeyTable[] = [];
  try {
    const model = await modelOf(shop);
    for (const count of [fewest, 1_000_000, options.keys].filter((count) => count <= options.keys)) {
      if (tables.some((table) => table.count === count)) continue;
      tables.push(await KeyTable.fill(shop.databaseUrl, count, model));
    }
    const keys = await compareTables(tables, options.rounds);
    const grown = await measureGrownShop(shop, folder, options);
    return {
      figures: [...keys.figures, ...grown.figures],
      measures: [...(keys.measures ?? []), ...(grown.measures ?? [])],
    };
  } finally {
    for (const table of tables) await table.close();
    await shop.stop();
  }
}

/** One purchase, and what the shop has kept of it. */
async function modelOf(shop: Awaited<ReturnType<typeof openMeasuredShop>>): Promise<Model> {
  const shopper = new TestShopper(shop.url);
  const [productId = ''] = Object.values(await shopper.products());
  await shopper.pay(await shopper.fillCart({ [productId]: 1 }));
  let models: Model[] = [];
  await until('the attempt is recorded', async () => {
    models = await shop.sql<{ key: object; attempt: object }>(
      'SELECT to_jsonb(k) AS key, to_jsonb(a) AS attempt FROM idempotency_key k JOIN attempt a USING (scope, operation, key)',
    );
    return models.length > 0;
  });
  const [model] = models;
  if (!model) throw new Error('until has seen one');
  return model;
}

const works = ['claim', 'replay'] as const;

async function compareTables(tables: readonly KeyTable[], rounds: number): Promise<Measured> {
  const [few, ...grown] = tables;
  if (!few) throw new Error('there is a smallest table');
  const measures: Measure[] = [];
  const figures: Figure[] = [];
  for (const work of works) {
    const turns = new Map<KeyTable, number[][]>(tables.map((table) => [table, []]));
    for (let round = -1; round < rounds; round += 1) {
      const times = new Map<KeyTable, number[]>(tables.map((table) => [table, []]));
      // Call by call: whatever else the machine does falls on all of them.
      for (let call = 0; call < callsATurn; call += 1) {
        for (const table of tables) times.get(table)?.push(await table[work]());
      }
      // The first round warms them up.
      if (round >= 0) for (const table of tables) turns.get(table)?.push(times.get(table) ?? []);
    }
    for (const part of [0.5, 0.99]) {
      const values = (table: KeyTable) => (turns.get(table) ?? []).map((times) => quantile(times, part));
      measures.push({
        ...{ name: `${work}, p${100 * part}`, unit: 'ms', isDetail: part !== 0.5 },
        contestants: tables.map((table) => ({ name: named(table), values: values(table) })),
      });
      for (const table of grown) {
        const { median, least, most } = ratioOf(values(table), values(few));
        figures.push({
          text: `${work} among ${named(table)}, p${100 * part}: ${times(median)} that among ${named(few)} (${times(least)}..${times(most)})`,
          goal: `at most ${goals.growth} times`,
          isMet: median <= goals.growth,
        });
      }
    }
  }
  const reaping = await compareReaping(tables, rounds);
  return { figures: [...figures, ...reaping.figures], measures: [...measures, ...(reaping.measures ?? [])] };
}

async function compareReaping(tables: readonly KeyTable[], rounds: number): Promise<Measured> {
  const perSecond = new Map<KeyTable, number[]>(tables.map((table) => [table, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const table of tables) {
      await table.expire(reapedATurn);
      perSecond.get(table)?.push((1_000 * reapedATurn) / (await table.reap(reapedATurn)));
    }
  }
  const contestants = tables.map((table) => ({ name: named(table), values: perSecond.get(table) ?? [] }));
  const told = contestants.map(
    ({ name, values }) => `${quantile(values, 0.5).toFixed(0)} a second among ${name}`,
  );
  return {
    figures: [{ text: `expired keys reaped: ${told.join(', ')}` }],
    measures: [{ name: 'keys reaped', unit: 'a second', contestants }],
  };
}

const named = ({ count }: KeyTable): string => `${count.toLocaleString('en')} keys`;
const times = (ratio: number): string => ratio.toFixed(2);
