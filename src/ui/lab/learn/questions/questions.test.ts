import { expect, it } from 'vitest';
import { questions } from './questions';

it('has for every question one right answer among others', () => {
  for (const { ask, options, right } of questions) {
    expect(options[right], ask).toBeDefined();
    expect(new Set(options).size).toBeGreaterThan(1);
  }
});
