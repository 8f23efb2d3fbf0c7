import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenarios } from './scenarios';
import { type SectionData, sections } from './sections';

const all: readonly SectionData[] = Object.values(sections);

it('points to files of the repository that are there', () => {
  const missing = all.flatMap(({ code }) => code).filter((path) => !existsSync(path));
  expect(missing).toEqual([]);
});

it('leads to every live scenario from somewhere', () => {
  const linked = new Set(all.flatMap((section) => section.scenarios));
  expect([...linked].toSorted()).toEqual(Object.keys(scenarios).toSorted());
});
