-- An attempt tells when it arrived, how long it took, and which process took it. Where its key belonged to another input, what
-- it brought is kept beside it, bounded, so that an operator can see the difference.
ALTER TABLE "attempt"
    ADD COLUMN "duration_ms" INTEGER,
    ADD COLUMN "process" TEXT,
    ADD COLUMN "input" TEXT,
    ADD CONSTRAINT "attempt_duration_not_negative" CHECK ("duration_ms" >= 0),
    ADD CONSTRAINT "attempt_input_bounded" CHECK (length("input") <= 8192);

-- Attempts go with their key. What a purchase's were counts on, so that its order can go on telling it.
ALTER TABLE "payment"
    ADD COLUMN "reaped_attempts" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "reaped_requests" INTEGER NOT NULL DEFAULT 0;

-- Until now they stayed behind.
WITH orphan AS (
    DELETE FROM "attempt" WHERE NOT EXISTS (
        SELECT 1 FROM "idempotency_key" k
        WHERE k."scope" = "attempt"."scope" AND k."operation" = "attempt"."operation" AND k."key" = "attempt"."key"
    ) RETURNING "scope", "operation", "key", "number"
), counted AS (
    SELECT "scope", "key", count(DISTINCT "number")::int AS attempts, count(*)::int AS requests
    FROM orphan WHERE "operation" = 'checkout.pay' GROUP BY "scope", "key"
)
UPDATE "payment" SET "reaped_attempts" = counted.attempts, "reaped_requests" = counted.requests
FROM counted WHERE "payment"."scope" = counted."scope" AND "payment"."key" = counted."key";

-- Operators look for a purchase by what they were told of it.
CREATE INDEX "idempotency_key_key_idx" ON "idempotency_key"("key");
CREATE INDEX "payment_key_idx" ON "payment"("key");
CREATE INDEX "order_email_idx" ON "order"("email");

-- What operators did, who and when.
CREATE TABLE "operator_action" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "who" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "outcome" TEXT NOT NULL,
    CONSTRAINT "operator_action_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "operator_action_at_idx" ON "operator_action"("at");
CREATE INDEX "operator_action_subject_at_idx" ON "operator_action"("subject", "at");

-- An action that was recorded stays as it is: only what came of one that had begun is still written, once.
CREATE FUNCTION "refuse_change_of_operator_action"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD."outcome" = 'begun'
        AND (NEW."id", NEW."at", NEW."who", NEW."action", NEW."subject", NEW."detail")
          = (OLD."id", OLD."at", OLD."who", OLD."action", OLD."subject", OLD."detail") THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'operator_action is append-only' USING ERRCODE = 'check_violation';
END;
$$;
CREATE TRIGGER "operator_action_append_only" BEFORE UPDATE OR DELETE ON "operator_action"
    FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_operator_action"();
CREATE TRIGGER "operator_action_no_truncate" BEFORE TRUNCATE ON "operator_action"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_operator_action"();
