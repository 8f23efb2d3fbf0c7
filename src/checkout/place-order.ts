import type { Purchase, Row, Statement } from '@/idempotency';
import { newId, type Tx } from '@/platform/database';
import { type CartToPrice, cartNotFound, currencyOf } from './cart';
import type { PayInput } from './input';
import type { Quote } from './quote';

/**
 * The statements of the claiming transaction. They are raw because each lock must be taken in the one order that the
 * whole shop keeps (order, cart, products by id, promo), which Prisma's reads cannot say.
 */

/** The cart to be paid, locked, then its products, locked by id: a row for {@link cartToPay}, or none when it is not this shopper's. */
export function lockCart({ scope, input }: Purchase<PayInput>): Statement {
  return {
    text: `
      WITH seen AS (
        SELECT version FROM cart WHERE id = $1::uuid
      ), locked AS MATERIALIZED (
        SELECT cart.id, cart.status::text AS status, cart.version, cart.currency, promo.code, promo.kind::text AS kind,
               coalesce(fixed.amount, promo.value) AS value
        FROM cart LEFT JOIN promo ON promo.code = cart.promo_code
          LEFT JOIN promo_amount fixed ON fixed.code = promo.code AND fixed.currency = cart.currency
        WHERE cart.id = $1::uuid AND cart.shopper_id = $2::uuid FOR UPDATE OF cart
      ), line AS MATERIALIZED (
        SELECT product.id AS "productId", product.name, line.quantity, price.amount AS "unitAmount", product.stock
        FROM cart_line line JOIN product ON product.id = line.product_id
          JOIN product_price price ON price.product_id = product.id AND price.currency = (SELECT currency FROM locked)
        WHERE line.cart_id = (SELECT id FROM locked) ORDER BY product.id FOR NO KEY UPDATE OF product
      )
      SELECT status, version, currency, code, kind, value, (SELECT version FROM seen) AS "seenVersion",
             (SELECT coalesce(json_agg(line), '[]') FROM line) AS lines
      FROM locked`,
    values: [input.cartId, scope],
  };
}

/**
 * The cart that {@link lockCart} has locked. Throws `not_found` when there is none.
 *
 * One statement reads all rows that it does not lock as they were when it began. A cart that was changed while the statement
 * waited for it has another version than was seen then: with its lock held, it is read again.
 */
export async function cartToPay(tx: Tx, purchase: Purchase<PayInput>, row: Row | null): Promise<CartToPrice> {
  if (!row) throw cartNotFound();
  const cart = row as object as CartRow; // what lockCart selects
  const { status, version, seenVersion, lines, code, kind, value } = cart;
  if (version !== seenVersion) {
    const { text, values } = lockCart(purchase);
    const [again] = await tx.$queryRawUnsafe<Row[]>(text, ...values);
    return cartToPay(tx, purchase, again ?? null);
  }
  const promo = code !== null && kind !== null && value !== null ? { code, kind, value } : null;
  const { cartId: id } = purchase.input;
  return { id, shopperId: purchase.scope, status, version, promo, currency: currencyOf(cart), lines };
}

interface CartRow {
  status: CartToPrice['status'];
  version: number;
  seenVersion: number;
  currency: string;
  code: string | null;
  kind: NonNullable<CartToPrice['promo']>['kind'] | null;
  value: number | null;
  lines: CartToPrice['lines'];
}

/** The order that keeps a cart from being ordered again. */
export async function findLiveOrder(tx: Tx, cartId: string): Promise<string | null> {
  const order = await tx.order.findFirst({
    where: { cartId, status: { not: 'cancelled' } },
    select: { id: true },
  });
  return order?.id ?? null;
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
  const unitAmounts = cart.lines.map((line) => line.unitAmount);
  await tx.$executeRaw`
    WITH line AS (
      SELECT * FROM unnest(${productIds}::uuid[], ${quantities}::int[], ${unitAmounts}::int[])
        AS line (product_id, quantity, unit_amount)
    ), taken AS (
      UPDATE product SET stock = stock - line.quantity FROM line WHERE product.id = line.product_id
      RETURNING product.id, product.name, line.quantity, line.unit_amount
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
      SELECT ${orderId}::uuid, id, name, quantity, unit_amount FROM taken
    )
    INSERT INTO payment (id, order_id, scope, key, processor_key, amount, currency, payment_method_id)
    VALUES (${newId()}::uuid, ${orderId}::uuid, ${cart.shopperId}, ${key}, ${processorKey},
            ${quote.total.amount}, ${cart.currency}, ${input.paymentMethodId})`;
}
