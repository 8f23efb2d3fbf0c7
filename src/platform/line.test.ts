import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentPlace, Line, outside, type Place } from './line';

let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  line = new Line(2, { now: () => Date.now() });
});
afterEach(() => void vi.useRealTimers());

async function takePlace(): Promise<Place> {
  return (await line.enter()) ?? expect.fail('there was no place');
}

/** Stands in line without waiting for the end of it; says at any time what came of it. */
async function stand(): Promise<{ end: Place | null | 'waiting' }> {
  const state: { end: Place | null | 'waiting' } = { end: 'waiting' };
  void line.enter().then((end) => {
    state.end = end;
  });
  await vi.advanceTimersByTimeAsync(0);
  return state;
}

it('lets so many work at a time, and calls the others in their order', async () => {
  const first = await takePlace();
  await takePlace();
  const [third, fourth] = [await stand(), await stand()];
  expect([third.end, fourth.end]).toEqual(['waiting', 'waiting']);
  first.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(third.end).not.toBe('waiting');
  expect(fourth.end).toBe('waiting');
});

it('takes up a burst of twenty for each place, and sends the next one away at once', async () => {
  await takePlace();
  await takePlace();
  for (let number = 1; number <= 40; number += 1) expect((await stand()).end).toBe('waiting');
  expect((await stand()).end).toBeNull();
});

it('is one for each place long once it has stood for half a second, and forgets that as soon as it was empty', async () => {
  const places = [await takePlace(), await takePlace()];
  await stand();
  await vi.advanceTimersByTimeAsync(500);
  expect(line.isStanding).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(line.isStanding).toBe(true);
  expect((await stand()).end).toBe('waiting');
  expect((await stand()).end).toBeNull();
  for (const place of places) place.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(line.isStanding).toBe(false);
  for (let number = 1; number <= 40; number += 1) expect((await stand()).end).toBe('waiting');
});

it('sends away whoever has stood for two seconds and a half, and nobody has the place of one who has gone', async () => {
  const first = await takePlace();
  await takePlace();
  const gone = await stand();
  await vi.advanceTimersByTimeAsync(2_499);
  expect(gone.end).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(gone.end).toBeNull();
  first.leave();
  expect((await stand()).end).not.toBe('waiting');
  expect((await stand()).end).toBe('waiting');
});

it('frees a place while its work waits outside, and gives it back afterwards without a line', async () => {
  const first = await takePlace();
  await takePlace();
  let answer: (value: string) => void = () => undefined;
  const waiting = currentPlace.run(first, () =>
    outside(() => new Promise<string>((resolve) => (answer = resolve))),
  );
  const other = await stand();
  expect(other.end).not.toBe('waiting');
  answer('charged');
  expect(await waiting).toBe('charged');
  expect((await stand()).end).toBe('waiting');
});

it('keeps a place for work that goes on after its caller has gone', async () => {
  const first = await takePlace();
  await takePlace();
  let finish: () => void = () => undefined;
  first.keepFor(new Promise<void>((resolve) => (finish = resolve)));
  first.leave();
  const next = await stand();
  expect(next.end).toBe('waiting');
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(next.end).not.toBe('waiting');
});
