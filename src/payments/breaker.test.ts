import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Breaker } from './breaker';

/** What the processor answered; `null` is no answer at all. */
type Answer = 'paid' | 'declined' | null;

const restMs = 5_000;
let breaker: Breaker<Answer>;

beforeEach(() => {
  vi.useFakeTimers();
  breaker = new Breaker(restMs, (answer) => answer === null);
});
afterEach(() => void vi.useRealTimers());

const calls = async (...answers: readonly Answer[]): Promise<void> => {
  for (const answer of answers) await breaker.run(async () => answer);
};

it('refuses new payments after five calls in a row without an answer, and says for how long', async () => {
  await calls(null, null, null, null);
  expect(breaker.enter('a')).toBe(true);
  await calls(null);
  expect(breaker.enter('a')).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(breaker.restLeftMs).toBe(3_000);
  expect(breaker.enter('a')).toBe(false);
});

it('takes every answer for a sign of life: a decline too', async () => {
  await calls(null, null, null, null, 'declined', null, null, null, null);
  expect(breaker.enter('a')).toBe(true);
  await calls(...Array.from({ length: 20 }, () => 'declined' as const));
  expect(breaker.enter('a')).toBe(true);
});

it('still makes every call of what has been claimed, once', async () => {
  await calls(null, null, null, null, null);
  const call = vi.fn(async () => 'paid' as const);
  expect(await breaker.run(call)).toBe('paid');
  expect(call).toHaveBeenCalledTimes(1);
});

it('lets one new payment try the processor after the rest, and all once that is answered', async () => {
  await calls(null, null, null, null, null);
  vi.advanceTimersByTime(restMs);
  expect(breaker.enter('probe')).toBe(true);
  expect(breaker.enter('other')).toBe(false);
  let answer: (answer: Answer) => void = () => undefined;
  const probing = breaker.run(() => new Promise<Answer>((resolve) => (answer = resolve)));
  expect(breaker.enter('other')).toBe(false);
  expect(await breaker.run(async () => 'paid')).toBe('paid'); // a known key does not wait for the probe
  expect(breaker.enter('other')).toBe(false);
  answer('declined');
  await probing;
  breaker.leave('probe');
  expect([breaker.enter('other'), breaker.enter('third')]).toEqual([true, true]);
});

it('rests again when the one that tried it got no answer', async () => {
  await calls(null, null, null, null, null);
  vi.advanceTimersByTime(restMs);
  expect(breaker.enter('probe')).toBe(true);
  await calls(null);
  breaker.leave('probe');
  expect(breaker.enter('other')).toBe(false);
  expect(breaker.restLeftMs).toBe(restMs);
});

it('gives the turn to another payment when the one that was let in has ended without a call', async () => {
  await calls(null, null, null, null, null);
  vi.advanceTimersByTime(restMs);
  expect(breaker.enter('its cart had changed')).toBe(true);
  breaker.leave('somebody else');
  expect(breaker.enter('other')).toBe(false);
  breaker.leave('its cart had changed');
  expect(breaker.enter('other')).toBe(true);
});

it('never refuses anything when it is switched off', async () => {
  breaker = new Breaker(0, (answer) => answer === null);
  await calls(null, null, null, null, null, null, null);
  expect(breaker.enter('a')).toBe(true);
});
