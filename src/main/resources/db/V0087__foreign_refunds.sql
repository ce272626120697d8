-- Money that went back without us: refunds made at the processor's own pages, and disputes that were lost. It is gone
-- whatever we think of it, so it may come on top of what was given as credit; what we give back ourselves may not
-- (REL-I5).
ALTER TABLE refund ADD COLUMN is_foreign boolean NOT NULL DEFAULT false;
-- What neither the invoice nor the customer's credit could bear of it.
ALTER TABLE refund ADD COLUMN by_seller bigint NOT NULL DEFAULT 0 CHECK (by_seller BETWEEN 0 AND amount - from_invoice);
CREATE UNIQUE INDEX refund_once ON refund (seller_id, account_id, processor_id) WHERE processor_id IS NOT NULL;

DROP TRIGGER never_more_back_than_paid ON refund;
CREATE CONSTRAINT TRIGGER never_more_back_than_paid AFTER INSERT OR UPDATE ON refund
    FOR EACH ROW WHEN (NOT NEW.is_foreign) EXECUTE FUNCTION refuse_too_much_back();
