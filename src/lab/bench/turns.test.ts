import { expect, it } from 'vitest';
import { inTurns } from './turns';

it('gives everybody a turn in every round, prepared before it, the last of a round first in the next', async () => {
  const told: string[] = [];
  const taker = (name: string) => ({
    name,
    prepare: async () => void told.push(`${name} prepares`),
    take: async () => told.push(name),
  });
  const turns = await inTurns(2, [taker('A'), taker('B')]);
  const [a, b] = [
    ['A prepares', 'A'],
    ['B prepares', 'B'],
  ];
  expect(told).toEqual([a, b, b, a].flat());
  expect(turns.get('A')).toEqual([2, 8]);
  expect(turns.get('B')).toEqual([4, 6]);
});
