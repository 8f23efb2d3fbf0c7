import { edit, type Mutant, tests } from '../mutant';

const shopSql = 'prisma/migrations/20261129000000_shop/migration.sql';
const booksSql = 'prisma/migrations/20261129010000_nothing_is_lost/migration.sql';
const keysSql = 'prisma/migrations/20261130200000_indexes_of_keys/migration.sql';
const guardTests = 'src/checkout/guards.db.test.ts';
const ledgerTests = 'src/ledger/ledger.db.test.ts';

/** The last guards: what PostgreSQL itself refuses. Where code stands before them, only a raw statement shows that they are gone. */
export const guards: readonly Mutant[] = [
  {
    name: 'claim-unique',
    without: 'the primary key of the claims (I1)',
    seenIn: 'process',
    edits: [
      edit(
        keysSql,
        'ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("key", "scope", "operation");\n',
        '',
      ),
    ],
    caughtBy: [
      ...tests(
        'src/idempotency/engine.db.test.ts',
        'runs an operation of one transaction once, and tells everybody the same',
      ),
      ...tests(guardTests, 'PostgreSQL itself refuses a second claim of a key'),
    ],
  },
  {
    name: 'stored-finals',
    without: 'the CHECK that keeps 5xx and 429 from being stored',
    seenIn: 'process',
    edits: [
      edit(
        shopSql,
        'CHECK ("answer_status" < 500 AND "answer_status" <> 429)',
        'CHECK ("answer_status" > 0)',
      ),
    ],
    caughtBy: tests(
      guardTests,
      'PostgreSQL itself refuses a stored 503',
      'PostgreSQL itself refuses a stored 429',
    ),
  },
  {
    name: 'one-order-per-cart',
    without: 'the unique index of live orders of a cart (I2)',
    seenIn: 'process',
    edits: [
      edit(
        shopSql,
        'CREATE UNIQUE INDEX "order_one_live_per_cart"',
        'CREATE INDEX "order_one_live_per_cart"',
      ),
    ],
    caughtBy: tests(
      guardTests,
      'PostgreSQL itself refuses a second order of a cart while the first is not cancelled',
    ),
  },
  {
    name: 'one-open-cart',
    without: 'the unique index of open carts of a shopper (I2)',
    seenIn: 'process',
    edits: [
      edit(
        shopSql,
        'CREATE UNIQUE INDEX "cart_one_open_per_shopper"',
        'CREATE INDEX "cart_one_open_per_shopper"',
      ),
    ],
    caughtBy: tests(guardTests, 'PostgreSQL itself refuses a second open cart of a shopper'),
  },
  {
    name: 'one-payment-per-charge',
    without: 'the unique index of charges (I3)',
    seenIn: 'process',
    edits: [
      edit(shopSql, 'CREATE UNIQUE INDEX "payment_charge_id_key"', 'CREATE INDEX "payment_charge_id_key"'),
    ],
    caughtBy: tests(guardTests, 'PostgreSQL itself refuses one charge in two payments'),
  },
  {
    name: 'stock-check',
    without: 'the CHECK on stock (I4)',
    seenIn: 'process',
    edits: [
      edit(shopSql, 'CHECK ("stock" BETWEEN 0 AND "stock_received")', 'CHECK ("stock" <= "stock_received")'),
    ],
    caughtBy: tests(guardTests, 'PostgreSQL itself refuses stock below nothing'),
  },
  {
    name: 'promo-check',
    without: 'the CHECK on the uses of a promo code (I5)',
    seenIn: 'process',
    edits: [
      edit(
        shopSql,
        'CHECK ("used" >= 0 AND ("usage_limit" IS NULL OR "used" <= "usage_limit"))',
        'CHECK ("used" >= 0)',
      ),
    ],
    caughtBy: tests(guardTests, 'PostgreSQL itself refuses a promo code beyond its limit'),
  },
  {
    name: 'refund-check',
    without: 'the CHECK on what is given back (I8)',
    seenIn: 'process',
    edits: [
      edit(booksSql, 'CHECK ("refunded_amount" BETWEEN 0 AND "amount")', 'CHECK ("refunded_amount" >= 0)'),
    ],
    caughtBy: tests(guardTests, 'PostgreSQL itself refuses refunds above what was captured'),
  },
  {
    name: 'ledger-zero',
    without: 'the deferred trigger that adds a ledger transaction up (I6)',
    seenIn: 'process',
    edits: [edit(booksSql, '    WHERE total <> 0;', '    WHERE false;')],
    caughtBy: tests(
      ledgerTests,
      'PostgreSQL refuses at COMMIT, and keeps nothing what does not sum to zero',
      'PostgreSQL refuses at COMMIT, and keeps nothing what balances only across currencies',
    ),
  },
  {
    name: 'ledger-append-only',
    without: 'the triggers that keep the ledger from being changed (I6)',
    seenIn: 'process',
    edits: [
      edit(
        booksSql,
        'BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entry"',
        'BEFORE TRUNCATE ON "ledger_entry"',
      ),
    ],
    caughtBy: tests(
      ledgerTests,
      'PostgreSQL refuses at once an edited, a deleted and a truncated ledger, also where no row is hit',
    ),
  },
  {
    name: 'ledger-posted',
    without: 'the trigger that keeps a posted transaction from being added to (I6)',
    seenIn: 'process',
    edits: [
      edit(
        booksSql,
        'WHERE id = NEW.transaction_id AND xid = pg_current_xact_id())',
        'WHERE id = NEW.transaction_id)',
      ),
    ],
    caughtBy: tests(
      ledgerTests,
      'PostgreSQL refuses at once balanced entries that are added to a posted transaction',
    ),
  },
  {
    name: 'ledger-event',
    without: 'the unique event of a ledger transaction (I7)',
    seenIn: 'process',
    edits: [
      edit(
        booksSql,
        'CREATE UNIQUE INDEX "ledger_transaction_event_kind_event_id_key"',
        'CREATE INDEX "ledger_transaction_event_kind_event_id_key"',
      ),
    ],
    caughtBy: tests(
      ledgerTests,
      'PostgreSQL refuses at once a second transaction for the same event',
      'post breaks the whole transaction on an event that is posted already',
    ),
  },
];
