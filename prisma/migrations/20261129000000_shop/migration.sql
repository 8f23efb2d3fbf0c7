-- The shop: catalogue, carts, orders, payments and idempotency keys.
-- Prisma's schema says the tables; what only PostgreSQL can say stands beside each, with the invariant it guards.

CREATE TYPE "cart_status" AS ENUM ('open', 'ordered', 'abandoned');
CREATE TYPE "order_status" AS ENUM ('pending', 'paid', 'fulfilled', 'refunded', 'cancelled');
CREATE TYPE "payment_status" AS ENUM ('processing', 'in_doubt', 'captured', 'declined', 'not_made', 'captured_late', 'partially_refunded', 'refunded');
CREATE TYPE "promo_kind" AS ENUM ('percent', 'fixed', 'free_shipping');
CREATE TYPE "key_state" AS ENUM ('in_progress', 'completed');

CREATE TABLE "installation" (
    "id" UUID NOT NULL,
    "only" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "installation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "installation_only_true" CHECK ("only")
);
CREATE UNIQUE INDEX "installation_only_key" ON "installation"("only");
INSERT INTO "installation" ("id") VALUES (gen_random_uuid());

CREATE TABLE "product" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tagline" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "price_amount" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "stock_received" INTEGER NOT NULL,
    "stock" INTEGER NOT NULL,
    "image" TEXT NOT NULL,
    "image_alt" TEXT NOT NULL,
    "specs" JSONB NOT NULL,
    "accent" TEXT NOT NULL,
    "sort_order" INTEGER NOT NULL,
    CONSTRAINT "product_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "product_price_positive" CHECK ("price_amount" > 0),
    -- I4: stock is never negative.
    CONSTRAINT "product_stock_not_negative" CHECK ("stock" BETWEEN 0 AND "stock_received")
);
CREATE UNIQUE INDEX "product_slug_key" ON "product"("slug");
CREATE INDEX "product_sort_order_idx" ON "product"("sort_order");

CREATE TABLE "shopper" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "shopper_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "promo" (
    "code" TEXT NOT NULL,
    "kind" "promo_kind" NOT NULL,
    "value" INTEGER NOT NULL,
    "description" TEXT NOT NULL,
    "usage_limit" INTEGER,
    "used" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    CONSTRAINT "promo_pkey" PRIMARY KEY ("code"),
    CONSTRAINT "promo_value_fits_kind" CHECK (
        CASE "kind" WHEN 'percent' THEN "value" BETWEEN 1 AND 100 WHEN 'fixed' THEN "value" > 0 ELSE "value" = 0 END
    ),
    -- I5: a promo code is used at most its limit.
    CONSTRAINT "promo_used_within_limit" CHECK ("used" >= 0 AND ("usage_limit" IS NULL OR "used" <= "usage_limit"))
);

