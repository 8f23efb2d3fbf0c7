import { z } from 'zod';
import { BEHAVIOURS } from './behaviours';

// What the journal holds. The simulator keeps its own compact objects and draws Stripe's shapes from them
// (see shapes.ts), so that an old journal stays readable when Stripe's shapes move on.

const text = z.string();
const optionalText = z.string().nullable();
const minorUnits = z.number().int().nonnegative();
const unixSeconds = z.number().int();
const milliseconds = z.number().int();
const metadata = z.record(z.string(), z.string());
const address = z.object({
  city: optionalText,
  country: optionalText,
  line1: optionalText,
  line2: optionalText,
  postal_code: optionalText,
  state: optionalText,
});
const billing = z.object({ address, email: optionalText, name: optionalText, phone: optionalText });
const shipping = z.object({
  address,
  carrier: optionalText,
  name: optionalText,
  phone: optionalText,
  tracking_number: optionalText,
});
/** All that is ever kept of a card: its number and security code are not among it. */
const card = z.object({
  brand: text,
  last4: text,
  funding: text,
  country: text,
  fingerprint: text,
  expMonth: z.number().int(),
  expYear: z.number().int(),
  cvcCheck: z.enum(['pass', 'fail', 'unchecked']),
  behaviour: z.enum(BEHAVIOURS),
});
const failure = z.object({
  code: text,
  declineCode: optionalText,
  message: text,
  isBlocked: z.boolean(),
});
/** The request that made an object: which call, under which idempotency key. */
const origin = z.object({ requestId: text, idempotencyKey: optionalText });

const paymentMethod = z.object({
  id: text,
  created: unixSeconds,
  card,
  billing,
  metadata,
  /** Set by the first attempt to charge: without a customer, a payment method serves one attempt. */
  usedBy: optionalText,
});
const paymentIntent = z.object({
  id: text,
  created: unixSeconds,
  clientSecret: text,
  amount: minorUnits,
  amountCapturable: minorUnits,
  amountReceived: minorUnits,
  currency: text,
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
    'succeeded',
    'canceled',
  ]),
  captureMethod: z.enum(['automatic', 'automatic_async', 'manual']),
  automaticPaymentMethods: z.object({ allowRedirects: z.enum(['always', 'never']) }).nullable(),
  paymentMethod: optionalText,
  latestCharge: optionalText,
  lastError: z.object({ failure, charge: text, paymentMethod: text }).nullable(),
  canceledAt: unixSeconds.nullable(),
  cancellationReason: optionalText,
  description: optionalText,
  receiptEmail: optionalText,
  statementDescriptorSuffix: optionalText,
  shipping: shipping.nullable(),
  metadata,
  origin,
});
const charge = z.object({
  id: text,
  created: unixSeconds,
  amount: minorUnits,
  amountCaptured: minorUnits,
  amountRefunded: minorUnits,
  currency: text,
  status: z.enum(['succeeded', 'failed']),
  isCaptured: z.boolean(),
  isRefunded: z.boolean(),
  paymentIntent: text,
  paymentMethod: text,
  card,
  billing,
  balanceTransaction: optionalText,
  failure: failure.nullable(),
  description: optionalText,
  receiptEmail: optionalText,
  statementDescriptorSuffix: optionalText,
  shipping: shipping.nullable(),
  metadata,
  origin,
});
const refund = z.object({
  id: text,
  created: unixSeconds,
  amount: minorUnits,
  currency: text,
  charge: text,
  paymentIntent: text,
  balanceTransaction: optionalText,
  // The defaults here and in an event are for journals from before refunds could change and webhooks were sent.
  status: z.enum(['pending', 'succeeded', 'failed']).default('succeeded'),
  /** What will become of it by itself, and when (milliseconds); null when this is its end. */
  outcome: z
    .object({ status: z.enum(['succeeded', 'failed']), atMs: milliseconds })
    .nullable()
    .default(null),
  /** Why it failed, and the transaction that gave the money back to the account. */
  failure: z.object({ reason: text, balanceTransaction: text }).nullable().default(null),
  reason: optionalText,
  metadata,
  origin,
});
const balanceTransaction = z.object({
  id: text,
  created: unixSeconds,
  availableOn: unixSeconds,
  amount: z.number().int(),
  fee: minorUnits,
  currency: text,
  type: z.enum(['charge', 'refund', 'refund_failure']),
  source: text,
  description: optionalText,
});
const event = z.object({
  id: text,
  created: unixSeconds,
  type: text,
  /** The object as it was at that moment, in Stripe's shape. */
  object: z.record(z.string(), z.unknown()),
  /** What its changed fields were before, where Stripe tells it. */
  previous: z.record(z.string(), z.unknown()).nullable().default(null),
  /** Null for what happens by itself. */
  origin: origin.nullable(),
});
const webhookEndpoint = z.object({
  id: text,
  created: unixSeconds,
  url: text,
  secret: text,
  enabledEvents: z.array(text),
  description: optionalText,
  metadata,
  isDeleted: z.boolean(),
});
/** An event on its way to an endpoint. Two of the same event and endpoint are one that is sent twice. */
const delivery = z.object({
  id: text,
  createdAtMs: milliseconds,
  event: text,
  endpoint: text,
  /** Held: recorded, and not sent until somebody asks for it. Failed: given up after too many tries. */
  state: z.enum(['waiting', 'held', 'delivered', 'failed']),
  /** When the next try is due, while it is waiting. */
  dueAtMs: milliseconds,
  tries: z.number().int().nonnegative(),
  /** Failed tries since it was last asked for: they set the pause before the next one. */
  failuresInRow: z.number().int().nonnegative(),
  /** What the last try was answered: a status, or why there was none. */
  lastStatus: z.number().int().nullable(),
  lastError: optionalText,
  deliveredAtMs: milliseconds.nullable(),
});

