import { applyPromo, readCartToPrice, setCurrency, setItem, viewCart } from '@/checkout/cart';
import { listProducts } from '@/checkout/catalog';
import { closePurchase } from '@/checkout/close';
import { engine } from '@/checkout/engine';
import {
  applyPromoInput,
  closeInput,
  getOrderInput,
  payRequest,
  quoteInput,
  setCurrencyInput,
  setItemInput,
} from '@/checkout/input';
import { getOrder, listOrders } from '@/checkout/orders';
import { isPaidAnswer, payOperation } from '@/checkout/pay';
import { quote } from '@/checkout/quote';
import { writeCookie } from '@/platform/cookies';
import { currencyCookie } from '@/platform/currencies';
import { keyedProcedure } from './keyed';
import { operator } from './operator/router';
import { procedure, router } from './trpc';

const catalog = router({
  list: procedure.query(({ ctx }) => listProducts(ctx.currency)),
});

const cart = router({
  get: procedure.query(({ ctx }) => viewCart(ctx.shopperId, ctx.currency)),
  setItem: procedure
    .input(setItemInput)
    .mutation(({ ctx, input }) => setItem(ctx.shopperId, input.productId, input.quantity, ctx.currency)),
  setCurrency: procedure.input(setCurrencyInput).mutation(({ ctx, input }) => {
    const cookie = writeCookie(currencyCookie, input.currency, 365 * 24 * 60 * 60, ctx.isSecure);
    ctx.answerHeaders.append('Set-Cookie', cookie);
    return setCurrency(ctx.shopperId, input.currency);
  }),
  applyPromo: procedure
    .input(applyPromoInput)
    .mutation(({ ctx, input }) => applyPromo(ctx.shopperId, input.code, ctx.currency)),
});

const checkout = router({
  quote: procedure.input(quoteInput).query(async ({ ctx, input }) => {
    const priced = await readCartToPrice(ctx.shopperId, input.cartId);
    return quote(priced, priced.promo, input.shippingOptionId);
  }),
  pay: keyedProcedure.input(payRequest).mutation(async ({ ctx, input }) => {
    const stored = await ctx.run(payOperation(), input);
    // Checked, not rebuilt: the answer leaves with the very text that was stored.
    if (!isPaidAnswer(stored)) throw new Error('a stored payment cannot be read');
    return stored;
  }),
  close: procedure
    .input(closeInput)
    .mutation(({ ctx, input }) => closePurchase(engine(), ctx.shopperId, input.key, input.cartId)),
});

const orders = router({
  get: procedure
    .input(getOrderInput)
    .query(({ ctx, input }) => getOrder(ctx.shopperId, input.orderId, input.token)),
  list: procedure.query(({ ctx }) => listOrders(ctx.shopperId)),
});

export const appRouter = router({ catalog, cart, checkout, orders, operator });

export type AppRouter = typeof appRouter;
