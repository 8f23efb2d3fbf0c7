import { expect, it } from 'vitest';
import { type Figures, median, missedGoals } from './figures';

const page = { name: 'product list', path: '/', picture: '/a.svg', javascriptKb: 130 };
const good: Figures = {
  page: page.name,
  scores: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
  largestPaintMs: 2_000,
  blockedMs: 100,
  layoutShift: 0,
  javascriptKb: 130,
  totalKb: 250,
};

it('counts neither the best nor the worst of three runs', () => {
  expect(median([99, 60, 95])).toBe(95);
});

it('is content with what has just reached its goals', () => {
  expect(missedGoals(page, good)).toEqual([]);
});

it('names every goal that was missed, and one that could not be measured', () => {
  const bad = { ...good, scores: { ...good.scores, performance: 94, seo: Number.NaN }, javascriptKb: 130.1 };
  expect(missedGoals(page, bad)).toEqual([
    'product list: performance 94, goal 95',
    'product list: seo NaN, goal 95',
    'product list: 130.1 kB of JavaScript, goal 130',
  ]);
});
