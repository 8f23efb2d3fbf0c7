import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { testWebhookSecret } from '@/run/testbed/log-files';
import type { WiredShop } from '../wired-shop';

/**
 * Delivers a message about a payment that the processor never sent: that it has failed. It is signed as the processor's are, and
 * goes the way of the processor's.
 */
export async function sendFailureNotice(shop: WiredShop, key: string, store: number): Promise<void> {
  const [payment] = await shop.sql<{ intentId: string }>(
    'SELECT intent_id AS "intentId" FROM payment WHERE key = $1',
    [key],
  );
  if (!payment) throw new Error(`there is no payment of ${key}`);
  const { hostname: host, port } = new URL(shop.processorAddress);
  const stripe = new Stripe('sk_test_demo', { host, port, protocol: 'http', maxNetworkRetries: 0 });
  const intent = await stripe.paymentIntents.retrieve(payment.intentId);
  const { lastResponse: _, ...object } = { ...intent, status: 'requires_payment_method' };
  const payload = JSON.stringify({
    ...{
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      object: 'event',
      type: 'payment_intent.payment_failed',
    },
    ...{ created: Math.floor(Date.now() / 1000), data: { object } },
  });
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: testWebhookSecret });
  const response = await fetch(shop.webhookUrls[store - 1] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  if (!response.ok) throw new Error(`the store did not take the message: ${response.status}`);
}
