import { expect, it } from 'vitest';
import { pgbenchScript } from './pgbench-script';
import type { StatementTemplate, ValueTemplate } from './template';

const said = (text: string, ...values: ValueTemplate[]): StatementTemplate => ({
  ...{ text, values, name: '', isSimple: values.length === 0 },
});

it('says each statement with a variable for each value, and the same one for the same value', () => {
  const { text, shared, columns } = pgbenchScript({
    statements: [
      said('BEGIN'),
      said('INSERT INTO t VALUES ($1::uuid, $2, $3, $4)', [{ own: 0 }], ['USD'], null, [
        '{"',
        { own: 0 },
        '"}',
      ]),
      said('UPDATE t SET c = $2 WHERE id = $1', [{ own: 0 }], ['USD']),
      said('COMMIT'),
    ],
    owns: ['an id'],
  });
  expect(text.split('\n').slice(2)).toEqual([
    'SELECT own1, own2 FROM bench_purchase WHERE id = :purchase \\gset',
    'BEGIN;',
    'INSERT INTO t VALUES (:own1::uuid, :all1, NULL, :own2);',
    'UPDATE t SET c = :all1 WHERE id = :own1;',
    'COMMIT;',
    '',
  ]);
  expect([...shared]).toEqual([['all1', 'USD']]);
  expect(columns).toEqual([[{ own: 0 }], ['{"', { own: 0 }, '"}']]);
});

it('does not take the tenth value for the first', () => {
  const values = Array.from({ length: 10 }, (_, index): ValueTemplate => [`v${index + 1}`]);
  const { text, shared } = pgbenchScript({ statements: [said('SELECT $10, $1', ...values)], owns: [] });
  expect(text).toContain('SELECT :all1, :all2;');
  expect([...shared.values()]).toEqual(['v10', 'v1']);
});

it('refuses a statement in which pgbench would see a variable of its own', () => {
  expect(() => pgbenchScript({ statements: [said("SELECT 'a:b'")], owns: [] })).toThrow('read a variable');
});
