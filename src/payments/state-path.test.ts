import { expect, it } from 'vitest';
import { type StoredLife, statePath } from './state-path';

const paid: StoredLife = {
  status: 'captured',
  amount: 1_000,
  createdAt: 't0',
  settledAt: 't1',
  doubts: 0,
  wasDeclined: false,
  moves: [{ kind: 'capture', amount: 1_000, at: 't1' }],
};

function path(life: Partial<StoredLife>): string[] {
  return statePath({ ...paid, ...life }).map(({ status, at }) => `${status} ${at ?? '?'}`);
}

it('tells when a payment was taken', () => {
  expect(path({})).toEqual(['processing t0', 'captured t1']);
});

it('tells a doubt that is over without a time, because none was kept', () => {
  expect(path({ doubts: 2 })).toEqual(['processing t0', 'in_doubt ?', 'captured t1']);
  expect(path({ status: 'in_doubt', settledAt: null, moves: [] })).toEqual(['processing t0', 'in_doubt ?']);
});

it('tells what ended without a charge', () => {
  expect(path({ status: 'declined', moves: [] })).toEqual(['processing t0', 'declined t1']);
  expect(path({ status: 'not_made', moves: [] })).toEqual(['processing t0', 'not_made t1']);
});

it('tells every refund, and one that came back', () => {
  const moves = [
    ...paid.moves,
    { kind: 'fee', amount: 30, at: 't2' },
    { kind: 'refund', amount: 400, at: 't3' },
    { kind: 'refund', amount: 300, at: 't4' },
    { kind: 'refund', amount: 300, at: 't5' },
    { kind: 'refund_reversal', amount: 300, at: 't6' },
  ];
  expect(path({ moves, status: 'partially_refunded' }).slice(2)).toEqual([
    'partially_refunded t3',
    'partially_refunded t4',
    'refunded t5',
    'partially_refunded t6',
  ]);
});

it('tells a capture that came too late, after what the purchase had ended in, and its way back', () => {
  const late = [
    { kind: 'late_capture', amount: 1_000, at: 't1' },
    { kind: 'refund', amount: 1_000, at: 't2' },
  ];
  const told = ['processing t0', 'not_made ?', 'captured_late t1', 'refunded t2'];
  expect(path({ moves: late, status: 'refunded' })).toEqual(told);
  expect(path({ moves: late, status: 'refunded', wasDeclined: true })[1]).toBe('declined ?');
});
