import { expect, it } from 'vitest';
import { type Break, breaks, exchangeThatBreaks } from './breaks';

const everywhere = (Object.keys(breaks) as Break[]).filter((at) => at !== 'nothing');

it('shows the browser the same, wherever it breaks', () => {
  expect(everywhere).toHaveLength(4);
  expect(new Set(everywhere.map((at) => exchangeThatBreaks(at).browserSees))).toEqual(new Set(['lost']));
  const lastSeen = everywhere.map((at) => exchangeThatBreaks(at).story.at(-1));
  expect(new Set(lastSeen.map((event) => JSON.stringify(event))).size).toBe(1);
});

it('has charged in some of these places, and not in others', () => {
  expect(everywhere.map((at) => exchangeThatBreaks(at).charges)).toEqual([0, 0, 1, 1]);
});

it('answers when nothing breaks', () => {
  expect(exchangeThatBreaks('nothing')).toMatchObject({ charges: 1, browserSees: null });
});
