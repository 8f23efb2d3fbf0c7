import { type Check, check, groupBy } from './check';
import type { Chronicle, Purchase } from './chronicle';
import { type Charge, isPaid, type Order, type Truth } from './truth';

/** Holds the shop's orders against the processor's books, whatever anybody was told. */
export function checkBooks(chronicle: Chronicle, { orders, charges }: Truth): Check[] {
  const purchaseOf = (key: string | undefined): Purchase | undefined => chronicle.purchases.get(key ?? '');
  const ofCharge = ({ metadata }: Charge) => purchaseOf(metadata.key);
  const ofOrder = ({ key }: Order) => purchaseOf(key);
  const paid = orders.filter(isPaid);
  const live = orders.filter(({ status }) => status !== 'cancelled');

  return [
    check(
      'a purchase is charged at most once',
      groupBy(charges, ({ metadata }) => metadata.key ?? ''),
      ([, group]) =>
        group.length > 1 ? `charged ${group.length} times: ${group.map(({ id }) => id)}` : null,
      ([key]) => purchaseOf(key),
    ),
    check(
      'a charge has its one paid order, or went back',
      charges,
      ({ id, amountCaptured, amountRefunded }) => {
        const owners = paid.filter(({ chargeId }) => chargeId === id);
        const isGivenBack = amountRefunded === amountCaptured;
        if (owners.length === 1 || (owners.length === 0 && isGivenBack)) return null;
        return `the charge ${id} of ${amountCaptured} has ${owners.length} paid orders`;
      },
      ofCharge,
    ),
    check(
      'a paid order has its charge, at its total',
      paid,
      ({ id, status, total, chargeId }) => {
        const amounts = charges
          .filter((charge) => charge.id === chargeId)
          .map(({ amountCaptured }) => amountCaptured);
        const isRight = amounts.length === 1 && amounts[0] === total;
        return isRight
          ? null
          : `the order ${id} is ${status} at ${total}, and its charge ${chargeId} is ${amounts}`;
      },
      ofOrder,
    ),
    check(
      'a paid order has its receipt, or is about to',
      paid,
      ({ id, hasReceipt }) =>
        hasReceipt ? null : `the order ${id} has no receipt, and nobody is going to write it`,
      ofOrder,
    ),
    check(
      'a cart has at most one order that is not cancelled',
      groupBy(live, ({ cartId }) => cartId),
      ([cartId, group]) =>
        group.length > 1 ? `the cart ${cartId} has the orders ${group.map(({ id }) => id)}` : null,
      ([, [first]]) => first && ofOrder(first),
    ),
    check(
      'what went back at the processor went back here',
      charges,
      ({ id, amountRefunded }) => {
        const order = orders.find(({ chargeId }) => chargeId === id);
        if (!order || order.givenBack === amountRefunded) return null;
        return `of the order ${order.id} ${order.givenBack} went back here, and ${amountRefunded} there`;
      },
      ofCharge,
    ),
  ];
}
