import { until } from '@/run/testbed/until';
import { type Fleet, openFleet } from './fleet';
import { Shoppers } from './shoppers';
import type { Shown } from './show';
import { whatIsWrong } from './verdict';

export interface StatelessRequest {
  readonly databaseUrl: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly logFolder: string;
  readonly shoppers: number;
  /** How many purchases are paid between one death and the next. */
  readonly stretch: number;
}

/**
 * Two stores and two workers behind a balancer. People buy while one store and one worker are killed, and come back: whichever
 * store an attempt reaches, it is told the same.
 */
export async function showStateless(request: StatelessRequest): Promise<Shown> {
  const { shoppers: count, stretch, ...place } = request;
  const fleet = await openFleet({ ...place, stores: 2, workers: 2 });
  try {
    const shoppers = new Shoppers(fleet.balancer.url, count);
    await shoppers.untilPaid(stretch);
    const underWay = await dieAndComeBack(fleet, shoppers, stretch);
    await shoppers.goHome();
    const { purchases, paid, askedAgain } = shoppers;
    const spread = purchases.filter(({ request: { key } }) => fleet.balancer.storesOf(key) === 2).length;
    const wrong = [...(await whatIsWrong(fleet, purchases))];
    if (spread === 0) wrong.push('no purchase was asked for at two stores: nothing was tested');
    return {
      seen: `${purchases.length} purchases (${paid.length} paid), ${spread} of them at both stores, ${underWay} under way when a store was killed, ${askedAgain} calls repeated`,
      wrong,
    };
  } finally {
    await fleet.stop();
  }
}

/** How long the processor takes while the death is prepared, in milliseconds: it charges first, and answers after that. */
const slowMs = 1_200;

/**
 * A store and a worker are killed while cards are charged of which the shop does not know yet, people go on buying, and both are
 * started again. Returns how many purchases were under way at that moment.
 */
async function dieAndComeBack(fleet: Fleet, shoppers: Shoppers, stretch: number): Promise<number> {
  const [store, worker] = [fleet.member('store-1'), fleet.member('worker-1')];
  // The processor's messages would tell the other store what became of a charge: they come later.
  await fleet.processor.configure({ latencyMs: slowMs, webhooks: { mode: 'never' } });
  await untilCharged(fleet);
  const { underWay } = shoppers;
  store.kill('SIGKILL');
  worker.kill('SIGKILL');
  await Promise.all([store.exited, worker.exited]);
  await fleet.processor.setLatency(0);
  await shoppers.untilPaid(stretch);
  await Promise.all([store.start(), worker.start()]);
  await fleet.processor.configure({ webhooks: { mode: 'normally' } });
  await fleet.processor.redeliver({ which: 'undelivered' });
  await shoppers.untilPaid(stretch);
  return underWay;
}

/** Waits until cards are charged for purchases whose payment the shop still calls processing. */
function untilCharged({ processor, sql }: Fleet): Promise<void> {
  const text = "SELECT count(*)::int FROM payment WHERE status = 'processing' AND key = ANY($1)";
  return until('cards are charged that the shop does not know of', async () => {
    const keys = (await processor.books()).charges.map(({ metadata }) => metadata.key);
    const [row] = await sql<{ count: number }>(text, [keys]);
    return (row?.count ?? 0) > 1;
  });
}
