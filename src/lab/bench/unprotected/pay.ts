import type { PayInput } from '@/checkout/input';
import { payOperation } from '@/checkout/pay';
import { lockPayment } from '@/checkout/settle-payment';
import type { Answer, Row } from '@/idempotency';
import { inTransaction, newId } from '@/platform/database';
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
  await inTransaction((tx) => operation.begin(tx, purchase));
  const outcome = await operation.effect.send(purchase);
  if (!outcome.known) throw new Error(`nobody knows whether it was charged: ${outcome.why}`);
  const answer = await inTransaction(async (tx) => {
    const { text, values } = lockPayment(purchase);
    const [payment] = await tx.$queryRawUnsafe<{ row: Row }[]>(
      `SELECT to_jsonb(payment) AS row FROM (${text}) AS payment`,
      ...values,
    );
    return operation.settle(tx, purchase, outcome.fact, payment?.row ?? null);
  });
  if (answer === null) throw new Error('the payment that was begun is gone');
  return answer;
}
