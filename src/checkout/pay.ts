import { z } from 'zod';
import {
  type Answer,
  answer,
  declareEffectOperation,
  type EffectOperation,
  type Purchase,
  type PurchaseName,
  Refusal,
  type Row,
  type Settled,
} from '@/idempotency';
import { giveUp } from '@/payments/give-up';
import { type Charge, charge, type Fact } from '@/payments/processor';
import { isUnresolved } from '@/payments/states';
import { prisma, settleTimeoutMs, type Tx } from '@/platform/database';
import { env } from '@/platform/env';
import { log } from '@/platform/log';
import { money } from '@/platform/money';
import type { Reason } from '@/platform/reasons';
import { errorAnswer } from '@/platform/shop-error';
import { type PayInput, payInput } from './input';
import { installationId, processorKey } from './installation';
import { cartToPay, findLiveOrder, lockCart, placeOrder } from './place-order';
import { takePromo } from './promo';
import { quote } from './quote';
import { capturing, lockPayment, type PaymentToSettle, paymentToSettle, undoOrder } from './settle-payment';

/**
 * One payment, top to bottom. The engine runs these phases for the first attempt, for a takeover, and for whoever finishes
 * a purchase whose client never came back:
 *
 *   1  begin        the claim, the order and its payment, in one transaction; every refusal is decided here
 *   2  charge       the processor, outside any transaction, with a key and parameters of the frozen input alone
 *   3  settle       what the processor says, the order's state and the stored answer, in one transaction
 *   3b markUnknown  no definite answer: the payment is in doubt, and nobody says "failed"
 */
export type PayOperation = EffectOperation<Tx, PayInput, Fact>;

const name = 'checkout.pay';

let declared: PayOperation | undefined;

export function payOperation(): PayOperation {
  const { leaseMs, giveUpAgeMs, retentionMs, processor } = env();
  declared ??= declareEffectOperation<Tx, PayInput, Fact>({
    name,
    parseInput: (value) => payInput.parse(value),
    leaseMs,
    giveUpAgeMs,
    retentionMs,
    effectTimeoutMs: processor.timeoutMs,
    settleTimeoutMs: settleTimeoutMs(),
    beginSubject: lockCart,
    begin,
    effect: {
      repeatable: true,
      send: async (purchase) => charge(await chargeOf(purchase)),
      giveUp: async (purchase, ageMs) => giveUp(await chargeOf(purchase), ageMs),
    },
    settleSubject: lockPayment,
    settle,
    markUnknown,
    describeUnknown,
  });
  return declared;
}

/** Phase 1. Checks in one order: already ordered, cart changed, out of stock, promo. */
async function begin(tx: Tx, purchase: Purchase<PayInput>, locked: Row | null): Promise<void> {
  const { scope, key, input } = purchase;
  const cart = await cartToPay(tx, purchase, locked);

  const orderId = cart.status === 'ordered' ? await findLiveOrder(tx, cart.id) : null;
  if (orderId) {
    refuse('cart_already_ordered', 'This cart has already been ordered. Nothing more was charged.', {
      orderId,
    });
  }

  const now = quote(cart, cart.promo, input.shippingOptionId);
  const { amount, currency } = input.expectedTotal;
  const isAsSeen = cart.status === 'open' && cart.version === input.cartVersion && cart.lines.length > 0;
  if (!isAsSeen || now.total.amount !== amount || now.total.currency !== currency) {
    const message =
      cart.lines.length > 0 ? 'Your cart has changed since you saw its total.' : 'Your cart is empty.';
    refuse('cart_changed', `${message} Nothing was charged. Please look at it again.`, { quote: now });
  }

  const short = cart.lines.filter((line) => line.quantity > line.stock);
  if (short.length > 0) {
    const lines = short.map(({ productId, name, quantity, stock }) => ({
      productId,
      name,
      quantity,
      available: stock,
    }));
    refuse(
      'out_of_stock',
      `There is not enough of: ${short.map((line) => line.name).join(', ')}. Nothing was charged.`,
      { lines },
    );
  }

  if (cart.promo && !(await takePromo(tx, cart.promo.code, scope))) {
    refuse('promo_unusable', `The code ${cart.promo.code} can no longer be used. Nothing was charged.`, {
      code: cart.promo.code,
    });
  }

  await placeOrder(tx, { cart, quote: now, input, key, processorKey: await keyAtProcessor(tx, scope, key) });
}

