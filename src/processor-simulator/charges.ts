import { noSuch } from './errors';
import { EXPANDABLE, expand } from './expansion';
import { listPage, listParameters } from './lists';
import { type Operation, ok, operation } from './operation';
import { parameters, text } from './parameters';
import { chargeShape } from './shapes';

/** The endpoints under `/v1/charges`. Charges are made by payment intents only. */
export const chargeOperations: readonly Operation[] = [
  operation(
    'GET',
    '/v1/charges',
    listParameters(EXPANDABLE.charge, { payment_intent: text(255) }),
    (call, given) => {
      const { payment_intent: wanted } = given;
      if (wanted !== undefined && call.books.paymentIntent(wanted) === undefined) {
        throw noSuch('payment_intent', wanted, 'payment_intent', 400);
      }
      return ok(
        listPage(
          '/v1/charges',
          'charge',
          call.books.charges,
          given,
          (charge) => chargeShape(call.books, charge, given.expand),
          (charge) => wanted === undefined || charge.paymentIntent === wanted,
        ),
      );
    },
  ),
  operation(
    'GET',
    '/v1/charges/:id',
    parameters({ expand: expand(EXPANDABLE.charge) }),
    (call, given, id) => {
      const charge = call.books.charge(id);
      if (charge === undefined) throw noSuch('charge', id, 'charge', 404);
      return ok(chargeShape(call.books, charge, given.expand));
    },
  ),
];
