import type { CartStatus, Promo, PromoAmount, PromoKind } from '@prisma-client/client';
import { type Currency, defaultCurrency, isCurrency } from '@/platform/currencies';
import { inTransaction, newId, prisma, type Tx } from '@/platform/database';
import { type Money, money } from '@/platform/money';
import { ShopError } from '@/platform/shop-error';
import { usableHere } from './promo';
import { discountOn } from './quote';

/** The cart as its shopper sees it. */
export interface CartView {
  readonly id: string;
  readonly version: number;
  readonly currency: Currency;
  readonly lines: readonly CartLineView[];
  readonly promo: { readonly code: string; readonly description: string } | null;
  readonly subtotal: Money;
  readonly discount: Money;
  /** An order of this shopper whose payment has not been settled yet. */
  readonly unresolvedOrderId?: string;
}

export interface CartLineView {
  readonly productId: string;
  readonly slug: string;
  readonly name: string;
  readonly image: string;
  readonly accent: string;
  readonly quantity: number;
  readonly available: number;
  readonly unitPrice: Money;
  readonly lineTotal: Money;
}

/** More than this, and pages and totals stop making sense. */
const maxLines = 50;

/**
 * The shopper's cart: the open one, or, while a payment for the last one is unresolved, that one, so that a second tab
 * sees what is being paid. A shopper who has neither gets an open cart in this currency.
 */
export async function viewCart(shopperId: string, currency: Currency = defaultCurrency): Promise<CartView> {
  const cart = await findCart(shopperId);
  return cart ?? readCart((await inTransaction((tx) => lockOpenCart(tx, shopperId, currency))).id);
}

/** The same, or null for a shopper who has neither: nothing is made. */
export async function findCart(shopperId: string): Promise<CartView | null> {
  const [cart, unresolved] = await Promise.all([
    prisma().cart.findFirst({ where: { shopperId, status: 'open' }, select: { id: true } }),
    prisma().order.findFirst({
      where: { shopperId, status: 'pending' },
      orderBy: { createdAt: 'desc' },
      select: { id: true, cartId: true },
    }),
  ]);
  const cartId = cart?.id ?? unresolved?.cartId;
  if (cartId === undefined) return null;
  const view = await readCart(cartId);
  return unresolved ? { ...view, unresolvedOrderId: unresolved.id } : view;
}

/** Sets a line's quantity; 0 removes it. The same call twice changes nothing, so that it may be repeated. */
export async function setItem(
  shopperId: string,
  productId: string,
  quantity: number,
  currency: Currency = defaultCurrency,
): Promise<CartView> {
  await inTransaction(async (tx) => {
    const cart = await lockOpenCart(tx, shopperId, currency);
    if (quantity > 0) await requirePrices(tx, [productId], cart.currency);
    const lines = await tx.cartLine.findMany({ where: { cartId: cart.id } });
    const now = lines.find((line) => line.productId === productId)?.quantity ?? 0;
    if (now === quantity) return;
    if (quantity === 0) {
      await tx.cartLine.delete({ where: { cartId_productId: { cartId: cart.id, productId } } });
    } else {
      if (now === 0 && lines.length >= maxLines) {
        throw new ShopError('invalid_input', `A cart holds at most ${maxLines} different things.`, {
          fields: { productId: 'The cart is full.' },
        });
      }
      await tx.$executeRaw`
        INSERT INTO cart_line (cart_id, product_id, quantity) VALUES (${cart.id}::uuid, ${productId}::uuid, ${quantity})
        ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = EXCLUDED.quantity`;
    }
    await raiseVersion(tx, cart.id);
  });
  return viewCart(shopperId, currency);
}

/**
 * Prices the cart in another currency. A code that takes off a fixed amount, and has none in this currency, is taken off;
 * while a payment is unresolved, its cart keeps the currency that is being paid.
 */
export async function setCurrency(shopperId: string, currency: Currency): Promise<CartView> {
  await inTransaction(async (tx) => {
    const cart = await lockOpenCart(tx, shopperId, currency);
    if (cart.currency === currency) return;
    const lines = await tx.cartLine.findMany({ where: { cartId: cart.id }, select: { productId: true } });
    await requirePrices(
      tx,
      lines.map((line) => line.productId),
      currency,
    );
    const keepsPromo = cart.promoCode !== null && (await usableHere(tx, cart.promoCode, shopperId, currency));
    await tx.cart.update({
      where: { id: cart.id },
      data: { currency, promoCode: keepsPromo ? cart.promoCode : null },
    });
    await raiseVersion(tx, cart.id);
  });
  return viewCart(shopperId, currency);
}

/** Puts a promo code on the cart, or takes it off (`null`). Refuses a code that cannot be used now. */
export async function applyPromo(
  shopperId: string,
  code: string | null,
  currency: Currency = defaultCurrency,
): Promise<CartView> {
  await inTransaction(async (tx) => {
    const cart = await lockOpenCart(tx, shopperId, currency);
    if (cart.promoCode === code) return;
    if (code !== null && !(await usableHere(tx, code, shopperId, cart.currency))) {
      throw new ShopError('promo_unusable', `The code ${code} cannot be used.`, { code });
    }
    await tx.cart.update({ where: { id: cart.id }, data: { promoCode: code } });
    await raiseVersion(tx, cart.id);
  });
  return viewCart(shopperId, currency);
}

