import type { KeyState, OrderStatus, PaymentStatus, Prisma } from '@prisma-client/client';
import type { ClaimId } from '@/idempotency';
import { prisma } from '@/platform/database';
import { type Money, money } from '@/platform/money';
import { payOperation } from './pay';

/** What an operator finds by whatever they were told. */
export interface Found {
  readonly orders: readonly FoundOrder[];
  readonly keys: readonly FoundKey[];
}

export interface FoundOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly status: OrderStatus;
  readonly payment: PaymentStatus | null;
  readonly email: string;
  readonly total: Money;
  readonly createdAt: string;
  /** The key of its purchase. */
  readonly purchase: ClaimId | null;
}

export interface FoundKey extends ClaimId {
  readonly state: KeyState;
  readonly createdAt: string;
}

/** The most that is told of each kind, newest first. */
const most = 50;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Looks for a key, an order's number or id, a payment's or refund's id, here or at the processor, a shopper's id, and an e-mail
 * address, each of them whole: every one is found by an index.
 */
export async function search(text: string): Promise<Found> {
  const [orders, keys] = await Promise.all([
    prisma().order.findMany({
      where: { OR: conditions(text) },
      orderBy: { createdAt: 'desc' },
      take: most,
      include: { payment: { select: { status: true, scope: true, key: true } } },
    }),
    prisma().idempotencyKey.findMany({
      where: { key: text },
      orderBy: { createdAt: 'desc' },
      take: most,
      select: { scope: true, operation: true, key: true, state: true, createdAt: true },
    }),
  ]);
  return {
    orders: orders.map(({ id, number, status, email, total, currency, createdAt, payment }) => ({
      ...{ orderId: id, orderNumber: number, status, email },
      payment: payment?.status ?? null,
      total: money(total, currency),
      createdAt: createdAt.toISOString(),
      purchase: payment && { scope: payment.scope, operation: payOperation().name, key: payment.key },
    })),
    keys: keys.map(({ createdAt, ...key }) => ({ ...key, createdAt: createdAt.toISOString() })),
  };
}

function conditions(text: string): Prisma.OrderWhereInput[] {
  const ids: Prisma.OrderWhereInput[] = uuid.test(text)
    ? [
        { id: text },
        { shopperId: text },
        { payment: { id: text } },
        { payment: { refunds: { some: { id: text } } } },
      ]
    : [];
  return [
    ...ids,
    { number: text.toUpperCase() },
    { email: { in: [...new Set([text, text.toLowerCase()])] } },
    { payment: { key: text } },
    { payment: { intentId: text } },
    { payment: { chargeId: text } },
    { payment: { refunds: { some: { OR: [{ key: text }, { refundId: text }] } } } },
  ];
}
