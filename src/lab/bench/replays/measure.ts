import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Figure, Measured, Options } from '../measured';
import { Buyers } from '../shop/buyers';
import { type HttpAnswer, keptConnections, post } from '../shop/http';
import { type MeasuredShop, openMeasuredShop } from '../shop/open';
import { percent, ratioOf, spreadOf } from '../statistics';
import { keepBusy } from '../steady';
import { inTurns, type TurnTaker } from '../turns';
import { laboratoryBuild } from '../unprotected/build';
import { watchOne } from './one-read';

/** How many callers repeat at a time. */
const crowds = [1, 8];

/** How many other keys are stored, so that finding one among them is a search. */
const otherKeys = 20_000;

const goal = 0.8;

/** What a stored answer costs of what an answer costs that has nothing to do. */
export async function measureReplays(folder: string, options: Options): Promise<Measured> {
  const build = await laboratoryBuild();
  const shop = await openMeasuredShop(path.join(folder, 'replays'), { latencyMs: 0 });
  const agent = keptConnections();
  try {
    const laboratory = await shop.startStore({ name: 'laboratory-store', start: build.startStore });
    const buyers = await Buyers.invite(shop, 1, { storeUrls: [shop.url] });
    const buyer = buyers.next();
    const key = randomUUID();
    const repeat = (url: string, attempt: number): Promise<HttpAnswer> => {
      const headers = { cookie: buyer.cookie, 'idempotency-key': `"${key}"`, 'x-attempt': `${attempt}` };
      return post(agent, new URL('/api/trpc/checkout.pay', url), headers, JSON.stringify(buyer.input));
    };
    const first = await repeat(shop.url, 1);
    if (first.status !== 200) throw new Error(`the purchase was not made: ${first.text}`);
    await storeOtherKeys(shop);
    const found = await watchOne(shop, (url) => repeat(url, 2));

    const replay = async (): Promise<void> => expectSame(await repeat(shop.url, 2), first);
    const empty = new URL('/api/trpc/laboratory.empty', laboratory.url);
    const callNothing = async (): Promise<void> => {
      const { status, text } = await post(agent, empty, { cookie: buyer.cookie }, '');
      if (status !== 200) throw new Error(`the empty mutation was answered ${status}: ${text}`);
    };
    const forMs = options.seconds * 1_000;
    const takers = crowds.flatMap((together) => [
      caller('replays', together, forMs, replay),
      caller('empty mutations', together, forMs, callNothing),
    ]);
    await inTurns(1, takers);
    const turns = await inTurns(options.rounds, takers);
    const compared = crowds.map((together) => {
      const [ours, others] = ['replays', 'empty mutations'].map(
        (name) => turns.get(`${name}, ${together} at once`) ?? [],
      );
      return { together, ours: ours ?? [], others: others ?? [] };
    });
    return {
      figures: [
        ...compared.map(({ together, ours, others }): Figure => {
          const ratio = ratioOf(ours, others);
          return {
            text: `${together} at once: ${spreadOf(ours).median.toFixed(0)} replays a second of one key among ${otherKeys}, ${percent(ratio)} of an empty mutation`,
            goal: `at least ${100 * goal} %`,
            isMet: ratio.median >= goal,
          };
        }),
        ...found,
      ],
      measures: compared.map(({ together, ours, others }) => ({
        ...{ name: `answers, ${together} at once`, unit: 'a second' },
        contestants: [
          { name: 'replay', values: ours },
          { name: 'empty mutation', values: others },
        ],
      })),
    };
  } finally {
    agent.destroy();
    await shop.stop();
  }
}

/** One whose turn is how many calls a second it gets answered. */
function caller(name: string, together: number, forMs: number, call: () => Promise<void>): TurnTaker<number> {
  const timed = async () => {
    await call();
    return { endedAt: performance.now() };
  };
  return {
    name: `${name}, ${together} at once`,
    take: async () => (await keepBusy(timed, together, forMs)).perSecond,
  };
}

function expectSame(answer: HttpAnswer, first: HttpAnswer): void {
  if (answer.text !== first.text || answer.headers['idempotent-replayed'] !== 'true')
    throw new Error(`that is no replay of the first answer: ${answer.status} ${answer.text}`);
}

async function storeOtherKeys(shop: MeasuredShop): Promise<void> {
  await shop.sql(
    `INSERT INTO idempotency_key
     SELECT (jsonb_populate_record(claim, jsonb_build_object('key', gen_random_uuid()))).*
     FROM idempotency_key claim, generate_series(1, $1::int)`,
    [otherKeys],
  );
  await shop.sql('ANALYZE idempotency_key');
}
