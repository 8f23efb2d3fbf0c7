import type { PayInput } from '@/checkout/input';
import { payOperation } from '@/checkout/pay';
import { lockCart } from '@/checkout/place-order';
import { lockPayment } from '@/checkout/settle-payment';
import { type Answer, type Row, type Statement, writeLast } from '@/idempotency';
import { inTransaction, newId, type Tx } from '@/platform/database';
import { env } from '@/platform/env';
import { assertSimulator } from '../../wrong-shops/guard';

/**
 * The shop's own purchase with nothing that makes it safe to repeat: no key of the caller's, no claim, no fingerprint, no lock on the
 * claim, no stored answer, no record of the attempt. Order, stock, charge, ledger and receipt job are those of the shop. Whoever
 * sends it twice is charged twice, which the cart's own lock alone may prevent. It is what protection is measured against, and
 * charges at the simulator only.
 */
export async function payUnprotected(scope: string, input: PayInput): Promise<Answer> {
  assertSimulator({ url: env().processor.apiBase, secretKey: env().processor.secretKey });
  const operation = payOperation();
  const purchase = { scope, key: newId(), input };
  await inTransaction(async (tx) => operation.begin(tx, purchase, await rowOf(tx, lockCart(purchase))));
  const outcome = await operation.effect.send(purchase);
  if (!outcome.known) throw new Error(`nobody knows whether it was charged: ${outcome.why}`);
  return inTransaction(async (tx) => {
    const locked = await rowOf(tx, lockPayment(purchase));
    const settled = await operation.settle(tx, purchase, outcome.fact, locked);
    if (settled === null) throw new Error('the payment that was begun is gone');
    const { lastWrite, ...answer } = settled;
    if (lastWrite) {
      const { text, values } = writeLast(lastWrite, null);
      const [written = {}] = await tx.$queryRawUnsafe<Row[]>(text, ...values);
      lastWrite.proof?.check(written);
    }
    return answer;
  });
}

/** What the engine reads together with claim and lock, by itself. */
async function rowOf(tx: Tx, { text, values }: Statement): Promise<Row | null> {
  const [found] = await tx.$queryRawUnsafe<{ row: Row }[]>(
    `SELECT to_jsonb(subject) AS row FROM (${text}) AS subject`,
    ...values,
  );
  return found?.row ?? null;
}