/** A cart with everything that a quote needs. */
export interface CartToPrice {
  readonly id: string;
  readonly shopperId: string;
  readonly status: CartStatus;
  readonly version: number;
  readonly promo: { readonly code: string; readonly kind: PromoKind; readonly value: number } | null;
  readonly currency: Currency;
  readonly lines: readonly {
    productId: string;
    name: string;
    quantity: number;
    unitAmount: number;
    stock: number;
  }[];
}

/** Reads a cart of this shopper, without a lock. Throws `not_found` for everybody else's. */
export async function readCartToPrice(shopperId: string, cartId: string): Promise<CartToPrice> {
  const cart = await prisma().cart.findFirst({
    where: { id: cartId, shopperId },
    include: {
      promo: { include: { amounts: true } },
      lines: { include: { product: { include: { prices: true } } }, orderBy: { productId: 'asc' } },
    },
  });
  if (!cart) throw cartNotFound();
  const currency = currencyOf(cart);
  const lines = cart.lines.map(({ productId, quantity, product }) => ({
    productId,
    name: product.name,
    quantity,
    unitAmount: amountIn(product.prices, currency),
    stock: product.stock,
  }));
  return { ...cart, currency, promo: promoIn(cart.promo, currency), lines };
}

/** The currency of a cart; a row that holds another one was not written by this shop. */
export function currencyOf({ currency }: { readonly currency: string }): Currency {
  if (!isCurrency(currency)) throw new Error(`the shop does not sell in ${currency}`);
  return currency;
}

/** A product's amount in a currency. Nothing is put into a cart that has none. */
function amountIn(prices: readonly { currency: string; amount: number }[], currency: Currency): number {
  const price = prices.find((candidate) => candidate.currency === currency);
  if (!price) throw new Error(`a product in a cart has no price in ${currency}`);
  return price.amount;
}

/** A promo's terms in a currency: a fixed one takes off its amount there. */
function promoIn(
  promo: (Promo & { amounts: PromoAmount[] }) | null,
  currency: Currency,
): CartToPrice['promo'] {
  if (!promo) return null;
  const { code, kind, value, amounts } = promo;
  return {
    code,
    kind,
    value: kind === 'fixed' ? (amounts.find((amount) => amount.currency === currency)?.amount ?? 0) : value,
  };
}

export function cartNotFound(): ShopError {
  return new ShopError('not_found', 'There is no such cart.');
}

/**
 * The shopper's one open cart, locked; made, in this currency, when there is none. The shopper's row is locked first, so that a declined
 * payment that reopens a cart and a page that makes a new one cannot pass each other.
 */
async function lockOpenCart(
  tx: Tx,
  shopperId: string,
  currency: Currency,
): Promise<{ id: string; currency: Currency; promoCode: string | null }> {
  await tx.$executeRaw`INSERT INTO shopper (id) VALUES (${shopperId}::uuid) ON CONFLICT DO NOTHING`;
  await lockShopper(tx, shopperId);
  await tx.$executeRaw`
    INSERT INTO cart (id, shopper_id, currency) VALUES (${newId()}::uuid, ${shopperId}::uuid, ${currency})
    ON CONFLICT DO NOTHING`;
  const [cart] = await tx.$queryRaw<{ id: string; currency: string; promoCode: string | null }[]>`
    SELECT id::text, currency, promo_code AS "promoCode" FROM cart
    WHERE shopper_id = ${shopperId}::uuid AND status = 'open' FOR UPDATE`;
  if (!cart) return lockOpenCart(tx, shopperId, currency); // ordered between the two statements: this one is new
  return { ...cart, currency: currencyOf(cart) };
}

export async function lockShopper(tx: Tx, shopperId: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM shopper WHERE id = ${shopperId}::uuid FOR NO KEY UPDATE`;
}

async function raiseVersion(tx: Tx, cartId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE cart SET version = version + 1, updated_at = clock_timestamp() WHERE id = ${cartId}::uuid`;
}

/** Throws `not_found` when one of the products is not sold in the currency, or not at all. */
async function requirePrices(tx: Tx, productIds: readonly string[], currency: Currency): Promise<void> {
  const priced = await tx.productPrice.count({ where: { productId: { in: [...productIds] }, currency } });
  if (priced < productIds.length) {
    throw new ShopError('not_found', `There is no such product, or not in ${currency}.`);
  }
}

async function readCart(cartId: string): Promise<CartView> {
  const cart = await prisma().cart.findUniqueOrThrow({
    where: { id: cartId },
    include: {
      promo: { include: { amounts: true } },
      lines: {
        include: { product: { include: { prices: true } } },
        orderBy: { product: { sortOrder: 'asc' } },
      },
    },
  });
  const currency = currencyOf(cart);
  const lines = cart.lines.map(({ quantity, product }) => {
    const unitAmount = amountIn(product.prices, currency);
    return {
      productId: product.id,
      slug: product.slug,
      name: product.name,
      image: product.image,
      accent: product.accent,
      quantity,
      available: product.stock,
      unitPrice: money(unitAmount, currency),
      lineTotal: money(quantity * unitAmount, currency),
    };
  });
  const subtotal = lines.reduce((sum, { lineTotal }) => sum + lineTotal.amount, 0);
  return {
    id: cart.id,
    version: cart.version,
    currency,
    lines,
    promo: cart.promo && { code: cart.promo.code, description: cart.promo.description },
    subtotal: money(subtotal, currency),
    discount: money(discountOn(subtotal, promoIn(cart.promo, currency), currency), currency),
  };
}
