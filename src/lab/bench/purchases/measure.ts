import path from 'node:path';
import type { Figure, Measure, Measured, Options } from '../measured';
import { percentileMs } from '../shop/load';
import { type MeasuredShop, openMeasuredShop } from '../shop/open';
import { fillShelf } from '../shop/shelf';
import { PgbenchRun } from '../statements/pgbench';
import { type PurchaseScript, recordPurchases } from '../statements/purchase';
import { percent, ratioOf, spreadOf } from '../statistics';
import { inTurns } from '../turns';
import { laboratoryBuild } from '../unprotected/build';
import { type Contestant, overDriver, overHttp, overPgbench, type Turn, turnName } from './contestants';

/** How many shoppers are at it at a time. */
const crowds = [1, 8, 32];

/** They buy different things: what one row can stand is another question. */
const products = 32;

/** Two stores have so many connections each, and no shopper is turned away. */
const pool = { DATABASE_POOL: '24' };

const goals = { unprotected: 0.9, driver: 0.5 };
const percentiles = [50, 95, 99];

/** What a purchase costs of what it would cost without protection, and of what its statements alone cost. */
export async function measurePurchases(folder: string, options: Options): Promise<Measured> {
  const build = await laboratoryBuild();
  const shop = await openMeasuredShop(path.join(folder, 'purchases'), { latencyMs: 0, env: pool });
  try {
    const productIds = await fillShelf(shop, products);
    const laboratory = await shop.startStore({ name: 'laboratory-store', start: build.startStore });
    const script = await recordPurchases(shop, productIds);
    const course = { shop, forMs: options.seconds * 1_000 };
    const at = { productIds, hasKeys: true };
    const pgbench = await openPgbench(shop, script, folder);
    const contestants: Contestant[] = [
      await overHttp(course, { ...at, name: 'protected', storeUrls: [shop.url] }),
      await overHttp(course, {
        ...{ ...at, name: 'unprotected', hasKeys: false },
        ...{ storeUrls: [laboratory.url], procedure: 'laboratory.pay' },
      }),
      overDriver(course, script),
      ...(pgbench instanceof PgbenchRun ? [overPgbench(course, pgbench)] : []),
    ];
    const takers = crowds.flatMap((together) => contestants.map(({ turn }) => turn(together)));
    // Warm-up of the stores, of the connections, and of the guesses how much to prepare.
    const busiest = Math.max(...crowds);
    await inTurns(
      1,
      contestants.map(({ turn }) => turn(busiest)),
    );
    const turns = await inTurns(options.rounds, takers);
    const names = contestants.map(({ name }) => name);
    return {
      figures: [
        ...crowds.flatMap((together) => figuresOf(together, turns)),
        { text: pgbench instanceof PgbenchRun ? `${pgbench.version}, -M prepared` : pgbench },
        {
          text: `what was said: ${script.recorded.statements.length} statements in ${script.recorded.roundTrips} round trips a purchase; every turn moved orders, stock and ledger as often as it says`,
        },
      ],
      measures: crowds.flatMap((together) => measuresOf(together, names, turns)),
    };
  } finally {
    await shop.stop();
  }
}

/** Or why there is none. */
async function openPgbench(
  shop: MeasuredShop,
  script: PurchaseScript,
  folder: string,
): Promise<PgbenchRun | string> {
  try {
    return (await PgbenchRun.open(shop, script, folder)) ?? 'there is no pgbench in the PATH: not compared';
  } catch (error) {
    return `not compared with pgbench: ${error instanceof Error ? error.message : error}`;
  }
}

type Turns = ReadonlyMap<string, readonly Turn[]>;

const perSecond = (turns: Turns, contestant: string, together: number): number[] =>
  (turns.get(turnName(contestant, together)) ?? []).map((turn) => turn.perSecond);

function figuresOf(together: number, turns: Turns): Figure[] {
  const [ours, unprotected, driver] = ['protected', 'unprotected', 'node-postgres'].map((name) =>
    perSecond(turns, name, together),
  );
  if (!ours || !unprotected || !driver) throw new Error('three were asked for');
  const against = (others: readonly number[], name: string, least: number): Figure => {
    const ratio = ratioOf(ours, others);
    return {
      text: `${together} at once: ${spreadOf(ours).median.toFixed(1)} purchases a second, ${percent(ratio)} of ${name}`,
      goal: `at least ${100 * least} %`,
      isMet: ratio.median >= least,
    };
  };
  return [
    against(unprotected, 'the same without protection', goals.unprotected),
    against(driver, 'the same statements through node-postgres', goals.driver),
  ];
}

function measuresOf(together: number, names: readonly string[], turns: Turns): Measure[] {
  const timed = names.filter((name) => name !== 'pgbench');
  return [
    {
      ...{ name: `purchases, ${together} at once`, unit: 'a second' },
      contestants: names.map((name) => ({ name, values: perSecond(turns, name, together) })),
    },
    ...percentiles.map((part) => ({
      ...{ name: `one purchase of ${together} at once, p${part}`, unit: 'ms', isDetail: true },
      contestants: timed.map((name) => ({
        name,
        values: [
          percentileMs(
            (turns.get(turnName(name, together)) ?? []).flatMap(({ times }) => times),
            part,
          ),
        ],
      })),
    })),
  ];
}
