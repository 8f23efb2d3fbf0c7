-- Every index of a key is written twice, with its claim and with its answer. With the key in front the primary key finds for operators, too,
-- who know nothing but a key; I1 is what it was.
ALTER TABLE "idempotency_key" DROP CONSTRAINT "idempotency_key_pkey";
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("key", "scope", "operation");
DROP INDEX "idempotency_key_key_idx";

-- Only what is answered expires.
DROP INDEX "idempotency_key_expires_at_idx";
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key"("expires_at") WHERE "state" = 'completed';
