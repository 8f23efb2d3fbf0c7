import { expect, it } from 'vitest';
import type { Statement } from './recorder';
import { fill, templateOf } from './template';

const shop = '0190b1a4-0000-7000-8000-00000000aaaa';
const ids = (digit: string) => `0190b1a4-${digit.repeat(4)}-7000-8000-${digit.repeat(12)}`;

const said = (text: string, ...values: (string | null)[]): Statement => ({
  ...{ text, values, name: '', isSimple: values.length === 0 },
});

/** A purchase of which nothing but the shop, its email and NULL is the same in every other. */
const purchase = (digit: string, at: string, number: string): Statement[] => [
  said('BEGIN'),
  said('INSERT', ids(digit), `${digit.repeat(64)}`, shop, 'ada@example.com', null),
  said('UPDATE', `{"${ids(digit)}","${shop}"}`, at, `pi_${digit}xyz`),
  said('STORE', `{"orderId":"${ids(digit)}","number":"${number}","paidAt":"${at}"}`),
  said('COMMIT'),
];

const one = purchase('1', '2026-11-30T10:00:00.001Z', 'DT-1001');
const other = purchase('2', '2026-11-30T10:00:07.301Z', 'DT-1002');

it('is the recorded purchase again when it is given what that had of its own', () => {
  const { statements, owns } = templateOf(one, other);
  const again = statements.map(({ values, ...statement }) => ({
    ...statement,
    values: values.map((value) => fill(value, owns)),
  }));
  expect(again).toEqual(one);
});

it('takes for own what differs and looks like an id, a digest, a time or an id of the processor', () => {
  expect(templateOf(one, other).owns).toEqual([
    ids('1'),
    '1'.repeat(64),
    '2026-11-30T10:00:00.001Z',
    'pi_1xyz',
  ]);
});

it('gives everything that is the same in one purchase the same thing in another', () => {
  const { statements } = templateOf(one, other);
  const owns = ['THE-ID', 'THE-DIGEST', 'THE-TIME', 'THE-INTENT'];
  expect(statements.map(({ values }) => values.map((value) => fill(value, owns)))).toEqual([
    [],
    ['THE-ID', 'THE-DIGEST', shop, 'ada@example.com', null],
    [`{"THE-ID","${shop}"}`, 'THE-TIME', 'THE-INTENT'],
    ['{"orderId":"THE-ID","number":"DT-1001","paidAt":"THE-TIME"}'],
    [],
  ]);
});

it('takes for own what is own elsewhere, also where the other purchase has nothing in its place', () => {
  const [first, second] = [one, other].map((statements, index) => [
    ...statements,
    said('LOG', index === 0 ? ids('1') : null),
  ]);
  const { statements } = templateOf(first ?? [], second ?? []);
  expect(statements.at(-1)?.values).toEqual([[{ own: 0 }]]);
});

it('knows an empty value from NULL', () => {
  const { statements } = templateOf([said('SAY', '', null)], [said('SAY', '', null)]);
  expect(statements[0]?.values.map((value) => fill(value, []))).toEqual(['', null]);
});

it('refuses purchases that said different things', () => {
  expect(() => templateOf(one, other.slice(1))).toThrow('two purchases said different things');
});
