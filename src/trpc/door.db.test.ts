import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine } from '@/checkout/engine';
import { payOperation } from '@/checkout/pay';
import { answer } from '@/idempotency';
import { prisma } from '@/platform/database';
import { beginStopping } from '@/platform/stopping';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { enter, operatorChecks, shopperChecks, type Visit } from './door';

/** The door in the test's own process. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  useSettings({ DATABASE_URL: database.url, PAYMENTS_A_MINUTE_PER_SHOPPER: '1' });
});
afterAll(async () => {
  await prisma().$disconnect();
  await database.drop();
});

function visit(scope: string, key = randomUUID()): Visit {
  return {
    id: { scope, operation: payOperation().name, key },

    deadline: undefined,
    address: 'home',
  };
}

/** A key that has a row, with nothing of it in the memory of the door. */
async function knownVisit(scope: string): Promise<Visit> {
  const known = visit(scope);
  await engine().close(payOperation(), scope, known.id.key, answer(402, { reason: 'payment_not_made' }));
  return known;
}

it('limits shoppers and not operators, and lets a key pass that only the database knows', async () => {
  const [scope, known] = ['ada', await knownVisit('ada')];
  expect(await enter(visit(scope), shopperChecks)).toEqual({ isKnown: false });
  await expect(enter(visit(scope), shopperChecks)).rejects.toMatchObject({ reason: 'rate_limited' });
  expect(await enter(known, shopperChecks)).toEqual({ isKnown: true });
  for (let refund = 1; refund <= 5; refund += 1) {
    expect(await enter(visit('operator'), operatorChecks)).toEqual({ isKnown: false });
  }
});

it('begins nothing more once the process is told to end, and still answers what is known', async () => {
  const known = await knownVisit('bob');
  beginStopping();
  for (const checks of [shopperChecks, operatorChecks]) {
    const refused = enter(visit('bob'), checks);
    await expect(refused).rejects.toMatchObject({ reason: 'shutting_down', data: { retry: 'same_key' } });
    expect(await enter(known, checks)).toEqual({ isKnown: true });
  }
});
