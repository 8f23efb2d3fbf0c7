import { expect, it } from 'vitest';
import { type Strategy, sweep } from './sweeper';

const times = { callTimeoutMs: 10_000, leaseMs: 30_000 };
const arrivals = [null, ...Array.from({ length: 31 }, (_, second) => second * 1_000)];
const charges = (strategy: Strategy): number[] => arrivals.map((at) => sweep(strategy, at, times).charges);

it('charges once when it asks after every call has ended', () => {
  expect(new Set(charges('ask_later'))).toEqual(new Set([1]));
});

it('charges twice when it asks while the first call may still be on its way', () => {
  expect(sweep('ask_at_once', 9_000, times).charges).toBe(1);
  expect(sweep('ask_at_once', 11_000, times).charges).toBe(2);
});

it('charges twice whenever the first call arrives when it does not ask', () => {
  expect(charges('send')).toEqual(arrivals.map((at) => (at === null ? 1 : 2)));
});

it('is no better than its bound: a call that arrives after the lease is charged again', () => {
  expect(sweep('ask_later', 31_000, times).charges).toBe(2);
});