const put = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paymentMethod'), value: paymentMethod }),
  z.object({ kind: z.literal('paymentIntent'), value: paymentIntent }),
  z.object({ kind: z.literal('charge'), value: charge }),
  z.object({ kind: z.literal('refund'), value: refund }),
  z.object({ kind: z.literal('balanceTransaction'), value: balanceTransaction }),
  z.object({ kind: z.literal('event'), value: event }),
  z.object({ kind: z.literal('webhookEndpoint'), value: webhookEndpoint }),
  z.object({ kind: z.literal('delivery'), value: delivery }),
]);

const savedAnswer = z.object({
  path: text,
  /** Keyed hash of the parameters: card numbers are among them, so a plain hash could be guessed backwards. */
  fingerprint: text,
  status: z.number().int(),
  body: text,
});

/** What became of a request that carried a key. */
const outcome = z.enum(['executed', 'replayed', 'in_use', 'mismatched', 'invalid']);

/** One line of the journal: every object a request changed, and the answer kept for its key, together. */
export const recordSchema = z.object({
  version: z.literal(1),
  at: z.number().int(),
  account: text,
  requestId: text,
  puts: z.array(put),
  use: z.object({ key: text, outcome, answer: savedAnswer.nullable() }).nullable(),
});

export type Card = z.infer<typeof card>;
export type Billing = z.infer<typeof billing>;
export type Shipping = z.infer<typeof shipping>;
export type Failure = z.infer<typeof failure>;
export type Origin = z.infer<typeof origin>;
export type PaymentMethod = z.infer<typeof paymentMethod>;
export type PaymentIntent = z.infer<typeof paymentIntent>;
export type Charge = z.infer<typeof charge>;
export type Refund = z.infer<typeof refund>;
export type BalanceTransaction = z.infer<typeof balanceTransaction>;
export type BookEvent = z.infer<typeof event>;
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;
export type Delivery = z.infer<typeof delivery>;
export type Put = z.infer<typeof put>;
export type SavedAnswer = z.infer<typeof savedAnswer>;
export type JournalRecord = z.infer<typeof recordSchema>;
