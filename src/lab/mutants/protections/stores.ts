// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is replaced is code, templates included
import { edit, type Mutant, tests } from '../mutant';

const placing = 'src/checkout/place-order.ts';
const payTests = 'src/checkout/pay.db.test.ts';

/** What only stores show: each of these costs a production build. */
export const stores: readonly Mutant[] = [
  {
    name: 'joined-doubt',
    without: 'the doubt told to whoever joined: each asks the processor again',
    seenIn: 'store',
    edits: [
      edit(
        'src/idempotency/drive.ts',
        'if (joined && row.token === null)',
        'if (joined && row.token === null && clock.now() < 0)',
      ),
    ],
    caughtBy: tests(
      'src/checkout/takeover.db.test.ts',
      'tells a caller that joined on another store of the doubt, instead of asking the processor again',
    ),
  },
  {
    name: 'cart-lock',
    without:
      'the lock on the cart: its unique index still lets one order through, and the others hear of an error',
    seenIn: 'store',
    edits: [
      edit(
        placing,
        'AND cart.shopper_id = $2::uuid FOR UPDATE OF cart\n',
        'AND cart.shopper_id = $2::uuid\n',
      ),
    ],
    caughtBy: tests(payTests, 'one cart is ordered and charged once under 20 different keys'),
  },
  {
    name: 'cart-as-it-is',
    without: 'the second look at a cart that was changed while its payment waited for it',
    seenIn: 'store',
    edits: [edit(placing, 'if (version !== seenVersion) {', 'if (version < 0) {')],
    caughtBy: tests(
      payTests,
      'that is changed while its payment waits for it is not paid, and the refusal carries the quote of what it holds then',
    ),
  },
  {
    name: 'order-version',
    without: 'the version where an order is shipped',
    seenIn: 'store',
    edits: [
      edit(
        'src/checkout/fulfil.ts',
        "AND version = ${version} AND status = 'paid'",
        "AND ${version}::int IS NOT NULL AND status = 'paid'",
      ),
    ],
    caughtBy: tests('src/checkout/fulfil.db.test.ts', 'refuses a stale version, and says which one is there'),
  },
  {
    name: 'webhook-signature',
    without: "the signature of the processor's messages",
    seenIn: 'store',
    edits: [
      edit(
        'src/payments/webhooks.ts',
        'const event = await stripe().webhooks.constructEventAsync(body, signature, env().processor.webhookSecret);',
        'const event: Stripe.Event = JSON.parse(body);',
      ),
    ],
    caughtBy: tests(
      'src/payments/webhooks.db.test.ts',
      'a message that is not signed by the processor, or long ago, is refused and changes nothing',
    ),
  },
  {
    name: 'product-lock',
    without: 'the lock on the products: their CHECK still holds, and buyers hear of an error',
    seenIn: 'store',
    edits: [edit(placing, 'ORDER BY product.id FOR NO KEY UPDATE OF product\n', 'ORDER BY product.id\n')],
    caughtBy: tests(
      payTests,
      'stock of 5 ends at 5 paid under 30 buyers; the other 25 are refused without a charge',
    ),
  },
  {
    name: 'refund-lock',
    without:
      'the lock under which a refund is reserved: its CHECK still holds, and operators hear of an error',
    seenIn: 'store',
    edits: [
      edit(
        'src/checkout/settle-refund.ts',
        'WHERE "order".id = ${orderId}::uuid FOR UPDATE OF payment, "order"`;',
        'WHERE "order".id = ${orderId}::uuid`;',
      ),
    ],
    caughtBy: tests(
      'src/checkout/refund.db.test.ts',
      'a refund never gives back more than was captured, when ten arrive at once on two stores',
    ),
  },
  {
    name: 'cart-scope',
    without: 'the shopper in the query for the cart that is paid (I12)',
    seenIn: 'store',
    edits: [
      edit(
        placing,
        'AND cart.shopper_id = $2::uuid FOR UPDATE OF cart\n',
        'AND $2::uuid IS NOT NULL FOR UPDATE OF cart\n',
      ),
    ],
    caughtBy: tests(
      'src/checkout/bad-input.db.test.ts',
      'the cart of another shopper cannot be paid, quoted or seen',
    ),
  },
  {
    name: 'batch',
    without: 'the refusal of a purchase inside a batch',
    seenIn: 'store',
    edits: [edit('src/trpc/keyed.ts', '  refuseBatch(ctx);\n  const call', '  const call')],
    caughtBy: tests('src/checkout/bad-input.db.test.ts', 'the key is refused inside a batch'),
  },
  {
    name: 'closing-looks-at-payment',
    without: 'the look at the payment, which outlives its key, before a purchase is closed',
    seenIn: 'store',
    edits: [
      edit(
        'src/checkout/close.ts',
        'if (payment && !isUnresolved(payment.status))',
        "if (payment?.status === 'captured_late' && !isUnresolved(payment.status))",
      ),
    ],
    caughtBy: tests(payTests, 'closing tells of a purchase that was paid so long ago that its key is gone'),
  },
];
