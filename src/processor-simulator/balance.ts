import { noSuch } from './errors';
import { EXPANDABLE, expand } from './expansion';
import { listPage, listParameters } from './lists';
import { type Operation, ok, operation } from './operation';
import { oneOf, parameters, text } from './parameters';
import type { BalanceTransaction } from './records';
import { balanceTransactionShape } from './shapes';

/** `/v1/balance` and the endpoints under `/v1/balance_transactions`: what an account was really paid. */
export const balanceOperations: readonly Operation[] = [
  operation('GET', '/v1/balance', parameters({}), (call) => {
    const transactions = [...call.books.balanceTransactions.values()];
    const isAvailable = (transaction: BalanceTransaction) => transaction.availableOn <= call.nowSeconds;
    return ok({
      object: 'balance',
      available: sums(transactions.filter(isAvailable)),
      livemode: false,
      pending: sums(transactions.filter((transaction) => !isAvailable(transaction))),
    });
  }),
  operation(
    'GET',
    '/v1/balance_transactions',
    listParameters(EXPANDABLE.balanceTransaction, {
      type: oneOf('charge', 'refund', 'refund_failure'),
      source: text(255),
      currency: text(3),
    }),
    (call, given) =>
      ok(
        listPage(
          '/v1/balance_transactions',
          'balance_transaction',
          call.books.balanceTransactions,
          given,
          (transaction) => balanceTransactionShape(call.books, transaction, given.expand, call.nowSeconds),
          (transaction) =>
            (given.type === undefined || transaction.type === given.type) &&
            (given.source === undefined || transaction.source === given.source) &&
            (given.currency === undefined || transaction.currency === given.currency.toLowerCase()),
        ),
      ),
  ),
  operation(
    'GET',
    '/v1/balance_transactions/:id',
    parameters({ expand: expand(EXPANDABLE.balanceTransaction) }),
    (call, given, id) => {
      const transaction = call.books.balanceTransaction(id);
      if (transaction === undefined) throw noSuch('balance transaction', id, 'id', 404);
      return ok(balanceTransactionShape(call.books, transaction, given.expand, call.nowSeconds));
    },
  ),
];

/** Net sums by currency; dollars are always there, as on a new account. */
function sums(transactions: readonly BalanceTransaction[]) {
  const byCurrency = new Map<string, number>([['usd', 0]]);
  for (const { amount, fee, currency } of transactions) {
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amount - fee);
  }
  return [...byCurrency].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
}
