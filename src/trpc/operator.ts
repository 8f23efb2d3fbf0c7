import { fulfilOrder } from '@/checkout/fulfil';
import { findOrderInput, fulfilInput, refundInput } from '@/checkout/input';
import { readOrderRecord } from '@/checkout/order-record';
import { isRefundAnswer, refundOperation } from '@/checkout/refund';
import { env } from '@/platform/env';
import { ShopError } from '@/platform/shop-error';
import type { Context } from './context';
import { operatorChecks } from './door';
import { refuseBatch, throughDoor } from './keyed';
import { isOperator } from './operator-token';
import { procedure, router } from './trpc';

/** Whose keys the operators' are: keys of operators and shoppers never meet. */
const operatorScope = 'operator';

/** A procedure for operators: a bearer token that is the console's, never a shopper's session, and never in a batch. */
const operatorProcedure = procedure.use(({ next, ctx }) => {
  requireOperator(ctx);
  refuseBatch(ctx);
  return next();
});

/** An operator's mutation that is protected by a key. */
const keyedOperatorProcedure = operatorProcedure.use(({ next, ctx }) =>
  throughDoor(
    ctx,
    { scope: operatorScope, operation: refundOperation().name, checks: operatorChecks },
    (run) => next({ ctx: { run } }),
  ),
);

export const operator = router({
  order: operatorProcedure.input(findOrderInput).query(({ input }) => readOrderRecord(input)),
  fulfil: operatorProcedure
    .input(fulfilInput)
    .mutation(({ ctx, input }) => fulfilOrder(input.orderId, seenVersion(ctx.headers, input.version))),
  refund: keyedOperatorProcedure.input(refundInput).mutation(async ({ ctx, input }) => {
    const stored = await ctx.run(refundOperation(), input);
    // Checked, not rebuilt: the answer leaves with the very text that was stored.
    if (!isRefundAnswer(stored)) throw new Error('a stored refund cannot be read');
    return stored;
  }),
});

function requireOperator({ headers, answerHeaders }: Context): void {
  if (isOperator(headers.get('authorization'))) return;
  answerHeaders.set('WWW-Authenticate', 'Bearer');
  throw new ShopError(
    'unauthenticated',
    env().consoleToken === undefined
      ? 'This shop has no operator: set CONSOLE_TOKEN where it is started, and send it as a bearer token.'
      : 'This is for operators: send the console token as "Authorization: Bearer ..".',
  );
}

/** The version that the operator has seen: RFC 9110's `If-Match` with one entity tag, or the input's. */
function seenVersion(headers: Headers, inInput: number | undefined): number {
  const header = headers.get('if-match');
  if (header === null && inInput !== undefined) return inInput;
  const inHeader = Number(/^("?)([1-9]\d{0,8})\1$/.exec(header ?? '')?.[2]);
  if (Number.isInteger(inHeader) && inHeader === (inInput ?? inHeader)) return inHeader;
  throw new ShopError(
    'invalid_input',
    'Please name the one version of the order that you have seen, as If-Match: "3" or in the input.',
    { fields: { version: 'The version that you have seen.' } },
  );
}
