-- Without credit for what is unused, usage windows that were billed whole keep their allowance whole. Orders that
-- ended before this was told apart stay as they were billed.
ALTER TABLE orders
    ADD COLUMN kept_before date,
    ADD CONSTRAINT orders_kept_if_ended CHECK (kept_before IS NULL OR ended_on IS NOT NULL);
