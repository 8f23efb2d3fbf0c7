// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is replaced is code, templates included
import { edit, type Mutant, tests } from '../mutant';

const pay = 'src/checkout/pay.ts';
const charging = 'src/payments/processor.ts';
const givingUp = 'src/payments/give-up.ts';
const oneChargeTests = 'src/checkout/one-charge.db.test.ts';
const processorTests = 'src/payments/processor.test.ts';

/** What goes to the card processor, and what its answers are taken for. */
export const processor: readonly Mutant[] = [
  {
    name: 'processor-key-sent',
    without: 'a key of ours with what goes to the processor',
    seenIn: 'process',
    edits: [
      edit(
        charging,
        'return { idempotencyKey: processorKey, timeout: env().processor.timeoutMs };',
        'return { timeout: processorKey === "" ? 0 : env().processor.timeoutMs };',
      ),
    ],
    caughtBy: tests(
      oneChargeTests,
      'a purchase that the processor charged without a word is in doubt, never declined; the next attempt meets the one charge',
      'a purchase that the processor charged and called broken is in doubt, never declined; the next attempt meets the one charge',
    ),
  },
  {
    name: 'processor-key-derived',
    without: 'the derivation of the processor key: a new one for each call',
    seenIn: 'process',
    edits: [
      edit(
        'src/checkout/installation.ts',
        'const parts = JSON.stringify([installation, scope, operation, key]);',
        'const parts = JSON.stringify([installation, scope, operation, key, Math.random()]);',
      ),
    ],
    caughtBy: tests(
      oneChargeTests,
      'a purchase that the processor charged without a word is in doubt, never declined; the next attempt meets the one charge',
      'a purchase that the processor charged and called broken is in doubt, never declined; the next attempt meets the one charge',
    ),
  },
  {
    name: 'processor-key-of-row',
    without: 'the derivation of the processor key from the purchase alone: from the id of a row',
    seenIn: 'process',
    edits: [
      edit(
        pay,
        'processorKey: await keyAtProcessor(prisma(), scope, key),',
        `processorKey: await keyAtProcessor(
      prisma(),
      scope,
      (await prisma().payment.findUniqueOrThrow({ where: { scope_key: { scope, key } } })).id,
    ),`,
      ),
    ],
    caughtBy: tests(
      oneChargeTests,
      'meets its one charge again although a failover has lost everything of the first attempt',
    ),
  },
  {
    name: 'processor-parameters',
    without: 'parameters that are the same in every attempt',
    seenIn: 'process',
    edits: [
      edit(
        pay,
        `operation: name, shopper: scope, key },
  };`,
        `operation: name, shopper: scope, key, sentAt: String(performance.now()) },
  };`,
      ),
    ],
    caughtBy: tests(
      oneChargeTests,
      'a purchase that the processor charged without a word is in doubt, never declined; the next attempt meets the one charge',
      'a purchase that the processor charged and called broken is in doubt, never declined; the next attempt meets the one charge',
    ),
  },
  {
    name: 'in-doubt',
    without: 'the doubt: silence and a broken processor are taken for a decline',
    seenIn: 'process',
    edits: [
      edit(
        charging,
        'const isDecline = statusCode === 402;',
        'const isDecline = statusCode === 402 || statusCode === undefined || statusCode >= 500;',
      ),
    ],
    caughtBy: tests(
      oneChargeTests,
      'a purchase that the processor charged and called broken is in doubt, never declined; the next attempt meets the one charge',
      'a purchase that the processor never heard of is in doubt, never declined; the next attempt makes the one charge',
    ),
  },
  {
    name: 'in-doubt-our-fault',
    without: 'the doubt after an answer that says our side is wrong',
    seenIn: 'process',
    edits: [
      edit(
        charging,
        "const isUnusableMethod = statusCode === 400 && param === 'payment_method';",
        "const isUnusableMethod = statusCode === 400 || param === 'payment_method';",
      ),
    ],
    caughtBy: tests(
      processorTests,
      'is unknown, never declined, when another parameter is wrong',
      'is unknown, never declined, when its key was used for something else',
    ),
  },
  {
    name: 'captured-amount',
    without: 'the look at how much was captured',
    seenIn: 'process',
    edits: [edit(charging, 'if (intent.amount_received !== request.amount || intent', 'if (intent')],
    caughtBy: tests(processorTests, 'is unknown, never declined, when another amount was captured'),
  },
  {
    name: 'give-up-memory',
    without: 'the care for how long the processor remembers a key',
    seenIn: 'process',
    edits: [
      edit(
        givingUp,
        '  if (ageMs >= processorKeyMemoryMs) return (await findByListing(request, ageMs)) ?? notMade;\n',
        '',
      ),
    ],
    caughtBy: tests(
      'src/payments/give-up.db.test.ts',
      'sends nothing once the processor may have forgotten the key, and finds the charge in its list',
    ),
  },
  {
    name: 'refund-key',
    without: 'the one key of a refund at the processor',
    seenIn: 'process',
    edits: [
      edit(
        'src/checkout/refund.ts',
        '    processorKey: row.processorKey,\n',
        '    processorKey: `${row.processorKey} ${Math.random()}`,\n',
      ),
    ],
    caughtBy: tests(
      'src/checkout/reported-refund.db.test.ts',
      'an old refund in doubt is sent again with its own key while the processor remembers that',
    ),
  },
  {
    name: 'give-up-blocks',
    without: 'the blocking of the key at the processor before "not made"',
    seenIn: 'worker',
    edits: [
      edit(
        givingUp,
        'if (ageMs >= processorKeyMemoryMs) return (await findByListing(request, ageMs)) ?? notMade;',
        'if (ageMs < 2 * processorKeyMemoryMs) return (await findByListing(request, ageMs)) ?? notMade;',
      ),
    ],
    caughtBy: tests(
      'src/jobs/recovery.db.test.ts',
      'a purchase that got old is given up without a charge, for good: stock and promo are back, and a late send is refused',
    ),
  },
];
