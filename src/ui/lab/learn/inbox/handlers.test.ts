import { expect, it } from 'vitest';
import { crashPoints, deliver, type Handler } from './handlers';

/** How often the message had its effect: without a crash, then for each place of one. */
const effects = (handler: Handler): number[] =>
  [null, ...crashPoints(handler).map(({ after }) => after)].map((after) => deliver(handler, after).effects);

it('has its effect once, wherever the shop is killed, when the id is remembered in the transaction of the effect', () => {
  expect(effects('one_transaction')).toEqual([1, 1, 1]);
});

it('has its effect twice after a crash when the id is remembered after it', () => {
  expect(effects('effect_first')).toEqual([1, 1, 2, 1]);
});

it('loses its effect after a crash when the id is remembered before it', () => {
  expect(effects('note_first')).toEqual([1, 1, 0, 1]);
});

it('has its effect at every delivery when nothing is remembered', () => {
  expect(effects('no_inbox')).toEqual([2, 2, 3]);
});
