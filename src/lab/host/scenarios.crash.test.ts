import { afterAll, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  messageSchema,
  type RunEvent,
  runEventSchema,
  type WayEvent,
  wayEventSchema,
} from '@/ui/lab/protocol';
import type { Exchange } from '@/wire/exchange';
import { pressing } from '../scenarios/pressing';
import type { ScenarioPlan } from '../scenarios/scenario';
import { scenarios } from '../scenarios/scenarios';
import { explained } from './explained';
import { Laboratory } from './laboratory';
import { Performance } from './performance';
import { teller } from './teller';

// What is told of a run. A few scenarios here; the browser's stories (`e2e/lab.spec.ts`) run every one.

const seed = 20_261_130;
const lab = new Laboratory();
const { shop } = await lab.openShop();
afterAll(() => lab.close());

/** Everything that is told of a run, once it is over. */
async function eventsOf<Event>(runId: string, schema: z.ZodType<Event>): Promise<Event[]> {
  const run = lab.find(runId);
  await new Promise<void>((resolve) => {
    run.listen((event) => event === null && resolve());
  });
  return schema.array().parse(run.events);
}

const runScenario = (id: string) => eventsOf(lab.run(id, seed), runEventSchema);

function ofType<Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) {
  return events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
}

/** What was told last of each message. */
function messagesOf(events: readonly RunEvent[]) {
  return new Map(ofType(events, 'message').map(({ message }) => [message.id, message]));
}

const few = scenarios.filter(({ id }) => ['killed-between', 'paused-owner', 'database-down'].includes(id));

it.each(few.map((plan) => [plan.title, plan] as const))(
  'ends as it promises, with its marks on messages that were told: %s',
  async (_, { id, expected }) => {
    const events = await runScenario(id);
    expect(events.at(-1)).toMatchObject({ type: 'done', asExpected: true, failure: undefined });
    const { orders, charges, marks } = expected;
    expect(ofType(events, 'counters').at(-1)?.counters).toMatchObject({ orders, charges, ledgerBalance: 0 });
    const messages = messagesOf(events);
    const told = ofType(events, 'mark').map(({ mark }) => mark);
    expect(told.map(({ ending }) => ending)).toEqual(expect.arrayContaining([...marks]));
    for (const { messageId } of told) expect(messages.get(messageId)?.label).toContain('checkout.pay');
    for (const message of messages.values()) expect(message.endedAt).toBeDefined();
    const shown = new Map(ofType(events, 'shown').map((event) => [event.shown.actor, event.shown.phase]));
    expect(Object.fromEntries(shown)).toMatchObject(expected.ends);
  },
);

it('tells exactly the messages that the wire has recorded of the purchase, as the wire has them', async () => {
  const before = (await shop.wire.exchanges()).at(-1)?.id ?? 0;
  const events = await runScenario('answer-lost');
  const actorsAt = ofType(events, 'actors')[0]?.at ?? 0;
  const recorded = (await shop.wire.exchanges(before)).filter(({ sentAt }) => sentAt >= actorsAt);
  const [key] = new Set(ofType(events, 'shown').map(({ shown }) => shown.key));
  const [payment] = await shop.sql<{ processorKey: string; intentId: string }>(
    'SELECT processor_key AS "processorKey", intent_id AS "intentId" FROM payment WHERE key = $1',
    [key],
  );
  const names = [key, payment?.processorKey];
  const isOfPurchase = ({ link, key: about, path = '' }: Exchange): boolean => {
    return (
      ['browser-shop', 'browser-processor', 'processor-shop'].includes(link) ||
      names.includes(about) ||
      path.includes(payment?.intentId ?? 'nothing')
    );
  };
  const told = [...messagesOf(events).values()].sort((one, other) => one.id - other.id);
  const doneAt = events.at(-1)?.at ?? 0;
  const ofPurchase = recorded.filter(isOfPurchase).filter(({ sentAt }) => sentAt <= doneAt);
  expect(told.map(({ about: _, ...message }) => message)).toEqual(
    ofPurchase.map((exchange) => messageSchema.parse(exchange)),
  );
  const labels = told.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['INSERT idempotency_key', 'COMMIT']));
});

it('opens a message: what was said, without anything that lets somebody in', async () => {
  const runId = lab.run('answer-lost', seed);
  const messages = [...messagesOf(await eventsOf(runId, runEventSchema)).values()];
  const open = (label: string) => lab.open(runId, messages.find((one) => one.label === label)?.id ?? 0);
  const pay = await open('POST /api/trpc/checkout.pay');
  expect(pay.request.headers.map(([name]) => name.toLowerCase())).toContain('idempotency-key');
  expect(pay.request.body).toContain('"cartId"');
  expect(pay.answer?.body).toContain('"status":"paid"');
  const claim = await open('INSERT idempotency_key');
  expect(claim.request.body).toContain('ON CONFLICT DO NOTHING');
  expect(claim.answer?.body).toContain('claimed: 1\nsubject: {');
  await expect(open('POST /v1/payment_methods')).rejects.toThrow('Nothing is kept');
  const all = await Promise.all(messages.map(({ id }) => lab.open(runId, id).catch(() => null)));
  expect(JSON.stringify(all)).not.toMatch(/4242424242424242|sk_test|whsec|doubletap_session|Bearer/);
});

it('counts three charges, three charges and one, for the same three attempts', async () => {
  const events = await eventsOf(lab.runWays(seed), wayEventSchema);
  const countedOf = (way: WayEvent['way']) => {
    const told = events.filter((event) => event.way === way).map(({ event }) => event);
    expect(told.at(-1)).toMatchObject({ type: 'done', asExpected: true, failure: undefined });
    return ofType(told, 'counters').at(-1)?.counters;
  };
  expect(countedOf('no_key')).toMatchObject({ attempts: 3, charges: 3 });
  expect(countedOf('new_key_each_attempt')).toMatchObject({ attempts: 3, charges: 3 });
  expect(countedOf('doubletap')).toMatchObject({ attempts: 3, charges: 1, orders: 1, ledgerBalance: 0 });
});

it('says what was different, or went wrong, and is ready for the next run', async () => {
  const labShop = await lab.openShop();
  const [plan] = pressing;
  if (!plan) throw new Error('there are scenarios');
  const play = (other: Partial<ScenarioPlan>) =>
    explained(() =>
      Performance.run(
        labShop,
        { ...plan, ...other },
        seed,
        teller(() => undefined),
        AbortSignal.timeout(60_000),
      ),
    );
  expect(await play({ expected: { ...plan.expected, charges: 0 } })).toBe('there were 1 charges, not 0');
  expect(
    await play({
      steps: [
        { do: 'signal', member: 'store-1', signal: 'SIGKILL' },
        { do: 'signal', member: 'postgres', signal: 'SIGKILL' },
        { do: 'wait', for: { member: 'postgres', is: 'down' } },
        { do: 'reload', tab: 'tab-2' },
      ],
    }),
  ).toBe('the scenario has no tab-2');
  expect(await play({})).toBeUndefined();
});

it('runs one at a time', async () => {
  const runId = lab.run('double-tap', seed);
  expect(() => lab.run('double-tap', seed)).toThrow('Another run is under way.');
  expect(lab.status).toEqual({ state: 'running', runId });
  await eventsOf(runId, runEventSchema);
  expect(lab.status).toEqual({ state: 'ready' });
});
