-- Refunds, the inbox of the processor's messages, the double-entry ledger, receipts, reconciliation and audits.

CREATE TYPE "refund_status" AS ENUM ('requested', 'succeeded', 'failed', 'in_doubt');

-- I8: refunds that have not failed never exceed what was captured.
ALTER TABLE "payment" ADD COLUMN "refunded_amount" INTEGER NOT NULL DEFAULT 0,
    ADD CONSTRAINT "payment_refunded_within_captured" CHECK ("refunded_amount" BETWEEN 0 AND "amount");

-- Captures that are owed back: few, and looked for all the time.
CREATE INDEX "payment_captured_late" ON "payment"("created_at") WHERE "status" = 'captured_late';

CREATE TABLE "refund" (
    "id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "status" "refund_status" NOT NULL DEFAULT 'requested',
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "processor_key" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "restock" BOOLEAN NOT NULL DEFAULT false,
    "refund_id" TEXT,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    CONSTRAINT "refund_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "refund_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "refund_amount_positive" CHECK ("amount" > 0),
    CONSTRAINT "refund_succeeded_has_id" CHECK ("status" <> 'succeeded' OR "refund_id" IS NOT NULL)
);
CREATE UNIQUE INDEX "refund_processor_key_key" ON "refund"("processor_key");
CREATE UNIQUE INDEX "refund_refund_id_key" ON "refund"("refund_id");
CREATE UNIQUE INDEX "refund_scope_key_key" ON "refund"("scope", "key");
CREATE INDEX "refund_payment_id_idx" ON "refund"("payment_id");

CREATE TABLE "processor_event" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "applied_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "processor_event_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "processor_event_applied_has_outcome" CHECK (("applied_at" IS NULL) = ("outcome" IS NULL))
);
CREATE INDEX "processor_event_waiting" ON "processor_event"("received_at") WHERE "applied_at" IS NULL;

CREATE TABLE "ledger_account" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    CONSTRAINT "ledger_account_pkey" PRIMARY KEY ("code")
);
INSERT INTO "ledger_account" ("code", "name") VALUES
    ('processor_clearing', 'Money that the card processor holds for us'),
    ('bank', 'Money that the processor has paid out'),
    ('revenue', 'Goods sold, after discounts'),
    ('shipping', 'Shipping charged to shoppers'),
    ('tax', 'Sales tax owed'),
    ('refunds', 'Money given back to shoppers'),
    ('fees', 'What the processor keeps'),
    ('surplus', 'Charged for nothing, and owed back');

CREATE TABLE "ledger_transaction" (
    "id" UUID NOT NULL,
    "event_kind" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "order_id" UUID,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    CONSTRAINT "ledger_transaction_pkey" PRIMARY KEY ("id")
);
-- I7: one ledger transaction per business event.
CREATE UNIQUE INDEX "ledger_transaction_event_kind_event_id_key" ON "ledger_transaction"("event_kind", "event_id");
CREATE INDEX "ledger_transaction_order_id_idx" ON "ledger_transaction"("order_id");

CREATE TABLE "ledger_entry" (
    "transaction_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "account_code" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" INTEGER NOT NULL,
    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("transaction_id", "line"),
    CONSTRAINT "ledger_entry_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "ledger_transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ledger_entry_account_code_fkey" FOREIGN KEY ("account_code") REFERENCES "ledger_account"("code") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ledger_entry_amount_not_zero" CHECK ("amount" <> 0)
);
CREATE INDEX "ledger_entry_account_code_idx" ON "ledger_entry"("account_code");

-- I6: every ledger transaction sums to zero per currency and has at least two entries. A row trigger at the time of
-- the insert cannot see a balance, so the check is a constraint trigger, deferred to the COMMIT.
CREATE FUNCTION "ledger_must_balance"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    posted UUID := CASE WHEN TG_TABLE_NAME = 'ledger_entry' THEN (to_jsonb(NEW) ->> 'transaction_id')::uuid ELSE (to_jsonb(NEW) ->> 'id')::uuid END;
    entries INTEGER;
    unbalanced TEXT;
BEGIN
    SELECT count(*) INTO entries FROM ledger_entry WHERE transaction_id = posted;
    IF entries < 2 THEN
        RAISE EXCEPTION 'ledger transaction % has % entries, and needs at least two', posted, entries USING ERRCODE = 'check_violation';
    END IF;
    SELECT string_agg(currency || ' ' || total, ', ') INTO unbalanced
    FROM (SELECT currency, sum(amount) AS total FROM ledger_entry WHERE transaction_id = posted GROUP BY currency) sums
    WHERE total <> 0;
    IF unbalanced IS NOT NULL THEN
        RAISE EXCEPTION 'ledger transaction % does not balance: %', posted, unbalanced USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "ledger_transaction_balances" AFTER INSERT ON "ledger_transaction"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_must_balance();
CREATE CONSTRAINT TRIGGER "ledger_entry_balances" AFTER INSERT ON "ledger_entry"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_must_balance();

-- I6: nothing is added to a posted transaction: its entries are written by the database transaction that wrote it.
CREATE FUNCTION "ledger_entry_must_be_new"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM ledger_transaction WHERE id = NEW.transaction_id AND xid = pg_current_xact_id()) THEN
        RAISE EXCEPTION 'ledger transaction % is posted, and nothing is added to it', NEW.transaction_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "ledger_entry_is_new" BEFORE INSERT ON "ledger_entry"
    FOR EACH ROW EXECUTE FUNCTION ledger_entry_must_be_new();

-- I6: nothing is ever changed. A mistake is mended by another transaction.
CREATE FUNCTION "ledger_is_append_only"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "ledger_transaction_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transaction"
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER "ledger_entry_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entry"
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

CREATE TABLE "receipt" (
    "order_id" UUID NOT NULL,
    "message_id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    CONSTRAINT "receipt_pkey" PRIMARY KEY ("order_id"),
    CONSTRAINT "receipt_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- I11: one receipt a paid order, and one message id in one receipt.
CREATE UNIQUE INDEX "receipt_message_id_key" ON "receipt"("message_id");

CREATE TABLE "reconciliation_run" (
    "id" UUID NOT NULL,
    "from_time" TIMESTAMPTZ(3) NOT NULL,
    "to_time" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "matched" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "reconciliation_run_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "reconciliation_run_started_at_idx" ON "reconciliation_run"("started_at");

CREATE TABLE "reconciliation_finding" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "processor_id" TEXT,
    "payment_id" UUID,
    "detail" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    CONSTRAINT "reconciliation_finding_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reconciliation_finding_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "reconciliation_run"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "reconciliation_finding_run_id_idx" ON "reconciliation_finding"("run_id");

CREATE TABLE "audit_run" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_clean" BOOLEAN NOT NULL,
    "lines" JSONB NOT NULL,
    CONSTRAINT "audit_run_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_run_started_at_idx" ON "audit_run"("started_at");
