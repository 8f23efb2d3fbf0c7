import type { OrderStatus, PaymentStatus, Prisma, RefundStatus } from '@prisma-client/client';
import type { z } from 'zod';
import { prisma } from '@/platform/database';
import { type Money, money } from '@/platform/money';
import { ShopError } from '@/platform/shop-error';
import { countAttempts } from './attempts';
import { shippingAddress } from './input';
import { isOrderToken, orderToken } from './order-link';
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
  /** What has gone back, or is to go back, in the order it was asked for. */
  readonly refunds: readonly RefundView[];
  /** Null until it is written, and for an order that was never paid. */
  readonly receipt: ReceiptView | null;
  readonly promo: string | null;
  readonly email: string;
  readonly shippingAddress: z.output<typeof shippingAddress>;
  readonly createdAt: string;
  readonly paidAt: string | null;
  /** When it was shipped; null for one that was not, also when it was refunded instead. */
  readonly fulfilledAt: string | null;
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

export interface RefundView {
  readonly refundId: string;
  readonly status: RefundStatus;
  readonly amount: Money;
  readonly createdAt: string;
  readonly settledAt: string | null;
}

export interface ReceiptView {
  /** Where the e-mail can be read as it was sent. Whoever has the address may read it. */
  readonly path: string;
  readonly writtenAt: string;
  /** Null where it waits, or no mail server is set. */
  readonly sentAt: string | null;
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
      payment: { include: { refunds: { orderBy: { createdAt: 'asc' } } } },
      receipt: { select: { createdAt: true, sentAt: true } },
    },
  });
  if (!order?.payment) throw new ShopError('not_found', 'There is no such order.');
  const { payment, currency, receipt } = order;
  const counts = await countAttempts(payment.scope, payOperation().name, payment.key, {
    attempts: payment.reapedAttempts,
    requests: payment.reapedRequests,
  });
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
      payment.refunds.reduce((sum, { status, amount }) => sum + (status === 'succeeded' ? amount : 0), 0),
      currency,
    ),
    refunds: payment.refunds
      .filter(({ status }) => status !== 'failed')
      .map(({ id, status, amount, createdAt, settledAt }) => ({
        ...{ refundId: id, status },
        amount: money(amount, currency),
        createdAt: createdAt.toISOString(),
        settledAt: settledAt?.toISOString() ?? null,
      })),
    receipt: receipt && {
      path: `/api/receipts/${order.id}?token=${orderToken(order.id)}`,
      writtenAt: receipt.createdAt.toISOString(),
      sentAt: receipt.sentAt?.toISOString() ?? null,
    },
    promo: order.promoCode,
    email: order.email,
    shippingAddress: shippingAddress.parse(order.shippingAddress),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    fulfilledAt: order.fulfilledAt?.toISOString() ?? null,
    ...counts,
  };
}
