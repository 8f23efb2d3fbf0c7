import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from '../../run/project';
import { applyEdit } from './mutant';
import { mutants } from './mutants';

it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'the mutant %s applies to the code as it is, and its tests have their files',
  (_, { edits, caughtBy }) => {
    const texts = new Map<string, string>();
    for (const edit of edits) {
      const text = texts.get(edit.file) ?? readFileSync(inProject(edit.file), 'utf8');
      texts.set(edit.file, applyEdit(text, edit));
    }
    expect(caughtBy.filter(({ file }) => !existsSync(inProject(file)))).toEqual([]);
    expect(caughtBy.length).toBeGreaterThan(0);
  },
);

it('names each mutant once', () => {
  const names = mutants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it('refuses an edit whose text is missing, or is there twice', () => {
  const edit = { file: 'a.ts', find: 'lock', replace: '' };
  expect(applyEdit('a lock b', edit)).toBe('a  b');
  expect(() => applyEdit('a b', edit)).toThrow('a.ts holds this 0 times instead of once');
  expect(() => applyEdit('lock, lock', edit)).toThrow('2 times');
});