/**
 * Phase 2. Everything that the processor is told, from the frozen input alone. Safe to repeat: the processor knows the
 * purchase's own key. Once the purchase is old it is given up there instead.
 */
async function chargeOf({ scope, key, input }: Purchase<PayInput>): Promise<Charge> {
  const { name: recipient, line1, line2, city, region, postalCode, country } = input.shippingAddress;
  return {
    processorKey: await keyAtProcessor(prisma(), scope, key),
    amount: input.expectedTotal.amount,
    currency: input.expectedTotal.currency,
    paymentMethodId: input.paymentMethodId,
    email: input.email,
    shipping: {
      name: recipient,
      address: {
        line1,
        city,
        country,
        ...(postalCode ? { postal_code: postalCode } : {}),
        ...(line2 ? { line2 } : {}),
        ...(region ? { state: region } : {}),
      },
    },
    metadata: { installation: await installationId(prisma()), operation: name, shopper: scope, key },
  };
}

/** Phase 3. Whoever brings the fact, and however often: the first one writes it, the others find it written. */
async function settle(
  tx: Tx,
  _purchase: PurchaseName,
  fact: Fact,
  locked: Row | null,
): Promise<Settled | null> {
  if (!locked) return null;
  const payment = paymentToSettle(locked);
  if (fact.kind === 'captured') {
    if (payment.chargeId !== null) return paidAnswer(payment, payment.card, payment.order.paidAt);
    const paidAt = isUnresolved(payment.status) ? new Date(payment.lockedAt) : null;
    return { ...paidAnswer(payment, fact.card, paidAt), lastWrite: await capturing(payment, fact, paidAt) };
  }
  const end = fact.kind === 'declined' ? fact : { declineCode: null, intentId: null };
  if (isUnresolved(payment.status)) {
    await undoOrder(tx, payment, { status: fact.kind, declineCode: end.declineCode, intentId: end.intentId });
  }
  const { id: orderId } = payment.order;
  return fact.kind === 'declined'
    ? errorAnswer('card_declined', fact.message, { declineCode: fact.declineCode, orderId })
    : errorAnswer('payment_not_made', 'The payment was not made. You were not charged.', { orderId });
}

/** Phase 3b. Only the present owner may say it: a fact that came meanwhile is not overwritten. */
async function markUnknown(tx: Tx, { scope, key }: Purchase<PayInput>, why: string): Promise<void> {
  log().warn({ scope, why }, 'a payment is in doubt');
  await tx.payment.updateMany({ where: { scope, key, status: 'processing' }, data: { status: 'in_doubt' } });
}

async function describeUnknown({ scope, key }: Purchase<PayInput>): Promise<Answer> {
  const payment = await prisma().payment.findUnique({
    where: { scope_key: { scope, key } },
    select: { orderId: true },
  });
  return errorAnswer(
    'payment_in_doubt',
    'The card processor has not answered yet. We are checking. You will not be charged twice.',
    payment ? { orderId: payment.orderId } : {},
  );
}

const paid = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  paymentId: z.string(),
  status: z.literal('paid'),
  total: z.object({ amount: z.number(), currency: z.string() }),
  card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }),
  paidAt: z.string(),
});

/** What a paid purchase is answered with. */
export type PaidAnswer = z.output<typeof paid>;

export function isPaidAnswer(value: unknown): value is PaidAnswer {
  return paid.safeParse(value).success;
}

function paidAnswer(
  { id, amount, currency, order }: PaymentToSettle,
  card: PaymentToSettle['card'],
  paidAt: Date | string | null,
): Answer {
  return answer(200, {
    orderId: order.id,
    orderNumber: order.number,
    paymentId: id,
    status: 'paid',
    total: money(amount, currency),
    card: { brand: card.brand, last4: card.last4 },
    paidAt: paidAt && new Date(paidAt).toISOString(),
  });
}

async function keyAtProcessor(handle: Pick<Tx, 'installation'>, scope: string, key: string): Promise<string> {
  return processorKey(await installationId(handle), scope, name, key);
}

function refuse(reason: Reason, message: string, details: Readonly<Record<string, unknown>>): never {
  throw new Refusal(errorAnswer(reason, message, details));
}
