-- Money against invoices: recorded by hand, or charged through a processor. Insert only, but for the one step of a
-- charge from PROCESSING to its end.
CREATE TABLE payment (
    seller_id          uuid        NOT NULL REFERENCES seller,
    id                 uuid        NOT NULL,
    invoice_id         uuid        NOT NULL,
    currency           text        NOT NULL,
    -- The version that was paid and its number at that time; later versions change neither.
    invoice_version_id uuid,
    invoice_number     text,
    state              text        NOT NULL CHECK (state IN ('PROCESSING', 'SUCCEEDED', 'FAILED')),
    method             text        NOT NULL, -- WIRE, CHECK, ACH, CREDIT_CARD, or the type of a saved method
    amount             bigint      NOT NULL CHECK (amount > 0), -- asked for, or received
    paid_amount        bigint      NOT NULL CHECK (paid_amount >= 0),
    applied            bigint      NOT NULL CHECK (applied BETWEEN 0 AND paid_amount), -- the rest became credit (I-04)
    paid_at            timestamptz NOT NULL,
    payment_proof      text,
    memo               text,
    error              text,
    gateway            text,
    gateway_payment_id text,
    payment_method_id  text,
    actor              text        NOT NULL,
    created_at         timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, id, currency),
    FOREIGN KEY (seller_id, invoice_id, currency) REFERENCES invoice (seller_id, id, currency),
    FOREIGN KEY (seller_id, invoice_version_id) REFERENCES invoice_version (seller_id, id),
    CONSTRAINT only_success_pays CHECK (state = 'SUCCEEDED' OR paid_amount = 0),
    CONSTRAINT a_failure_has_a_reason CHECK ((state = 'FAILED') = (error IS NOT NULL))
);
CREATE INDEX payment_by_invoice ON payment (seller_id, invoice_id, paid_at, id);
CREATE UNIQUE INDEX one_processing_payment ON payment (seller_id, invoice_id) WHERE state = 'PROCESSING';
CREATE UNIQUE INDEX gateway_payment_once ON payment (seller_id, gateway, gateway_payment_id)
    WHERE gateway_payment_id IS NOT NULL;

CREATE FUNCTION refuse_change_of_ended_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.state <> 'PROCESSING'
        OR (OLD.id, OLD.invoice_id, OLD.currency, OLD.amount, OLD.created_at)
            IS DISTINCT FROM (NEW.id, NEW.invoice_id, NEW.currency, NEW.amount, NEW.created_at) THEN
        RAISE EXCEPTION 'a payment never changes once it has ended' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER ended_payments_are_frozen BEFORE UPDATE OR DELETE ON payment
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ended_payment();
SELECT audit_table('payment', 'id');
