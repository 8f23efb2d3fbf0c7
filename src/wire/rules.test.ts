import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type RuleInput, Rules, randomStream, ruleSetSchema } from './rules';

const exchange = { protocol: 'http', link: 'shop-processor', from: 'store-1', path: '/v1/x' } as const;

function armed(seed: number, ...rules: RuleInput[]): Rules {
  const set = new Rules();
  set.set(ruleSetSchema.parse({ seed, rules }));
  return set;
}

const reset = (id: string, more: Partial<RuleInput> = {}): RuleInput => ({
  id,
  effect: { kind: 'reset', at: 'request' },
  ...more,
});

it('draws the same faults under the same seed, whatever else crosses the wire', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.boolean(), { maxLength: 50 }), (seed, others) => {
      const one = armed(seed, reset('a', { match: { link: 'shop-processor' }, probability: 0.5 }));
      const two = armed(seed, reset('a', { match: { link: 'shop-processor' }, probability: 0.5 }));
      for (const isOther of others) {
        if (isOther) two.choose({ ...exchange, link: 'browser-shop' });
        else expect(two.choose(exchange)).toEqual(one.choose(exchange));
      }
    }),
  );
});

it('draws evenly', () => {
  const random = randomStream('seed');
  const drawn = Array.from({ length: 10_000 }, random);
  expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true);
  expect(drawn.reduce((sum, value) => sum + value) / drawn.length).toBeCloseTo(0.5, 1);
});

it('gives each half of an exchange to the first rule that acts on it', () => {
  const rules = armed(1, reset('third only', { nth: 3 }), reset('at most once', { times: 1 }), {
    id: 'answers',
    effect: { kind: 'drop', at: 'answer' },
  });
  const chosen = [1, 2, 3].map(() => rules.choose(exchange));
  expect(chosen.map(({ request }) => request?.rule)).toEqual(['at most once', undefined, 'third only']);
  expect(chosen.map(({ answer }) => answer?.rule)).toEqual(['answers', 'answers', 'answers']);
  expect(rules.counts()).toEqual([
    { id: 'third only', matched: 3, acted: 1 },
    { id: 'at most once', matched: 3, acted: 1 },
    { id: 'answers', matched: 3, acted: 3 },
  ]);
});

it('never duplicates or answers on a stream of PostgreSQL, where neither has a meaning', () => {
  const rules = armed(1, { id: 'a', effect: { kind: 'duplicate' } });
  expect(rules.choose({ ...exchange, protocol: 'postgresql' })).toEqual({});
});

it('refuses rules that mean nothing, and says where', () => {
  const parse = (rule: object) =>
    ruleSetSchema.safeParse({ rules: [{ id: 'x', effect: { kind: 'duplicate' }, ...rule }] });
  expect(parse({ match: { statement: '(' } }).error?.message).toContain('is no regular expression');
  expect(parse({ matches: {} }).success).toBe(false);
  expect(parse({ nth: 0 }).success).toBe(false);
  expect(parse({ effect: { kind: 'drop' } }).success).toBe(false);
});
