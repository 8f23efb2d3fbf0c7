import type { PaymentStatus } from '@prisma-client/client';

/** The states of a payment, in the order in which they can follow each other. Isomorphic. */
export const paymentStatuses = [
  'processing',
  'in_doubt',
  'captured',
  'declined',
  'not_made',
  'captured_late',
  'partially_refunded',
  'refunded',
] as const satisfies readonly PaymentStatus[];
