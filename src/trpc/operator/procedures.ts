import { refundOperation } from '@/checkout/refund';
import { env } from '@/platform/env';
import { ShopError } from '@/platform/shop-error';
import type { Context } from '../context';
import { operatorChecks } from '../door';
import { refuseBatch, throughDoor } from '../keyed';
import { isOperator } from '../operator-token';
import { procedure } from '../trpc';
import { readOperatorSession } from './session';

/** Whose keys the operators' are: keys of operators and shoppers never meet. */
const operatorScope = 'operator';

/** Whoever sends the token itself has given no name. */
const namelessOperator = 'bearer token';

/**
 * A procedure for operators: with the console's token as a bearer, or with the console's session, never with a shopper's, and
 * never in a batch. `ctx.who` is the operator's name.
 */
export const operatorProcedure = procedure.use(async ({ next, ctx }) => {
  const who = await requireOperator(ctx);
  refuseBatch(ctx);
  return next({ ctx: { who } });
});

/** An operator's mutation that is protected by a key. */
export const keyedOperatorProcedure = operatorProcedure.use(({ next, ctx }) =>
  throughDoor(
    ctx,
    { scope: operatorScope, operation: refundOperation().name, checks: operatorChecks },
    (run) => next({ ctx: { run } }),
  ),
);

async function requireOperator({ headers, answerHeaders }: Context): Promise<string> {
  if (isOperator(headers.get('authorization'))) return namelessOperator;
  const session = await readOperatorSession(headers.get('cookie'));
  if (session) return session.who;
  answerHeaders.set('WWW-Authenticate', 'Bearer');
  throw new ShopError(
    'unauthenticated',
    env().consoleToken === undefined
      ? 'This shop has no operators: set CONSOLE_TOKEN where it is started.'
      : 'This is for operators: sign in to the console, or send its token as "Authorization: Bearer ..".',
  );
}
