import type { KeyState } from '@prisma-client/client';
import type { ClaimId } from '@/idempotency';
import { prisma } from '@/platform/database';
import { env } from '@/platform/env';
import { ShopError } from '@/platform/shop-error';
import { payOperation } from './pay';
import { refundOperation } from './refund';

/** Everything about one key, for an operator who has to find out what happened. */
export interface KeyRecord extends ClaimId {
  /** The database's clock at the reading: what is left of a lease is counted from it. */
  readonly now: string;
  /** Null when its retention is over, or no attempt has claimed it. */
  readonly claim: ClaimRecord | null;
  /** Every request that carried it, in order of arrival. */
  readonly attempts: readonly AttemptView[];
  /** The order that it is about, where there is one. */
  readonly order: { readonly orderId: string; readonly orderNumber: string } | null;
}

export interface ClaimRecord {
  readonly state: KeyState;
  readonly fingerprint: string;
  /** The input that was frozen, as canonical JSON. */
  readonly input: string;
  /** The token of its owner; null when nobody works on it. */
  readonly owner: string | null;
  readonly leaseUntil: string | null;
  /** How often an owner let go without knowing the outcome. */
  readonly doubts: number;
  readonly answer: { readonly status: number; readonly body: string } | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly expiresAt: string;
  /** From then on nobody sends it any more: it is given up. */
  readonly giveUpAt: string;
}

export interface AttemptView {
  readonly id: string;
  /** The caller's `X-Attempt`. */
  readonly number: number;
  readonly ending: string;
  readonly arrivedAt: string;
  /** Null on attempts of an older release. */
  readonly durationMs: number | null;
  readonly process: string | null;
  /** What it brought where the key belongs to another input, as canonical JSON. */
  readonly input: string | null;
}

/** The most attempts that are told of one key. */
const maxAttempts = 500;

/** The record of one key. Throws `not_found` when nothing is known of it. */
export async function readKeyRecord(id: ClaimId): Promise<KeyRecord> {
  const { scope, operation, key } = id;
  const [clock, claim, attempts, order] = await Promise.all([
    prisma().$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`,
    prisma().idempotencyKey.findUnique({ where: { scope_operation_key: { scope, operation, key } } }),
    prisma().attempt.findMany({
      where: { scope, operation, key },
      orderBy: [{ arrivedAt: 'asc' }, { id: 'asc' }],
      take: maxAttempts,
    }),
    orderOf(id),
  ]);
  if (!claim && !order && attempts.length === 0)
    throw new ShopError('not_found', 'Nothing is known of this key.');
  return {
    ...{ scope, operation, key, order },
    now: (clock[0]?.now ?? new Date()).toISOString(),
    claim: claim && {
      ...{ state: claim.state, fingerprint: claim.fingerprint, input: claim.input, doubts: claim.doubts },
      owner: claim.token,
      leaseUntil: claim.leaseUntil?.toISOString() ?? null,
      answer:
        claim.answerStatus !== null && claim.answerBody !== null
          ? { status: claim.answerStatus, body: claim.answerBody }
          : null,
      createdAt: claim.createdAt.toISOString(),
      completedAt: claim.completedAt?.toISOString() ?? null,
      expiresAt: claim.expiresAt.toISOString(),
      giveUpAt: new Date(claim.createdAt.getTime() + env().giveUpAgeMs).toISOString(),
    },
    attempts: attempts.map(({ id, number, ending, arrivedAt, durationMs, process, input }) => ({
      ...{ id, number, ending, durationMs, process, input },
      arrivedAt: arrivedAt.toISOString(),
    })),
  };
}

async function orderOf({ scope, operation, key }: ClaimId): Promise<KeyRecord['order']> {
  const order = { select: { id: true, number: true } } as const;
  const where = { scope_key: { scope, key } };
  if (operation === payOperation().name) {
    const payment = await prisma().payment.findUnique({ where, select: { order } });
    return payment && { orderId: payment.order.id, orderNumber: payment.order.number };
  }
  if (operation !== refundOperation().name) return null;
  const refund = await prisma().refund.findUnique({ where, select: { payment: { select: { order } } } });
  return refund && { orderId: refund.payment.order.id, orderNumber: refund.payment.order.number };
}
