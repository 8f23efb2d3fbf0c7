import { expect, it } from 'vitest';
import { type Accounts, expectSold } from './accounts';

const before: Accounts = { paid: 5, captured: 5, taken: 7, booked: 5, keys: 4 };
const after: Accounts = { paid: 8, captured: 8, taken: 10, booked: 8, keys: 7 };

it('accepts what has moved everything as often as it says', () => {
  expect(() => expectSold(before, after, 3, true, 'somebody')).not.toThrow();
  expect(() => expectSold(before, { ...after, keys: 4 }, 3, false, 'somebody')).not.toThrow();
});

it.each(['paid', 'captured', 'taken', 'booked', 'keys'] as const)(
  'refuses a comparison with what has not moved: %s',
  (name) => {
    const short = { ...after, [name]: before[name] };
    expect(() => expectSold(before, short, 3, true, 'somebody')).toThrow(`${name} moved by 0`);
  },
);

it('refuses what stores keys and should have none', () => {
  expect(() => expectSold(before, after, 3, false, 'somebody')).toThrow('keys moved by 3');
});
