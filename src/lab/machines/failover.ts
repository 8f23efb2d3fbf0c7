import { type ApiAnswer, expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';
import { type Fleet, openFleet } from './fleet';
import { patienceMs, patiently } from './patience';
import { openPrimaryAndStandby } from './primary-and-standby';
import { Shoppers } from './shoppers';
import type { Shown } from './show';
import { whatIsWrong } from './verdict';

export interface FailoverRequest {
  readonly logFolder: string;
  readonly shoppers: number;
  /** How many purchases are paid before the primary dies, and after the standby has taken over. */
  readonly stretch: number;
}

/**
 * The primary dies while people buy, and its synchronous standby takes over at the same address. Stores and workers are not
 * restarted. Everybody who was told "paid" before is told the same bytes after, and is charged once.
 */
export async function showFailover({ logFolder, shoppers: count, stretch }: FailoverRequest): Promise<Shown> {
  const database = await openPrimaryAndStandby(true, logFolder);
  try {
    const fleet = await openFleet({ databaseUrl: database.url, logFolder, stores: 2, workers: 2 });
    try {
      const shoppers = new Shoppers(fleet.balancer.url, count);
      await shoppers.untilPaid(stretch);
      const underWay = await shoppers.whilePaying();
      await database.killPrimary();
      const paidBefore = shoppers.paid.length;
      const diedAt = performance.now();
      await database.promote();
      await shoppers.untilPaid(1);
      const awayMs = performance.now() - diedAt;
      await shoppers.untilPaid(stretch);
      await shoppers.goHome();
      const { purchases, paid, askedAgain } = shoppers;
      const wrong = await whatIsWrong(fleet, purchases);
      return {
        seen: `${paidBefore} purchases were paid when the primary died with ${underWay} under way; ${Math.round(awayMs)} ms later the next one was, and ${paid.length} in the end; ${askedAgain} calls repeated`,
        wrong,
      };
    } finally {
      await fleet.stop();
    }
  } finally {
    await database.stop();
  }
}

/** Somebody who has bought, and what they were told. */
interface Bought {
  readonly shopper: TestShopper;
  readonly request: PayRequest;
  readonly told: ApiAnswer;
}

/**
 * What an asynchronous standby costs: it lags behind, the primary dies, and two purchases that were answered "paid" are not in the
 * database that takes over. Whoever asks again with the same key is sold it anew, and the processor, which knows the key, charges
 * nothing twice. As long as somebody does not, reconciliation and the audit name the charge that has no order.
 */
export async function showLostOrder(logFolder: string): Promise<Shown> {
  const database = await openPrimaryAndStandby(false, logFolder);
  try {
    const env = { RECONCILE_MIN_AGE_MS: '0' };
    const fleet = await openFleet({ databaseUrl: database.url, logFolder, env, stores: 2, workers: 1 });
    try {
      const carts = [await fillCart(fleet), await fillCart(fleet)];
      // A reconciliation that the death met would block its queue until its time is over.
      const worker = fleet.member('worker-1');
      worker.kill('SIGTERM');
      await worker.exited;
      await database.holdReplication();
      const bought = await Promise.all(carts.map(payFor));
      await database.killPrimary();
      await database.promote();
      await worker.start();
      const wrong: string[] = [];
      const keys = carts.map(({ request }) => request.key);
      const kept = await patiently(() => fleet.sql('SELECT 1 FROM payment WHERE key = ANY($1)', [keys]));
      if (kept.length > 0) wrong.push('the orders were not lost: nothing was tested');
      const again = [];
      for (const one of bought) {
        const missed = await findCharge(fleet, one.request.key);
        if (missed !== null) wrong.push(missed);
        const { told } = await patiently(() => payFor(one));
        if (told.data?.orderId === one.told.data?.orderId) wrong.push('the order came back as it was');
        again.push({ ...one, answers: [told] });
      }
      wrong.push(...(await whatIsWrong(fleet, again)));
      const numbers = bought.map(({ told }) => told.data?.orderNumber).join(' and ');
      return {
        seen: `${numbers} were answered "paid" and lost; reconciliation and audit named their charges; asked for again with their keys they were sold with the same one charge each`,
        wrong,
      };
    } finally {
      await fleet.stop();
    }
  } finally {
    await database.stop();
  }
}

async function fillCart({ balancer }: Fleet): Promise<Omit<Bought, 'told'>> {
  const shopper = new TestShopper(balancer.url);
  const products = await shopper.products();
  return { shopper, request: await shopper.fillCart({ [products['bubble-wrap'] ?? '']: 2 }) };
}

async function payFor({ shopper, request }: Omit<Bought, 'told'>): Promise<Bought> {
  const told = await shopper.pay(request);
  expectOk(told);
  return { shopper, request, told };
}

/** Whether the shop itself notices that the charge of a purchase has no order: null, or what is wrong. */
async function findCharge({ processor, operate, audit, sql }: Fleet, key: string): Promise<string | null> {
  const { charges } = await processor.books();
  const id = charges.find(({ metadata }) => metadata.key === key)?.id;
  if (id === undefined) return `${key} was never charged`;
  const { code, lines } = await operate('jobs', 'run', 'reconcile');
  if (code !== 0) return lines;
  const finding = "SELECT 1 FROM reconciliation_finding WHERE kind = 'missing_here' AND processor_id = $1";
  await until(
    'reconciliation names the charge',
    async () => (await sql(finding, [id])).length > 0,
    patienceMs,
  );
  const audited = await audit();
  return audited.code !== 0 && audited.lines.includes(id) ? null : `the audit does not name ${id}`;
}
