-- Usage that comes to more than an amount may say is left off its invoice. The row says so: the window was looked at, and
-- what is corrected later is the difference to nothing.
ALTER TABLE invoice_usage DROP CONSTRAINT invoice_usage_kind_check;
ALTER TABLE invoice_usage ADD CONSTRAINT invoice_usage_kind_check
    CHECK (kind IN ('BILLED', 'UNPRICED', 'CORRECTION', 'CREDIT', 'CREDIT_RETURNED', 'REGENERATED', 'TAKEN_BACK'));
