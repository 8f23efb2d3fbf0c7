import type Stripe from 'stripe';
import { engine } from '@/checkout/engine';
import { installationId } from '@/checkout/installation';
import { payOperation } from '@/checkout/pay';
import { settleReportedRefund } from '@/checkout/reported-refund';
import { inTransaction, prisma } from '@/platform/database';
import { env } from '@/platform/env';
import { isApplied, keepWaiting, type Message, type MessageOutcome, recordApplied } from './inbox';
import { factOfIntent, stripe } from './processor';
import { readRefund } from './refunds';

/** Reads a message as the processor signed it. Throws when the signature is not its own, or too old. */
export async function readMessage(body: string, signature: string): Promise<Message> {
  const event = await stripe().webhooks.constructEventAsync(body, signature, env().processor.webhookSecret);
  const { object } = event.data;
  return { id: event.id, type: event.type, objectId: 'id' in object ? String(object.id) : '', payload: body };
}

/**
 * Applies a message. It is a hint: the object is read at the processor, outside any transaction, and its present state
 * is settled as a fact, so that every order of arrival ends in the same state. Throws when the processor or the database
 * cannot be reached: the message must be delivered again.
 */
export async function applyMessage(message: Message): Promise<MessageOutcome | 'waiting' | 'repeated'> {
  if (await isApplied(message.id)) return 'repeated';
  const [subject] = message.type.split('.');
  if (subject === 'payment_intent') return applyIntent(message);
  if (subject === 'refund' || message.type === 'charge.refund.updated') return applyRefund(message);
  // What happens to a charge is told of its intent and its refunds too.
  return conclude(message, subject === 'charge' ? 'no_fact' : 'not_ours');
}

async function applyRefund(message: Message): Promise<MessageOutcome | 'waiting'> {
  const reported = await readRefund(message.objectId);
  const outcome = await settleReportedRefund(reported, (tx) => recordApplied(tx, message, 'settled'));
  if (outcome === 'settled') return outcome;
  if (outcome !== 'waiting') return conclude(message, outcome);
  await keepWaiting(message);
  return outcome;
}

async function applyIntent(message: Message): Promise<MessageOutcome | 'waiting'> {
  const intent = await stripe().paymentIntents.retrieve(message.objectId, { expand: ['latest_charge'] });
  const purchase = await purchaseOf(intent.metadata);
  if (!purchase) return conclude(message, 'not_ours');
  const payment = await prisma().payment.findUnique({ where: { scope_key: purchase } });
  if (!payment) {
    await keepWaiting(message);
    return 'waiting';
  }
  const outcome = factOfIntent(intent, payment);
  if (!outcome.known) return conclude(message, 'no_fact');
  const end = await engine().settle(payOperation(), purchase, outcome.fact, (tx) =>
    recordApplied(tx, message, 'settled'),
  );
  if (end.kind === 'uncertain') throw new Error(`it is uncertain whether ${message.id} was applied`);
  return 'settled';
}

/** The purchase that the metadata of an object names, or null when it is not this installation's. */
async function purchaseOf(metadata: Stripe.Metadata): Promise<{ scope: string; key: string } | null> {
  const { installation, operation, shopper: scope, key } = metadata;
  if (installation !== (await installationId(prisma())) || operation !== payOperation().name) return null;
  return scope !== undefined && key !== undefined ? { scope, key } : null;
}

async function conclude(message: Message, outcome: MessageOutcome): Promise<MessageOutcome> {
  await inTransaction((tx) => recordApplied(tx, message, outcome));
  return outcome;
}
