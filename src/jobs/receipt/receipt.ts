import { createTransport, type Transporter } from 'nodemailer';
import { linesOfAddress } from '@/checkout/address-lines';
import { shippingAddress } from '@/checkout/input';
import { orderLink } from '@/checkout/order-link';
import { prisma } from '@/platform/database';
import { env } from '@/platform/env';
import { renderReceipt } from './render';

/**
 * Writes the receipt of a paid order, once, and sends it when a mail server is set. Safe to run again at any point: the
 * record is made once, and a mail that is sent twice carries the same Message-ID, by which mail programs know it.
 */
export async function deliverReceipt(orderId: string): Promise<void> {
  const receipt = await recordReceipt(orderId);
  const transport = mailTransport();
  if (transport === null || receipt.sentAt !== null) return;
  const { messageId, recipient, subject, text, html } = receipt;
  await transport.sendMail({ messageId, from: env().mailFrom, to: recipient, subject, text, html });
  await prisma().receipt.update({ where: { orderId }, data: { sentAt: new Date() } });
}

async function recordReceipt(orderId: string) {
  const order = await prisma().order.findUniqueOrThrow({
    where: { id: orderId },
    include: { lines: true, payment: true },
  });
  if (order.paidAt === null) throw new Error(`the order ${orderId} is not paid and gets no receipt`);
  const { subject, text, html } = renderReceipt({
    orderNumber: order.number,
    paidAt: order.paidAt,
    recipient: order.email,
    currency: order.currency,
    lines: order.lines,
    subtotal: order.subtotal,
    discount: order.discount,
    shipping: order.shipping,
    tax: order.tax,
    total: order.total,
    promo: order.promoCode,
    card: cardOf(order.payment),
    address: linesOfAddress(shippingAddress.parse(order.shippingAddress)),
    link: orderLink(orderId),
  });
  // Derived from the order, so that the same order can never have two receipts.
  const messageId = `<receipt.${orderId}@doubletap.shop>`;
  await prisma().receipt.createMany({
    data: [{ orderId, messageId, recipient: order.email, subject, text, html }],
    skipDuplicates: true,
  });
  return prisma().receipt.findUniqueOrThrow({ where: { orderId } });
}

function cardOf(
  payment: { readonly cardBrand: string | null; readonly cardLast4: string | null } | null,
): { brand: string; last4: string } | null {
  if (payment === null || payment.cardBrand === null || payment.cardLast4 === null) return null;
  return { brand: payment.cardBrand, last4: payment.cardLast4 };
}

let transport: Transporter | undefined;

/** The mail server, or null: receipts are then kept in their table alone. */
function mailTransport(): Transporter | null {
  const { smtpUrl } = env();
  if (smtpUrl === undefined) return null;
  transport ??= createTransport(smtpUrl, { from: env().mailFrom });
  return transport;
}
