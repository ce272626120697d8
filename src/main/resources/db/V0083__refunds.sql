-- Money given back: by the way it came, or as credit. The intent is committed before the processor hears of it;
-- its id is the processor's idempotency key.
CREATE TABLE refund (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    payment_id   uuid        NOT NULL,
    invoice_id   uuid        NOT NULL,
    currency     text        NOT NULL,
    amount       bigint      NOT NULL CHECK (amount > 0),
    from_invoice bigint      NOT NULL CHECK (from_invoice BETWEEN 0 AND amount), -- the rest had become credit (I-04)
    method       text        NOT NULL CHECK (method IN ('ORIGINAL_PAYMENT_METHOD', 'ACCOUNT_CREDIT')),
    reason       text,
    state        text        NOT NULL CHECK (state IN ('PROCESSING', 'SUCCEEDED', 'FAILED')),
    error        text,
    account_id   text,                 -- whose processor gives it back; NULL when it is done outside
    charge_id    text,                 -- the processor's name for the charge
    processor_id text,                 -- the processor's name for the refund
    created_at   timestamptz NOT NULL,
    settled_at   timestamptz,
    look_at      timestamptz,
    looks        integer     NOT NULL DEFAULT 0,
    -- Money that went back without us: refunds made at the processor's own pages, and disputes that were lost.
    is_foreign   boolean     NOT NULL DEFAULT false,
    -- What neither the invoice nor the customer's credit could bear of it.
    by_seller    bigint      NOT NULL DEFAULT 0 CHECK (by_seller BETWEEN 0 AND amount - from_invoice),
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, payment_id, currency) REFERENCES payment (seller_id, id, currency),
    FOREIGN KEY (seller_id, invoice_id, currency) REFERENCES invoice (seller_id, id, currency),
    CONSTRAINT only_a_refund_under_way_is_looked_after CHECK ((state = 'PROCESSING') = (look_at IS NOT NULL)
        AND (state = 'PROCESSING') = (settled_at IS NULL)),
    CONSTRAINT a_refused_refund_says_why CHECK ((state = 'FAILED') = (error IS NOT NULL))
);
CREATE INDEX refund_by_payment ON refund (seller_id, payment_id);
CREATE INDEX refund_by_charge ON refund (seller_id, charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX refund_by_invoice ON refund (seller_id, invoice_id);
CREATE UNIQUE INDEX refund_once ON refund (seller_id, account_id, processor_id) WHERE processor_id IS NOT NULL;
CREATE INDEX refund_to_look_at_of_seller ON refund (seller_id, look_at) WHERE look_at IS NOT NULL;
SELECT audit_table('refund', 'id');

-- Never more back than was paid, whoever asks and however many at once: all of a payment's refunds are counted
-- under the lock of its row. What went back without us is gone whatever we think of it, so it may come on top of
-- what was given as credit.
CREATE FUNCTION refuse_too_much_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paid bigint;
    back bigint;
BEGIN
    -- What was counted when it began may go on and end, whatever went back without us meanwhile.
    IF TG_OP = 'UPDATE' AND OLD.state <> 'FAILED' AND NEW.amount <= OLD.amount THEN
        RETURN NULL;
    END IF;
    SELECT paid_amount INTO paid FROM payment WHERE seller_id = NEW.seller_id AND id = NEW.payment_id FOR SHARE;
    SELECT coalesce(sum(amount), 0) INTO back
    FROM refund
    WHERE seller_id = NEW.seller_id AND payment_id = NEW.payment_id AND state <> 'FAILED';
    IF back > paid THEN
        RAISE EXCEPTION 'more would go back than was paid' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER never_more_back_than_paid AFTER INSERT OR UPDATE ON refund
    FOR EACH ROW WHEN (NOT NEW.is_foreign) EXECUTE FUNCTION refuse_too_much_back();
