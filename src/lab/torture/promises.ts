import { type Check, check } from './check';
import type { Chronicle, Purchase } from './chronicle';
import type { Told } from './told';
import { type Charge, isPaid, type Truth } from './truth';

type Problem<K extends Told['kind']> = (
  purchase: Purchase,
  told: Extract<Told, { kind: K }>,
) => string | null;

/** Holds what every shopper and operator was told against what is true. */
export function checkPromises(chronicle: Chronicle, truth: Truth): Check[] {
  const purchases = [...chronicle.purchases.values()];
  const chargesOf = ({ key }: Purchase): readonly Charge[] =>
    truth.charges.filter(({ metadata }) => metadata.key === key);
  const toldOf = <K extends Told['kind']>(kind: K, name: string, problem: Problem<K>): Check =>
    check(
      name,
      purchases.flatMap((purchase) => toldAs(purchase, kind).map((told) => ({ purchase, told }))),
      ({ purchase, told }) => problem(purchase, told),
      ({ purchase }) => purchase,
    );

  return [
    toldOf(
      'paid',
      'who was told "paid" has the order, charged once, at its total',
      (purchase, { orderId }) => {
        const order = truth.ordersById.get(orderId);
        if (!order) return `told paid, and there is no order ${orderId}`;
        if (order.key !== purchase.key)
          return `told paid, and the order ${orderId} is of the purchase ${order.key}`;
        if (!isPaid(order)) return `told paid, and the order ${orderId} is ${order.status}`;
        const amounts = chargesOf(purchase).map(({ amountCaptured }) => amountCaptured);
        const { total } = purchase.sent ?? {};
        const isAsTold = amounts.length === 1 && amounts[0] === total && order.total === total;
        return isAsTold ? null : `told paid at ${total}, the order is at ${order.total}, charged ${amounts}`;
      },
    ),
    toldOf('not_charged', 'who was told "not charged" was not charged', (purchase, { by }) => {
      const [charge] = chargesOf(purchase);
      if (!charge) return null;
      const order = truth.ordersByKey.get(purchase.key);
      const isGivenBack = charge.amountRefunded === charge.amountCaptured && !(order && isPaid(order));
      return isGivenBack
        ? null
        : `told not charged (${by}), and charged ${charge.amountCaptured} (${charge.id})`;
    }),
    toldOf(
      'already_ordered',
      'who was told "already ordered" has an order of that cart, and no second charge',
      (purchase, { orderId }) => {
        const order = truth.ordersById.get(orderId);
        if (!order) return `told already ordered, and there is no order ${orderId}`;
        if (order.cartId !== purchase.sent?.cartId)
          return `told already ordered, and ${orderId} is of another cart`;
        return chargesOf(purchase).length === 0 ? null : 'told already ordered, and charged all the same';
      },
    ),
    check(
      'nobody was told two different things of one purchase',
      purchases,
      ({ told }) => {
        const endings = new Set(
          told.map((one) => (one.kind === 'not_charged' ? one.kind : `${one.kind} ${one.orderId}`)),
        );
        return endings.size > 1 ? `told ${[...endings].join(', and ')}` : null;
      },
      (purchase) => purchase,
    ),
    check(
      'a refund that an operator was told of was made',
      chronicle.refunds,
      ({ key, orderId }) => {
        const status = truth.refundStates.get(key);
        // A bank may send the money back later: then it has failed after all.
        const isMade = status === 'succeeded' || status === 'failed';
        return isMade ? null : `the refund ${key} of the order ${orderId} is ${status ?? 'not there'}`;
      },
      ({ orderId }) => chronicle.purchases.get(truth.ordersById.get(orderId)?.key ?? ''),
    ),
    check(
      'nobody saw what cannot be',
      chronicle.contradictions,
      ({ who, what }) => `${who} ${what}`,
      ({ who }) => purchases.find(({ shopper }) => shopper === who),
    ),
  ];
}

/** What a purchase was told of a kind; the same words twice are one. */
function toldAs<K extends Told['kind']>({ told }: Purchase, kind: K): Extract<Told, { kind: K }>[] {
  const all = told.filter((one): one is Extract<Told, { kind: K }> => one.kind === kind);
  return all.slice(-1);
}
