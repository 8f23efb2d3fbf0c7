import type { OrderStatus, PaymentStatus, Prisma } from '@prisma-client/client';
import type { z } from 'zod';
import { prisma } from '@/platform/database';
import { type Money, money } from '@/platform/money';
import { ShopError } from '@/platform/shop-error';
import { countAttempts } from './attempts';
import { shippingAddress } from './input';
import { isOrderToken } from './order-link';
import { payOperation } from './pay';

/** An order as its shopper sees it. */
export interface OrderView {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly status: OrderStatus;
  readonly version: number;
  readonly payment: PaymentView;
  readonly lines: readonly OrderLineView[];
  readonly subtotal: Money;
  readonly discount: Money;
  readonly shipping: Money;
  readonly tax: Money;
  readonly total: Money;
  /** What has gone back to the card for certain. */
  readonly refunded: Money;
  readonly promo: string | null;
  readonly email: string;
  readonly shippingAddress: z.output<typeof shippingAddress>;
  readonly createdAt: string;
  readonly paidAt: string | null;
  /** Attempts of the purchase that arrived, by the browser's own count. */
  readonly attempts: number;
  /** Requests that carried its key; a browser may send one attempt twice. */
  readonly requests: number;
}

export interface PaymentView {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly declineCode: string | null;
  /** The processor's id of the charge. There is one, or none. */
  readonly chargeId: string | null;
}

export interface OrderLineView {
  readonly productId: string;
  readonly slug: string;
  readonly name: string;
  readonly image: string;
  readonly accent: string;
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly lineTotal: Money;
}

/** The shopper's orders, newest first, at most 100. */
export async function listOrders(shopperId: string): Promise<
  {
    orderId: string;
    orderNumber: string;
    status: OrderStatus;
    payment: { status: PaymentStatus | null };
    total: Money;
    createdAt: string;
  }[]
> {
  const orders = await prisma().order.findMany({
    where: { shopperId },
    orderBy: { createdAt: 'desc' },
    take: 100,
    include: { payment: { select: { status: true } } },
  });
  return orders.map(({ id, number, status, payment, total, currency, createdAt }) => ({
    orderId: id,
    orderNumber: number,
    status,
    payment: { status: payment?.status ?? null },
    total: money(total, currency),
    createdAt: createdAt.toISOString(),
  }));
}

/** One order of this shopper, or the one whose link the caller has. Throws `not_found` for everybody else's. */
export function getOrder(shopperId: string, orderId: string, token?: string): Promise<OrderView> {
  const hasLink = token !== undefined && isOrderToken(orderId, token);
  return viewOrder(hasLink ? { id: orderId } : { id: orderId, shopperId });
}

/** The order that a condition names, whoever bought it. Throws `not_found` when there is none. */
export async function viewOrder(where: Prisma.OrderWhereInput): Promise<OrderView> {
  const order = await prisma().order.findFirst({
    where,
    include: {
      lines: { include: { product: true }, orderBy: { product: { sortOrder: 'asc' } } },
      payment: { include: { refunds: { where: { status: 'succeeded' }, select: { amount: true } } } },
    },
  });
  if (!order?.payment) throw new ShopError('not_found', 'There is no such order.');
  const { payment, currency } = order;
  const counts = await countAttempts(payment.scope, payOperation().name, payment.key);
  return {
    orderId: order.id,
    orderNumber: order.number,
    status: order.status,
    version: order.version,
    payment: {
      id: payment.id,
      status: payment.status,
      card: payment.cardBrand !== null ? { brand: payment.cardBrand, last4: payment.cardLast4 ?? '' } : null,
      declineCode: payment.declineCode,
      chargeId: payment.chargeId,
    },
    lines: order.lines.map(({ product, name, quantity, unitAmount }) => ({
      productId: product.id,
      slug: product.slug,
      name,
      image: product.image,
      accent: product.accent,
      quantity,
      unitPrice: money(unitAmount, currency),
      lineTotal: money(unitAmount * quantity, currency),
    })),
    subtotal: money(order.subtotal, currency),
    discount: money(order.discount, currency),
    shipping: money(order.shipping, currency),
    tax: money(order.tax, currency),
    total: money(order.total, currency),
    refunded: money(
      payment.refunds.reduce((sum, { amount }) => sum + amount, 0),
      currency,
    ),
    promo: order.promoCode,
    email: order.email,
    shippingAddress: shippingAddress.parse(order.shippingAddress),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    ...counts,
  };
}
