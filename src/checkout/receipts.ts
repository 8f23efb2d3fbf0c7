import { prisma } from '@/platform/database';

/** A receipt as it was written, and as it was or will be sent. */
export interface ReceiptText {
  readonly html: string;
  readonly text: string;
}

/** The receipt of an order, whoever asks; null where none is written. */
export function findReceipt(orderId: string): Promise<ReceiptText | null> {
  return prisma().receipt.findUnique({ where: { orderId }, select: { html: true, text: true } });
}
