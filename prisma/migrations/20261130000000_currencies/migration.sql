-- A product has a price of its own in each currency that it is sold in; a cart has one currency.
CREATE TABLE "product_price" (
    "product_id" UUID NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" INTEGER NOT NULL,
    CONSTRAINT "product_price_pkey" PRIMARY KEY ("product_id", "currency"),
    CONSTRAINT "product_price_amount_positive" CHECK ("amount" > 0),
    CONSTRAINT "product_price_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "product_price" ("product_id", "currency", "amount") SELECT "id", "currency", "price_amount" FROM "product";
ALTER TABLE "product" DROP COLUMN "price_amount", DROP COLUMN "currency";

ALTER TABLE "cart" ADD COLUMN "currency" CHAR(3) NOT NULL DEFAULT 'USD';

-- What a fixed code takes off, in each currency. `value` is the percentage of a percent code.
CREATE TABLE "promo_amount" (
    "code" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" INTEGER NOT NULL,
    CONSTRAINT "promo_amount_pkey" PRIMARY KEY ("code", "currency"),
    CONSTRAINT "promo_amount_positive" CHECK ("amount" > 0),
    CONSTRAINT "promo_amount_code_fkey" FOREIGN KEY ("code") REFERENCES "promo"("code") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "promo_amount" ("code", "currency", "amount") SELECT "code", 'USD', "value" FROM "promo" WHERE "kind" = 'fixed';
ALTER TABLE "promo" DROP CONSTRAINT "promo_value_fits_kind";
UPDATE "promo" SET "value" = 0 WHERE "kind" = 'fixed';
ALTER TABLE "promo"
    ADD CONSTRAINT "promo_value_fits_kind" CHECK (CASE "kind" WHEN 'percent' THEN "value" BETWEEN 1 AND 100 ELSE "value" = 0 END),
    -- I5: how often one shopper may use it.
    ADD COLUMN "per_shopper_limit" INTEGER,
    ADD CONSTRAINT "promo_per_shopper_limit_positive" CHECK ("per_shopper_limit" > 0);
CREATE INDEX "order_promo_code_shopper_id_idx" ON "order"("promo_code", "shopper_id") WHERE "promo_code" IS NOT NULL;
