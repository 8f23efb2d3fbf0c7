-- When an order was shipped. Nobody has noted it of those that were shipped before: the earliest it can have been is told.
ALTER TABLE "order" ADD COLUMN "fulfilled_at" TIMESTAMPTZ(3);
UPDATE "order" SET "fulfilled_at" = "paid_at" WHERE "status" = 'fulfilled';
-- It is there exactly when the order was shipped; what is refunded may have been shipped before, or not.
ALTER TABLE "order" ADD CONSTRAINT "order_fulfilled_has_time" CHECK (CASE "status"
    WHEN 'fulfilled' THEN "fulfilled_at" IS NOT NULL
    WHEN 'refunded' THEN TRUE
    ELSE "fulfilled_at" IS NULL
END);
