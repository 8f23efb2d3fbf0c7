import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@/run/testbed/until';
import type { Measured, Options } from '../measured';
import { type Buyer, Buyers } from '../shop/buyers';
import { heldIn, watchDatabase } from '../shop/database-watch';
import { type HttpAnswer, post } from '../shop/http';
import { type MeasuredShop, openMeasuredShop } from '../shop/open';
import { spreadOf } from '../statistics';
import { inTurns } from '../turns';

/** How many attempts come with one key at the same time. */
const attempts = 1_000;

/** How long the processor takes for the card: on a slow machine too, everybody has come by then. */
const latencyMs = 3_000;

/** What is measured is how long they have to wait, not whether they would. */
const patienceMs = 30_000;

/** The settling transaction has not begun so long before its fact is written; the claiming one is over before the charge is sent. */
const marginMs = 500;

const goalMs = 2_000;

interface Joining {
  /** From the first answer until the last one, in milliseconds. */
  readonly allAfterMs: number;
  /** The most connections that were at work, or held a transaction, while everybody waited. */
  readonly held: number;
  /** What was said over those. */
  readonly said: readonly string[];
  /** How often the database was looked at while everybody waited. */
  readonly looks: number;
  readonly charges: number;
  /** How often one was told to come back later, or was cut off, and came back. */
  readonly refused: number;
  /** How the attempts ended, as the shop has recorded it. */
  readonly endings: string;
}

/** What a crowd with one key costs while its one payment is under way. */
export async function measureJoins(folder: string, { rounds }: Options): Promise<Measured> {
  const shop = await openMeasuredShop(path.join(folder, 'joins'), { latencyMs });
  try {
    const buyers = await Buyers.invite(shop, rounds + 1, { storeUrls: [shop.url] });
    const takers = [{ name: 'joins', take: () => joinOnce(shop, buyers.next()) }];
    await inTurns(1, takers);
    const joinings = (await inTurns(rounds, takers)).get('joins') ?? [];
    const after = spreadOf(joinings.map(({ allAfterMs }) => allAfterMs));
    const most = (name: 'held' | 'charges' | 'refused'): number =>
      Math.max(...joinings.map((joining) => joining[name]));
    const looks = Math.min(...joinings.map((joining) => joining.looks));
    const said = [...new Set(joinings.flatMap((joining) => joining.said))].slice(0, 3).join('; ');
    return {
      figures: [
        {
          text: `${attempts} attempts at once on one key: all answered ${after.median.toFixed(0)} ms after the first (${after.least.toFixed(0)}..${after.most.toFixed(0)})`,
          goal: `at most ${goalMs} ms`,
          isMet: after.most <= goalMs,
        },
        {
          text: `database connections that they held while they waited: ${most('held')}, of at least ${looks} looks each${said === '' ? '' : ` (${said})`}`,
          goal: 'none',
          isMet: most('held') === 0 && looks > 0,
        },
        { text: `charges: ${most('charges')}`, goal: 'one', isMet: most('charges') === 1 },
        {
          text: `told to come back, or cut off: ${most('refused')} at most; how the last ${attempts} ended: ${joinings.at(-1)?.endings}`,
        },
      ],
      measures: [
        {
          ...{ name: `${attempts} attempts on one key, first to last answer`, unit: 'ms', isDetail: true },
          contestants: [{ name: 'joins', values: joinings.map(({ allAfterMs }) => allAfterMs) }],
        },
      ],
    };
  } finally {
    await shop.stop();
  }
}

async function joinOnce(shop: MeasuredShop, buyer: Buyer): Promise<Joining> {
  const key = randomUUID();
  const agent = new Agent(); // a connection for each attempt, as browsers have
  const url = new URL('/api/trpc/checkout.pay', shop.url);
  const headers = { cookie: buyer.cookie, 'idempotency-key': `"${key}"` };
  let refused = 0;
  const one = async (): Promise<{ answer: HttpAnswer; at: number }> => {
    for (let attempt = 1; ; attempt += 1) {
      const sent = { ...headers, 'x-attempt': attempt };
      const answer = await post(agent, url, sent, JSON.stringify(buyer.input), patienceMs).catch(() => null);
      const comeBackAfter = answer === null ? '1' : answer.headers['retry-after'];
      if (answer !== null && comeBackAfter === undefined) return { answer, at: performance.now() };
      // Who stands in line before the key is known may be told to come back, and does with the same key; so does who was cut off.
      refused += 1;
      await sleep(1_000 * Number(comeBackAfter));
    }
  };
  const crowd = () => Promise.all(Array.from({ length: attempts }, one));
  const { result: answers, sights } = await watchDatabase(shop.databaseUrl, crowd);
  agent.destroy();
  const texts = new Set(answers.map(({ answer: { status, text } }) => `${status} ${text}`));
  if (texts.size !== 1 || answers[0]?.answer.status !== 200) {
    throw new Error(`one key was answered in ${texts.size} ways: ${[...texts].slice(0, 3).join('\n')}`);
  }
  const times = answers.map(({ at }) => at);
  const [firstAt, lastAt] = [Math.min(...times), Math.max(...times)];
  const [payment] = await shop.sql<{ settled: Date }>(
    'SELECT settled_at AS settled FROM payment WHERE key = $1',
    [key],
  );
  if (!payment) throw new Error('a payment that was answered is not there');
  const settledAt = payment.settled.getTime();
  const [from, to] = [settledAt - latencyMs, settledAt - marginMs];
  const waiting = sights.filter(({ at }) => at > from && at < to);
  const { charges } = await shop.processor.books();
  let endings: { told: string; all: number }[] = [];
  await until('all attempts are recorded', async () => {
    endings = await shop.sql(
      `SELECT string_agg(count || ' ' || ending, ', ' ORDER BY count DESC) AS told, sum(count)::int AS all
       FROM (SELECT ending, count(*) FROM attempt WHERE key = $1 GROUP BY ending) AS counted`,
      [key],
    );
    return (endings[0]?.all ?? 0) >= attempts;
  });
  return {
    allAfterMs: lastAt - firstAt,
    held: Math.max(0, ...waiting.map(heldIn)),
    said: waiting.flatMap((sight) => sight.said),
    looks: waiting.length,
    refused,
    charges: charges.filter(({ metadata }) => metadata.key === key).length,
    endings: endings[0]?.told ?? 'not recorded',
  };
}
