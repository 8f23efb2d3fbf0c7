import { PaymentStatus } from '@prisma-client/enums';
import { expect, it } from 'vitest';
import { movesFrom, statuses } from './moves';

it('has a word for every state that the database knows', () => {
  expect(Object.keys(statuses).toSorted()).toEqual(Object.values(PaymentStatus).toSorted());
});

it('leads from doubt to facts only, and from no fact back to doubt', () => {
  expect(movesFrom('in_doubt')).toEqual(['captured', 'declined', 'not_made']);
  for (const fact of movesFrom('in_doubt')) expect(movesFrom(fact)).not.toContain('in_doubt');
});

it('drops no charge: every end without a charge can still become a late one', () => {
  for (const end of ['declined', 'not_made'] as const) expect(movesFrom(end)).toEqual(['captured_late']);
});
