import { newId, type Tx } from '@/platform/database';
import { type CartToPrice, cartNotFound, shopCurrency } from './cart';
import type { PayInput } from './input';
import type { Quote } from './quote';

/**
 * The statements of the claiming transaction. They are raw because each lock must be taken in the one order that the
 * whole shop keeps (order, cart, products by id, promo), which Prisma's reads cannot say.
 */

/** The cart to be paid, locked, then its products, locked by id. Throws `not_found` when it is not this shopper's. */
export async function lockCartToPay(tx: Tx, shopperId: string, cartId: string): Promise<CartToPrice> {
  const [cart] = await tx.$queryRaw<CartRow[]>`
    SELECT cart.status::text AS status, cart.version, promo.code, promo.kind::text AS kind, promo.value
    FROM cart LEFT JOIN promo ON promo.code = cart.promo_code
    WHERE cart.id = ${cartId}::uuid AND cart.shopper_id = ${shopperId}::uuid FOR UPDATE OF cart`;
  if (!cart) throw cartNotFound();
  const lines = await tx.$queryRaw<LineRow[]>`
    SELECT product.id::text AS "productId", product.name, line.quantity, product.price_amount AS "unitAmount",
           product.stock, product.currency
    FROM cart_line line JOIN product ON product.id = line.product_id
    WHERE line.cart_id = ${cartId}::uuid ORDER BY product.id FOR NO KEY UPDATE OF product`;
  const { status, version, code, kind, value } = cart;
  const promo = code !== null && kind !== null && value !== null ? { code, kind, value } : null;
  return {
    id: cartId,
    shopperId,
    status,
    version,
    promo,
    currency: lines[0]?.currency ?? shopCurrency,
    lines,
  };
}

interface CartRow {
  status: CartToPrice['status'];
  version: number;
  code: string | null;
  kind: NonNullable<CartToPrice['promo']>['kind'] | null;
  value: number | null;
}

type LineRow = CartToPrice['lines'][number] & { currency: string };

/** The order that keeps a cart from being ordered again. */
export async function findLiveOrder(tx: Tx, cartId: string): Promise<string | null> {
  const order = await tx.order.findFirst({
    where: { cartId, status: { not: 'cancelled' } },
    select: { id: true },
  });
  return order?.id ?? null;
}

/** Uses a promo code once. False when its limit is reached or its time is over; the check and the use are one statement. */
export async function takePromo(tx: Tx, code: string): Promise<boolean> {
  const taken = await tx.$executeRaw`
    UPDATE promo SET used = used + 1
    WHERE code = ${code} AND (usage_limit IS NULL OR used < usage_limit)
      AND (expires_at IS NULL OR expires_at > clock_timestamp())`;
  return taken === 1;
}

export interface NewOrder {
  readonly cart: CartToPrice;
  readonly quote: Quote;
  readonly input: PayInput;
  readonly key: string;
  readonly processorKey: string;
}

/** Takes the stock and writes order, lines and payment, in one statement: all of it or nothing, in one round trip. */
export async function placeOrder(tx: Tx, { cart, quote, input, key, processorKey }: NewOrder): Promise<void> {
  const orderId = newId();
  const productIds = cart.lines.map((line) => line.productId);
  const quantities = cart.lines.map((line) => line.quantity);
  await tx.$executeRaw`
    WITH line AS (
      SELECT * FROM unnest(${productIds}::uuid[], ${quantities}::int[]) AS line (product_id, quantity)
    ), taken AS (
      UPDATE product SET stock = stock - line.quantity FROM line WHERE product.id = line.product_id
      RETURNING product.id, product.name, line.quantity, product.price_amount
    ), ordered AS (
      UPDATE cart SET status = 'ordered', updated_at = clock_timestamp() WHERE id = ${cart.id}::uuid
    ), placed AS (
      INSERT INTO "order" (id, shopper_id, cart_id, email, shipping_address, shipping_option_id, currency,
                           subtotal, discount, shipping, tax, total, promo_code)
      VALUES (${orderId}::uuid, ${cart.shopperId}::uuid, ${cart.id}::uuid, ${input.email},
              ${JSON.stringify(input.shippingAddress)}::jsonb, ${input.shippingOptionId}, ${cart.currency},
              ${quote.subtotal.amount}, ${quote.discount.amount}, ${quote.shipping.amount}, ${quote.tax.amount},
              ${quote.total.amount}, ${cart.promo?.code ?? null})
    ), lined AS (
      INSERT INTO order_line (order_id, product_id, name, quantity, unit_amount)
      SELECT ${orderId}::uuid, id, name, quantity, price_amount FROM taken
    )
    INSERT INTO payment (id, order_id, scope, key, processor_key, amount, currency, payment_method_id)
    VALUES (${newId()}::uuid, ${orderId}::uuid, ${cart.shopperId}, ${key}, ${processorKey},
            ${quote.total.amount}, ${cart.currency}, ${input.paymentMethodId})`;
}
