import { expect, it } from 'vitest';
import { payButton, type RetryPolicy } from '@/retry';
import { seededRandom } from '@/retry/testing/seeded-random';
import { seconds } from '../words';
import { type Fate, fates, purchase } from './purchase';

const someFates = Object.keys(fates) as Fate[];
/** Every fate of the first four attempts of a purchase. */
const everyFate = someFates.flatMap((first) =>
  someFates.flatMap((second) =>
    someFates.flatMap((third) => someFates.map((fourth) => [first, second, third, fourth])),
  ),
);

it('charges at most once with one key, whatever is lost, and once when it is answered', () => {
  expect(everyFate).toHaveLength(81);
  for (const fate of everyFate) {
    const { charges, isAnswered } = purchase(payButton, 'one_key', fate, 'seed');
    expect(charges, String(fate)).toBeLessThanOrEqual(1);
    if (isAnswered) expect(charges).toBe(1);
  }
});

it.each(['no_key', 'new_key_each_attempt'] as const)(
  'charges once more for each lost answer with %s',
  (way) => {
    for (const lost of [0, 1, 2, 3]) {
      const fate = Array.from({ length: lost }, (): Fate => 'answer_lost');
      expect(purchase(payButton, way, fate, 'seed').charges).toBe(lost + 1);
    }
  },
);

it('makes as many attempts as the policy of the shop, and stops', () => {
  const never = Array.from({ length: 9 }, (): Fate => 'request_lost');
  expect(purchase(payButton, 'one_key', never, 'seed')).toMatchObject({
    ...{ attempts: payButton.maxAttempts, charges: 0, isAnswered: false },
  });
  expect(purchase({ ...payButton, maxAttempts: 2 }, 'one_key', never, 'seed').attempts).toBe(2);
});

it('waits as the policy says: another base, other waits', () => {
  const waits = (baseMs: number) =>
    purchase({ ...payButton, baseMs }, 'one_key', ['answer_lost'], 'seed').story.find(
      (event) => event.kind === 'note' && event.at === 'browser',
    )?.text;
  expect(waits(1_000)).not.toBe(waits(4_000));
});

it('would not be repeated at all by a policy that knows it to be unsafe', () => {
  const unsafe = { ...payButton, isSafeToRepeat: false };
  const run = purchase(unsafe, 'no_key', ['answer_lost'], 'seed');
  expect(run).toMatchObject({ attempts: 1, charges: 1, isAnswered: false });
  expect(run.story.at(-1)?.text).toContain('not safe to repeat');
});

it('keeps the deadline of the policy, and draws decorrelated waits from the last one', () => {
  const never = Array.from({ length: 9 }, (): Fate => 'request_lost');
  const short = purchase({ ...payButton, overallTimeoutMs: 20_000 }, 'one_key', never, 'seed');
  expect(short.attempts).toBe(3);
  expect(short.story.at(-1)?.text).toMatch(/No answer after [0-3][.\d]* s. The policy says stop: deadline/);
  const decorrelated: RetryPolicy = { ...payButton, jitter: 'decorrelated', capMs: 60_000 };
  const random = seededRandom('seed');
  const firstMs = Math.round(1_000 + random() * 2_000);
  const secondMs = Math.round(1_000 + random() * (3 * firstMs - 1_000));
  const { story } = purchase(decorrelated, 'one_key', never, 'seed');
  const labels = story.flatMap((event) => (event.kind === 'note' ? [event.label] : []));
  expect(labels.slice(0, 2)).toEqual([`waits ${seconds(firstMs)}`, `waits ${seconds(secondMs)}`]);
});
