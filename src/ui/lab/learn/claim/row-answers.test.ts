import { expect, it } from 'vitest';
import { reasons } from '@/platform/reasons';
import { adviceOf, rowAnswers } from './row-answers';

it('advises what the shop’s own table of reasons says', () => {
  expect(adviceOf('attempt_in_progress')).toBe('409 attempt_in_progress, retry: same_key');
  for (const { reason } of Object.values(rowAnswers)) {
    if (reason) expect(adviceOf(reason)).toContain(`${reasons[reason].status} `);
  }
});
