import type { CartStatus, PromoKind } from '@prisma-client/client';
import { inTransaction, newId, prisma, type Tx } from '@/platform/database';
import { type Money, money } from '@/platform/money';
import { ShopError } from '@/platform/shop-error';
import { discountOn } from './quote';

/** The cart as its shopper sees it. */
export interface CartView {
  readonly id: string;
  readonly version: number;
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

/** The demo sells in one currency; a cart has that of its lines. */
export const shopCurrency = 'USD';

/** More than this, and pages and totals stop making sense. */
const maxLines = 50;

/**
 * The shopper's cart: the open one, or, while a payment for the last one is unresolved, that one, so that a second tab
 * sees what is being paid. A shopper who has neither gets an open cart.
 */
export async function viewCart(shopperId: string): Promise<CartView> {
  const [cart, unresolved] = await Promise.all([
    prisma().cart.findFirst({ where: { shopperId, status: 'open' }, select: { id: true } }),
    prisma().order.findFirst({
      where: { shopperId, status: 'pending' },
      orderBy: { createdAt: 'desc' },
      select: { id: true, cartId: true },
    }),
  ]);
  const cartId =
    cart?.id ?? unresolved?.cartId ?? (await inTransaction((tx) => lockOpenCart(tx, shopperId))).id;
  const view = await readCart(cartId);
  return unresolved ? { ...view, unresolvedOrderId: unresolved.id } : view;
}

/** Sets a line's quantity; 0 removes it. The same call twice changes nothing, so that it may be repeated. */
export async function setItem(shopperId: string, productId: string, quantity: number): Promise<CartView> {
  await inTransaction(async (tx) => {
    await requireProduct(tx, productId);
    const cart = await lockOpenCart(tx, shopperId);
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
  return viewCart(shopperId);
}

/** Puts a promo code on the cart, or takes it off (`null`). Refuses a code that cannot be used now. */
export async function applyPromo(shopperId: string, code: string | null): Promise<CartView> {
  await inTransaction(async (tx) => {
    const cart = await lockOpenCart(tx, shopperId);
    if (cart.promoCode === code) return;
    if (code !== null) {
      const [usable] = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM promo WHERE code = ${code}
          AND (usage_limit IS NULL OR used < usage_limit) AND (expires_at IS NULL OR expires_at > clock_timestamp())`;
      if (!usable) throw new ShopError('promo_unusable', `The code ${code} cannot be used.`, { code });
    }
    await tx.cart.update({ where: { id: cart.id }, data: { promoCode: code } });
    await raiseVersion(tx, cart.id);
  });
  return viewCart(shopperId);
}

/** A cart with everything that a quote needs. */
export interface CartToPrice {
  readonly id: string;
  readonly shopperId: string;
  readonly status: CartStatus;
  readonly version: number;
  readonly promo: { readonly code: string; readonly kind: PromoKind; readonly value: number } | null;
  readonly currency: string;
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
    include: { promo: true, lines: { include: { product: true }, orderBy: { productId: 'asc' } } },
  });
  if (!cart) throw cartNotFound();
  const lines = cart.lines.map(({ productId, quantity, product }) => ({
    productId,
    name: product.name,
    quantity,
    unitAmount: product.priceAmount,
    stock: product.stock,
  }));
  return { ...cart, currency: cart.lines[0]?.product.currency ?? shopCurrency, lines };
}

export function cartNotFound(): ShopError {
  return new ShopError('not_found', 'There is no such cart.');
}

/**
 * The shopper's one open cart, locked; made when there is none. The shopper's row is locked first, so that a declined
 * payment that reopens a cart and a page that makes a new one cannot pass each other.
 */
async function lockOpenCart(tx: Tx, shopperId: string): Promise<{ id: string; promoCode: string | null }> {
  await tx.$executeRaw`INSERT INTO shopper (id) VALUES (${shopperId}::uuid) ON CONFLICT DO NOTHING`;
  await lockShopper(tx, shopperId);
  await tx.$executeRaw`
    INSERT INTO cart (id, shopper_id) VALUES (${newId()}::uuid, ${shopperId}::uuid) ON CONFLICT DO NOTHING`;
  const [cart] = await tx.$queryRaw<{ id: string; promoCode: string | null }[]>`
    SELECT id::text, promo_code AS "promoCode" FROM cart
    WHERE shopper_id = ${shopperId}::uuid AND status = 'open' FOR UPDATE`;
  if (!cart) return lockOpenCart(tx, shopperId); // it was ordered between the two statements: this one is new
  return cart;
}

export async function lockShopper(tx: Tx, shopperId: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM shopper WHERE id = ${shopperId}::uuid FOR NO KEY UPDATE`;
}

async function raiseVersion(tx: Tx, cartId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE cart SET version = version + 1, updated_at = clock_timestamp() WHERE id = ${cartId}::uuid`;
}

async function requireProduct(tx: Tx, productId: string): Promise<void> {
  const product = await tx.product.findUnique({ where: { id: productId }, select: { id: true } });
  if (!product) throw new ShopError('not_found', 'There is no such product.');
}

async function readCart(cartId: string): Promise<CartView> {
  const cart = await prisma().cart.findUniqueOrThrow({
    where: { id: cartId },
    include: {
      promo: true,
      lines: { include: { product: true }, orderBy: { product: { sortOrder: 'asc' } } },
    },
  });
  const currency = cart.lines[0]?.product.currency ?? shopCurrency;
  const subtotal = cart.lines.reduce((sum, { quantity, product }) => sum + quantity * product.priceAmount, 0);
  return {
    id: cart.id,
    version: cart.version,
    lines: cart.lines.map(({ quantity, product }) => ({
      productId: product.id,
      slug: product.slug,
      name: product.name,
      image: product.image,
      accent: product.accent,
      quantity,
      available: product.stock,
      unitPrice: money(product.priceAmount, currency),
      lineTotal: money(quantity * product.priceAmount, currency),
    })),
    promo: cart.promo && { code: cart.promo.code, description: cart.promo.description },
    subtotal: money(subtotal, currency),
    discount: money(discountOn(subtotal, cart.promo), currency),
  };
}
