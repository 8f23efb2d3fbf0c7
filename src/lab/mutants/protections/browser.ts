import { edit, type Mutant, tests } from '../mutant';

const runner = 'src/ui/checkout/purchase-runner.ts';

/** What only a browser shows: how a tab holds on to its purchase, and what it says. */
export const browser: readonly Mutant[] = [
  {
    name: 'button',
    without: 'the taking of the purchase by the press itself: it is taken once the card is known',
    seenIn: 'store',
    edits: [
      edit(
        runner,
        `    this.#purchase = purchase;
    this.storage.save(purchase);
    this.#show({ phase: 'preparing' });`,
        `    this.storage.save(purchase);
    this.#show({ phase: 'preparing' });`,
      ),
      edit(
        runner,
        '      purchase.input = await prepare();',
        `      purchase.input = await prepare();
      this.#purchase = purchase;`,
      ),
    ],
    caughtBy: tests('e2e/double-tap.spec.ts', 'two clicks in one task are one purchase and one charge'),
  },
  {
    name: 'purchase-kept',
    without: 'the purchase in the storage of its tab',
    seenIn: 'store',
    edits: [
      edit(
        'src/ui/checkout/purchase-storage.ts',
        '      this.storage().setItem(item, this.#inMemory);',
        '      this.storage().removeItem(item);',
      ),
    ],
    caughtBy: tests(
      'e2e/reload.spec.ts',
      'a reload while paying goes on with the same purchase and ends on its order',
    ),
  },
  {
    name: 'later-no',
    without: 'the doubt about a no to a later attempt',
    seenIn: 'store',
    edits: [
      edit(
        'src/ui/checkout/purchase-end.ts',
        "data?.retry === 'never' && attempts === 1",
        "data?.retry === 'never' && attempts >= 1",
      ),
    ],
    caughtBy: tests(
      'e2e/lost-answer.spec.ts',
      'a no to a later attempt is not taken for the truth about the first one',
    ),
  },
  {
    name: 'unpromised-no',
    without: 'the stored answer that the page waits for before it says "not charged"',
    seenIn: 'store',
    edits: [
      edit(
        'src/ui/checkout/purchase-outcome.ts',
        '    orderId = closed?.orderId ?? orderId;',
        `    orderId = closed?.orderId ?? orderId;
    if (closed === null) {
      const data = { reason: 'payment_not_made', retry: 'new_key' } as const;
      return { phase: 'refused', message: 'The payment was not made. You were not charged.', data };
    }`,
      ),
    ],
    caughtBy: tests(
      'e2e/lost-answer.spec.ts',
      'when no attempt arrives, the page says "not charged" only once the shop has promised it',
    ),
  },
];
