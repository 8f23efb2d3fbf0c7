import path from 'node:path';
import type { Measured } from '../measured';
import { Buyers } from '../shop/buyers';
import { comeAtRate, countEndings, keepPressing, type Load, percentileMs } from '../shop/load';
import { openMeasuredShop } from '../shop/open';

/** How many press at a time where the peak is looked for. */
const crowds = [8, 16, 32, 16];
const crowdMs = 6_000;
/** It begins with a burst that the line takes up, as it should: whoever stands in it then waits for longer than anybody later. */
const overload = { factor: 5, beginningMs: 3_000, forMs: 15_000 };
const buyersInvited = 12_000;

const goals = { goodput: 0.8, p99: 2, refusalMs: 250 };
/** How long the processor takes for a card. */
const latencyMs = 100;

/** What a store still sells while five times as many want to buy as it can serve. */
export async function measureOverload(folder: string): Promise<Measured> {
  const shop = await openMeasuredShop(path.join(folder, 'overload'), { latencyMs, hasWebhooks: true });
  try {
    const buyers = await Buyers.invite(shop, buyersInvited, { storeUrls: [shop.url] });
    await keepPressing(buyers, 16, 3_000);
    const loads: Load[] = [];
    for (const together of crowds) {
      const load = await keepPressing(buyers, together, crowdMs);
      console.log(`  ${together} at a time: ${summary(load)}`);
      loads.push(load);
    }
    const peak = loads.reduce((best, load) => (load.paidPerSecond > best.paidPerSecond ? load : best));
    const rate = overload.factor * peak.paidPerSecond;
    const crowd = await comeAtRate(buyers, rate, overload.beginningMs, overload.forMs);
    console.log(`  ${overload.factor} times the peak, at first: ${summary(crowd.beginning)}`);
    const flood = crowd.afterwards;
    console.log(`  ${overload.factor} times the peak: ${summary(flood)}`);
    buyers.leave();
    const audit = await shop.settleAndAudit();

    const accepted = flood.endings.filter(({ what }) => what === 'paid');
    const refused = flood.endings.filter(({ hasRetryAfter }) => hasRetryAfter);
    const others = flood.endings.length - accepted.length - refused.length;
    const goodput = flood.paidPerSecond / peak.paidPerSecond;
    const [usualP99, floodP99] = [percentileMs(peak.endings, 99), percentileMs(accepted, 99)];
    const refusalP99 = percentileMs(refused, 99);
    const figures = [
      {
        text: `goodput ${flood.paidPerSecond.toFixed(1)} a second of ${peak.paidPerSecond.toFixed(1)} at the peak: ${(100 * goodput).toFixed(0)} %`,
        goal: `at least ${100 * goals.goodput} %`,
        isMet: goodput >= goals.goodput,
      },
      {
        text: `p99 of the accepted ${floodP99.toFixed(0)} ms, at the peak ${usualP99.toFixed(0)} ms`,
        goal: `below ${goals.p99} times`,
        isMet: floodP99 < goals.p99 * usualP99,
      },
      {
        text: `p99 of the refused ${refusalP99.toFixed(0)} ms`,
        goal: `below ${goals.refusalMs} ms`,
        isMet: refusalP99 < goals.refusalMs,
      },
      { text: `neither paid nor told when to come back: ${others}`, goal: 'none', isMet: others === 0 },
      { text: `the audit ends with ${audit.code}`, goal: '0', isMet: audit.code === 0 },
    ];
    return { figures };
  } finally {
    await shop.stop();
  }
}

function summary(load: Load): string {
  const paid = load.endings.filter(({ what }) => what === 'paid');
  const [p50, p99] = [percentileMs(paid, 50), percentileMs(paid, 99)];
  return `${load.offeredPerSecond.toFixed(1)} presses a second, ${load.paidPerSecond.toFixed(1)} paid, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${countEndings(load.endings)}`;
}