CREATE TABLE "cart" (
    "id" UUID NOT NULL,
    "shopper_id" UUID NOT NULL,
    "status" "cart_status" NOT NULL DEFAULT 'open',
    "version" INTEGER NOT NULL DEFAULT 1,
    "promo_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "cart_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "cart_shopper_id_fkey" FOREIGN KEY ("shopper_id") REFERENCES "shopper"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "cart_promo_code_fkey" FOREIGN KEY ("promo_code") REFERENCES "promo"("code") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "cart_shopper_id_created_at_idx" ON "cart"("shopper_id", "created_at");
-- I2: one open cart a shopper.
CREATE UNIQUE INDEX "cart_one_open_per_shopper" ON "cart"("shopper_id") WHERE "status" = 'open';

CREATE TABLE "cart_line" (
    "cart_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    CONSTRAINT "cart_line_pkey" PRIMARY KEY ("cart_id", "product_id"),
    CONSTRAINT "cart_line_cart_id_fkey" FOREIGN KEY ("cart_id") REFERENCES "cart"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "cart_line_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "cart_line_quantity_positive" CHECK ("quantity" > 0)
);

-- Order numbers are short and readable: six characters without look-alikes, in an order that tells no
-- stranger how many orders there are. A multiplication that is a bijection on 0 .. 28^6-1 keeps them
-- unique without a retry; past 481 million they grow by one character.
CREATE SEQUENCE "order_number_seq" MINVALUE 1;
CREATE FUNCTION "next_order_number"() RETURNS TEXT LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    alphabet CONSTANT TEXT := '23456789BCDFGHJKMNPQRSTVWXYZ';
    size CONSTANT BIGINT := 481890304; -- 28^6
    serial BIGINT := nextval('order_number_seq');
    -- 309486713 is coprime to 28, so serial -> serial * 309486713 mod 28^6 hits every value once.
    rest BIGINT := (serial % size) * 309486713 % size;
    code TEXT := '';
BEGIN
    FOR i IN 1..6 LOOP
        code := substr(alphabet, (rest % 28)::int + 1, 1) || code;
        rest := rest / 28;
    END LOOP;
    IF serial >= size THEN
        code := code || (serial / size)::text;
    END IF;
    RETURN 'DT-' || code;
END $$;

CREATE TABLE "order" (
    "id" UUID NOT NULL,
    "number" TEXT NOT NULL DEFAULT next_order_number(),
    "shopper_id" UUID NOT NULL,
    "cart_id" UUID NOT NULL,
    "status" "order_status" NOT NULL DEFAULT 'pending',
    "version" INTEGER NOT NULL DEFAULT 1,
    "email" TEXT NOT NULL,
    "shipping_address" JSONB NOT NULL,
    "shipping_option_id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "subtotal" INTEGER NOT NULL,
    "discount" INTEGER NOT NULL,
    "shipping" INTEGER NOT NULL,
    "tax" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "promo_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid_at" TIMESTAMPTZ(3),
    CONSTRAINT "order_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "order_shopper_id_fkey" FOREIGN KEY ("shopper_id") REFERENCES "shopper"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "order_cart_id_fkey" FOREIGN KEY ("cart_id") REFERENCES "cart"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "order_promo_code_fkey" FOREIGN KEY ("promo_code") REFERENCES "promo"("code") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "order_amounts_not_negative" CHECK ("subtotal" > 0 AND "discount" BETWEEN 0 AND "subtotal" AND "shipping" >= 0 AND "tax" >= 0),
    CONSTRAINT "order_total_adds_up" CHECK ("total" = "subtotal" - "discount" + "shipping" + "tax"),
    CONSTRAINT "order_paid_has_time" CHECK ("status" NOT IN ('paid', 'fulfilled', 'refunded') OR "paid_at" IS NOT NULL)
);
CREATE UNIQUE INDEX "order_number_key" ON "order"("number");
CREATE INDEX "order_shopper_id_created_at_idx" ON "order"("shopper_id", "created_at");
CREATE INDEX "order_cart_id_idx" ON "order"("cart_id");
-- I2: at most one order of a cart that is not cancelled, whatever the keys.
CREATE UNIQUE INDEX "order_one_live_per_cart" ON "order"("cart_id") WHERE "status" <> 'cancelled';

CREATE TABLE "order_line" (
    "order_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "unit_amount" INTEGER NOT NULL,
    CONSTRAINT "order_line_pkey" PRIMARY KEY ("order_id", "product_id"),
    CONSTRAINT "order_line_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "order_line_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "order_line_quantity_positive" CHECK ("quantity" > 0),
    CONSTRAINT "order_line_unit_amount_positive" CHECK ("unit_amount" > 0)
);
CREATE INDEX "order_line_product_id_idx" ON "order_line"("product_id");

CREATE TABLE "payment" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "status" "payment_status" NOT NULL DEFAULT 'processing',
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "processor_key" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "payment_method_id" TEXT NOT NULL,
    "intent_id" TEXT,
    "charge_id" TEXT,
    "card_brand" TEXT,
    "card_last4" TEXT,
    "decline_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    CONSTRAINT "payment_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "payment_amount_positive" CHECK ("amount" > 0),
    -- A payment that says captured names the charge it means (I3, I10).
    CONSTRAINT "payment_captured_has_charge" CHECK (
        "status" NOT IN ('captured', 'captured_late', 'partially_refunded', 'refunded') OR "charge_id" IS NOT NULL
    )
);
-- I3: one payment per order, one charge id in one payment, one processor key a purchase.
CREATE UNIQUE INDEX "payment_order_id_key" ON "payment"("order_id");
CREATE UNIQUE INDEX "payment_processor_key_key" ON "payment"("processor_key");
CREATE UNIQUE INDEX "payment_intent_id_key" ON "payment"("intent_id");
CREATE UNIQUE INDEX "payment_charge_id_key" ON "payment"("charge_id");
CREATE UNIQUE INDEX "payment_scope_key_key" ON "payment"("scope", "key");

CREATE TABLE "idempotency_key" (
    "scope" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "state" "key_state" NOT NULL DEFAULT 'in_progress',
    "input" TEXT NOT NULL,
    "token" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "doubts" INTEGER NOT NULL DEFAULT 0,
    "answer_status" INTEGER,
    "answer_body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    -- I1: one claim per (scope, operation, key).
    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("scope", "operation", "key"),
    CONSTRAINT "idempotency_key_length" CHECK (length("key") BETWEEN 1 AND 255),
    -- A completed key has an answer, and an answer means completed; 5xx and 429 are never stored.
    CONSTRAINT "idempotency_key_answered_when_completed" CHECK (
        ("state" = 'completed') = ("answer_status" IS NOT NULL AND "answer_body" IS NOT NULL AND "completed_at" IS NOT NULL)
    ),
    CONSTRAINT "idempotency_key_stores_only_finals" CHECK ("answer_status" < 500 AND "answer_status" <> 429),
    CONSTRAINT "idempotency_key_in_progress_has_lease" CHECK ("state" = 'completed' OR "lease_until" IS NOT NULL)
);
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key"("expires_at");
-- Claims that somebody may have to finish: few, so that the worker finds them among millions of answered ones.
CREATE INDEX "idempotency_key_open_lease" ON "idempotency_key"("operation", "lease_until") WHERE "state" = 'in_progress';

CREATE TABLE "attempt" (
    "id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "ending" TEXT NOT NULL,
    "arrived_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "attempt_number_positive" CHECK ("number" > 0)
);
CREATE INDEX "attempt_scope_operation_key_idx" ON "attempt"("scope", "operation", "key");
