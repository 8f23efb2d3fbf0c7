import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isOrderToken } from '@/checkout/order-link';
import { prisma } from '@/platform/database';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { useSettings } from '@/run/testbed/settings';
import { deliverReceipt } from './receipt';

/** Receipts against a real mail server. */
let database: TestDatabase;
let mailServer: SMTPServer;
let mails: string[] = [];
let isRefusing = false;

beforeAll(async () => {
  database = await createDatabase();
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let mail = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        mail += chunk;
      });
      stream.on('end', () => {
        if (isRefusing) return done(new Error('the mailbox is full'));
        mails.push(mail);
        done();
      });
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const address = mailServer.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  useSettings({
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: 'https://shop.example',
  });
});
afterAll(async () => {
  await prisma().$disconnect();
  await new Promise<void>((resolve) => {
    mailServer.close(() => resolve());
  });
  await database.drop();
});
beforeEach(() => {
  mails = [];
  isRefusing = false;
});

async function plantOrder(status: 'paid' | 'pending'): Promise<string> {
  const [shopperId, cartId, orderId] = [randomUUID(), randomUUID(), randomUUID()];
  const product = await prisma().product.findFirstOrThrow();
  await prisma().shopper.create({ data: { id: shopperId } });
  await prisma().cart.create({ data: { id: cartId, shopperId, status: 'ordered' } });
  await prisma().order.create({
    data: {
      id: orderId,
      shopperId,
      cartId,
      status,
      email: 'ada@example.com',
      shippingAddress: {
        ...{ name: 'Ada L', line1: '1 Bell St', city: 'Austin' },
        ...{ region: 'TX', postalCode: '78701', country: 'US' },
      },
      shippingOptionId: 'standard',
      currency: 'USD',
      subtotal: 1000,
      discount: 100,
      shipping: 490,
      tax: 72,
      total: 1462,
      paidAt: status === 'paid' ? new Date() : null,
      lines: { create: { productId: product.id, name: '<Big> & "Red"', quantity: 2, unitAmount: 500 } },
    },
  });
  return orderId;
}

it('writes one receipt and sends one mail, also when ten workers come at once and again later', async () => {
  const orderId = await plantOrder('paid');
  await Promise.all(Array.from({ length: 10 }, () => deliverReceipt(orderId)));
  await deliverReceipt(orderId);
  expect(await prisma().receipt.count({ where: { orderId } })).toBe(1);
  const ids = mails.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]);
  expect(mails.length).toBeGreaterThanOrEqual(1);
  expect(new Set(ids)).toEqual(new Set([`<receipt.${orderId}@doubletap.shop>`]));
  const sentBefore = mails.length;
  await deliverReceipt(orderId);
  expect(mails).toHaveLength(sentBefore);
});

it('sends again under the same Message-ID after a mail server that refused, and records once', async () => {
  const orderId = await plantOrder('paid');
  isRefusing = true;
  await expect(deliverReceipt(orderId)).rejects.toThrow('mailbox is full');
  expect(await prisma().receipt.findUnique({ where: { orderId } })).toMatchObject({ sentAt: null });
  isRefusing = false;
  await deliverReceipt(orderId);
  expect(await prisma().receipt.findUnique({ where: { orderId } })).toMatchObject({
    sentAt: expect.any(Date),
  });
  expect(mails).toHaveLength(1);
});

it('escapes what shoppers and the catalogue say, and adds up', async () => {
  const orderId = await plantOrder('paid');
  await deliverReceipt(orderId);
  const { html, text } = await prisma().receipt.findUniqueOrThrow({ where: { orderId } });
  for (const receipt of [html, text]) {
    expect(receipt).toContain('Austin, TX 78701');
    expect(receipt).toContain(`/orders/${orderId}?token=`);
  }
  expect(html).toContain('&#60;Big&#62; &#38; &#34;Red&#34;');
  expect(html).not.toContain('<Big>');
  expect(text).toMatch(/Total, charged once +\$14\.62/);
});

it('carries the link that opens this order from any browser', async () => {
  const orderId = await plantOrder('paid');
  await deliverReceipt(orderId);
  const { html, text } = await prisma().receipt.findUniqueOrThrow({ where: { orderId } });
  const [link = ''] = /https:\/\/\S+/.exec(text) ?? [];
  expect(new URL(link).origin).toBe('https://shop.example');
  expect(new URL(link).pathname).toBe(`/orders/${orderId}`);
  expect(isOrderToken(orderId, new URL(link).searchParams.get('token') ?? '')).toBe(true);
  expect(html).toContain(`href="${link}"`);
});

it('writes none for an order that is not paid', async () => {
  const orderId = await plantOrder('pending');
  await expect(deliverReceipt(orderId)).rejects.toThrow('is not paid');
  expect(await prisma().receipt.count({ where: { orderId } })).toBe(0);
});
