-- The reaper finds the oldest messages first, and ends at the first one that is kept.
CREATE INDEX "processor_event_applied_at_idx" ON "processor_event"("applied_at") WHERE "applied_at" IS NOT NULL;
