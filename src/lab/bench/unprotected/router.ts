import { payRequest } from '@/checkout/input';
import { errorFromAnswer } from '@/platform/shop-error';
import { procedure, router } from '@/trpc/trpc';
import { payUnprotected } from './pay';

/**
 * What a store answers that was built for the bench, at the address where the shop's API is. Session, validation, errors and the line
 * before them are the shop's.
 */
export const appRouter = router({
  laboratory: router({
    /** A purchase without protection. */
    pay: procedure.input(payRequest).mutation(async ({ ctx, input }): Promise<unknown> => {
      const answer = await payUnprotected(ctx.shopperId, input);
      if (answer.status >= 400) throw errorFromAnswer(answer);
      return JSON.parse(answer.body);
    }),
    /** The least that an answer of the API costs. */
    empty: procedure.mutation(() => null),
  }),
});
