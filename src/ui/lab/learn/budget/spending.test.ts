import { expect, it } from 'vitest';
import { payButton, retryLimits } from '@/retry';
import { spendingOf } from './spending';

it('sends three times as much without a budget, and a tenth more and the floor with the shop’s', () => {
  expect(spendingOf(10_000, null, 'doubletap').requests).toBe(2_989);
  expect(spendingOf(10_000, retryLimits, 'doubletap').requests).toBe(1_110);
});

it('changes with the limits of the budget, and with the policy', () => {
  const twice = { ratio: 0.2, floorPerMinute: 0 };
  expect(spendingOf(10_000, twice, 'doubletap').requests).toBe(1_200);
  expect(spendingOf(10_000, null, 'doubletap', payButton).requests).toBe(4_166);
});

it('counts every request in its second', () => {
  const { perSecond, requests } = spendingOf(10_000, null, 'doubletap');
  const sum = perSecond.reduce((total, { originals, repeats }) => total + originals + repeats, 0);
  expect(sum).toBe(requests);
  expect(perSecond.reduce((total, { originals }) => total + originals, 0)).toBe(1_000);
});
