import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from '@/run/project';
import { scenarios as ofArticle } from '@/ui/lab/learn/scenarios';
import { ruleSetSchema } from '@/wire/rules';
import { scenarios, tell } from './scenarios';

it('has every scenario that the article points to', () => {
  expect(scenarios.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(ofArticle)));
});

it('has an address of its own for every scenario, and tells nothing of how it goes', () => {
  const told = scenarios.map(tell);
  expect(new Set(told.map(({ id }) => id)).size).toBe(scenarios.length);
  for (const scenario of told) {
    expect(scenario.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(scenario).not.toHaveProperty('steps');
  }
});

it.each(scenarios.map((plan) => [plan.id, plan] as const))(
  'points at code that is there and has rules that the wire takes: %s',
  (_, { code, steps, expected, tabs = ['tab-1'] }) => {
    expect(existsSync(inProject(code))).toBe(true);
    for (const step of steps) {
      if (step.do === 'rules') expect(ruleSetSchema.safeParse({ rules: step.rules }).error).toBeUndefined();
      if ('tab' in step) expect(tabs).toContain(step.tab);
    }
    expect(Object.keys(expected.ends).filter((tab) => !tabs.some((name) => name === tab))).toEqual([]);
  },
);
