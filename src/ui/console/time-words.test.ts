import { expect, it } from 'vitest';
import { wordsOfDuration } from './time-words';

it('says how long something took in units that fit', () => {
  const hour = 3_600_000;
  const lengths = [-5, 0, 999, 1_000, 9_999, 10_000, 59_999, 65_000, hour, 47 * hour, 76 * hour];
  expect(lengths.map(wordsOfDuration)).toEqual([
    ...['0 ms', '0 ms', '999 ms', '1.0 s', '9.9 s', '10 s', '59 s', '1 min 5 s'],
    ...['1 h 0 min', '47 h 0 min', '3 d 4 h'],
  ]);
});
