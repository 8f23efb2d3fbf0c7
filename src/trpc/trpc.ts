import { getErrorShape, initTRPC, type TRPCError } from '@trpc/server';
import { ShopError } from '@/platform/shop-error';
import type { Context } from './context';
import { toShopError, toTrpcError } from './errors';

const t = initTRPC.context<Context>().create({
  // Stack traces are for the log: an answer is the same in development and in production, and a replay is byte-equal.
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const { data, message } = toShopError(error);
    return {
      ...shape,
      message,
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path ?? null,
        ...data,
      },
    };
  },
});

export const router = t.router;

/** Every procedure: whatever is thrown below leaves as an error of the one table, with the status that goes with it. */
export const procedure = t.procedure.use(async ({ next, ctx, type }) => {
  if (type === 'mutation' && ctx.isForeign) {
    throw toTrpcError(new ShopError('forbidden', 'This request comes from a page of another site.'));
  }
  const result = await next();
  if (result.ok) return result;
  const error = toShopError(result.error);
  if (error.data.retryAfterMs !== undefined) {
    ctx.answerHeaders.set('Retry-After', String(Math.ceil(error.data.retryAfterMs / 1_000)));
  }
  throw toTrpcError(error);
});

/** An error in tRPC's envelope, for answers that are given before tRPC has read the request. */
export function errorBody(error: TRPCError): object {
  return getErrorShape({
    config: t._config,
    error,
    type: 'unknown',
    path: undefined,
    input: undefined,
    ctx: undefined,
  });
}
