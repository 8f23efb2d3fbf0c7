import { describe, expect, it } from 'vitest';
import type { Message, RunEvent } from '../protocol';
import { lanesOf, placesOf, stretchesOf } from './layout';
import { rowsOf } from './rows';
import { countersAt, runOf } from './run';

const key = '0d9b6c1e-1111-4222-8333-944445555666';

function message(id: number, more: Partial<Message>): RunEvent {
  const sentAt = more.sentAt ?? id * 10;
  const base = { id, from: 'tab-1', to: 'store-1', label: 'POST /api/trpc/checkout.pay', sentAt, faults: [] };
  return { type: 'message', at: sentAt, message: { ...base, ...more } };
}

const statement = (id: number, label: string, more: Partial<Message> = {}): RunEvent =>
  message(id, {
    ...{ from: 'store-1', to: 'postgres', label, deliveredAt: id * 10 + 1, endedAt: id * 10 + 2 },
    ...{ outcome: 'answered', ...more },
  });

const rows = (...events: RunEvent[]) => rowsOf(runOf(events), 'transactions');
const texts = (...events: RunEvent[]) => rows(...events).map(({ text }) => text);

describe('the rows of a run', () => {
  it('draw an answer that is lost as lost, and the replay of the next attempt as one', () => {
    const told = rows(
      message(1, { key, attempt: 1, deliveredAt: 11, answeredAt: 15, endedAt: 900, outcome: 'lost' }),
      message(2, {
        key,
        attempt: 2,
        sentAt: 1_000,
        deliveredAt: 1_001,
        answeredAt: 1_005,
        endedAt: 1_006,
        outcome: 'answered',
        status: '200',
      }),
      { type: 'mark', at: 1_006, mark: { messageId: 2, ending: 'replayed' } },
    );
    expect(told.map(({ text }) => text)).toEqual([
      'tab 1 to store 1: checkout.pay, attempt 1, key 0d9b6c…',
      'The answer of store 1 to tab 1 is lost',
      'tab 1 to store 1: checkout.pay, attempt 2, key 0d9b6c…',
      'store 1 answers tab 1: 200, replayed',
    ]);
    expect(told[1]?.drawn).toMatchObject({ kind: 'arrow', from: 'store-1', isLost: true });
    expect(told[3]?.drawn).toMatchObject({
      kind: 'arrow',
      isLost: false,
      endings: ['replayed'],
      tone: 'good',
    });
  });

  it('draw a request that never arrives without an answer', () => {
    expect(texts(message(1, { endedAt: 50, outcome: 'lost' }))).toEqual([
      'tab 1 to store 1: checkout.pay. It never arrives',
    ]);
    expect(texts(message(1, { endedAt: 50, outcome: 'unreachable' }))).toEqual([
      'tab 1 to store 1: checkout.pay. Nobody is there',
    ]);
  });

  it('draw what is under way without an end', () => {
    expect(texts(message(1, { deliveredAt: 12 }))).toHaveLength(1);
  });

  it('tell a process that ended before it answered from an answer that was lost', () => {
    expect(texts(message(1, { deliveredAt: 12, endedAt: 20, outcome: 'lost' }))[1]).toBe(
      'store 1 never answers tab 1',
    );
    expect(texts(message(1, { deliveredAt: 12, endedAt: 20, outcome: 'left' }))[1]).toBe(
      'tab 1 has stopped waiting for store 1',
    );
  });

  it('put the statements of a transaction into one, and name what they change', () => {
    const [row, ...others] = rows(
      statement(1, 'BEGIN'),
      statement(2, 'INSERT idempotency_key'),
      statement(3, 'SELECT cart'),
      statement(4, 'COMMIT'),
    );
    expect(others).toEqual([]);
    expect(row?.drawn).toEqual({
      ...{ kind: 'exchange', from: 'store-1', to: 'postgres' },
      ...{ label: 'INSERT idempotency_key, COMMIT', count: 4 },
    });
    expect(row?.messages.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it('keep apart what two processes say, and what happens in between', () => {
    expect(
      rows(
        statement(1, 'BEGIN'),
        statement(2, 'SELECT cart', { from: 'store-2' }),
        { type: 'happening', at: 25, happening: { actor: 'store-1', what: 'killed' } },
        statement(3, 'COMMIT'),
      ).map(({ drawn }) => drawn.kind),
    ).toEqual(['exchange', 'exchange', 'note', 'exchange']);
  });

  it('never hide a statement that was broken or refused', () => {
    const told = rows(
      statement(1, 'BEGIN'),
      statement(2, 'COMMIT', { outcome: 'lost', faults: [{ rule: 'crash', kind: 'kill', at: 'answer' }] }),
    );
    expect(told.map(({ text }) => text)).toEqual([
      'store 1 to database: BEGIN',
      'store 1 to database: COMMIT',
      'database never answers store 1',
    ]);
    expect(rows(statement(1, 'INSERT "order"', { status: '23505' }))[0]?.drawn.kind).toBe('arrow');
  });

  it('show every statement to whoever asks for it', () => {
    const run = runOf([statement(1, 'BEGIN'), statement(2, 'COMMIT')]);
    expect(rowsOf(run, 'statements')).toHaveLength(2);
  });

  it('draw back-off as the wait that the page shows', () => {
    const shown = { actor: 'tab-1', key, phase: 'waiting', attempt: 2, nextAttemptAt: 1_300 };
    expect(texts({ type: 'shown', at: 100, shown })).toEqual(['tab 1 shows: again in 1.2 s, attempt 2']);
  });
});

it('counts what had been counted at a moment, and every attempt that was on the wire by then', () => {
  const counted = (at: number, charges: number): RunEvent => ({
    ...{ type: 'counters', at },
    counters: { attempts: 1, orders: 1, charges, ledgerBalance: 0 },
  });
  const twice = [{ rule: 'twice', kind: 'duplicate', at: 'request' as const }];
  const run = runOf([
    counted(10, 0),
    counted(20, 1),
    message(1, { attempt: 1, sentAt: 5 }),
    message(2, { attempt: 2, sentAt: 18, faults: twice }),
    message(3, { to: 'processor', sentAt: 6 }),
  ]);
  expect(countersAt(run, 15)).toMatchObject({ attempts: 1, charges: 0 });
  expect(countersAt(run, 20)).toMatchObject({ attempts: 3, charges: 1 });
  expect(countersAt(run, 5)?.charges).toBe(0);
});

it('gives a lane to those who take part, the shopper first and the processor last', () => {
  const run = runOf([
    {
      ...{ type: 'actors', at: 0 },
      actors: [
        { name: 'processor', kind: 'processor' },
        { name: 'store-2', kind: 'store' },
        { name: 'store-1', kind: 'store' },
        { name: 'tab-1', kind: 'browser' },
      ],
    },
    message(1, { deliveredAt: 12 }),
    message(2, { from: 'store-1', to: 'processor', label: 'POST /v1/payment_intents' }),
  ]);
  expect(lanesOf(run.actors, rowsOf(run, 'transactions'), 600).map(({ name }) => name)).toEqual([
    'tab-1',
    'store-1',
    'processor',
  ]);
});

it('draws back-off until the next attempt, and a process that is gone until it is back', () => {
  const shown = (at: number, phase: string): RunEvent => ({
    type: 'shown',
    at,
    shown: { actor: 'tab-1', key, phase },
  });
  const happening = (at: number, what: 'killed' | 'started'): RunEvent => ({
    ...{ type: 'happening', at },
    happening: { actor: 'store-1', what },
  });
  const { places, height } = placesOf(
    rows(
      shown(1, 'paying'),
      happening(2, 'killed'),
      shown(3, 'waiting'),
      happening(4, 'started'),
      shown(5, 'paying'),
    ),
  );
  const y = places.map((place) => place.y);
  expect(stretchesOf(places, height)).toEqual([
    { lane: 'store-1', span: 'absence', from: y[1], to: y[3] },
    { lane: 'tab-1', span: 'wait', from: y[2], to: y[4] },
  ]);
});
