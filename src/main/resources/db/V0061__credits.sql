-- The customer's credit: an append-only ledger per customer and currency (rule I-11), and its balance, which is locked
-- by whoever spends and never falls below zero (V7).
CREATE TABLE credit_balance (
    seller_id   uuid   NOT NULL REFERENCES seller,
    customer_id uuid   NOT NULL,
    currency    text   NOT NULL,
    balance     bigint NOT NULL CHECK (balance BETWEEN 0 AND 9007199254740991), -- M-09
    PRIMARY KEY (seller_id, customer_id, currency),
    FOREIGN KEY (seller_id, customer_id) REFERENCES customer (seller_id, id)
);

CREATE TABLE credit_entry (
    seller_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    customer_id uuid        NOT NULL,
    currency    text        NOT NULL,
    type        text        NOT NULL CHECK (type IN ('ADJUSTMENT', 'OVERPAYMENT', 'DOWNGRADE', 'USAGE_CORRECTION',
                                                     'VOID_RETURN', 'REFUND', 'MANUAL', 'APPLICATION')),
    amount      bigint      NOT NULL CHECK (amount <> 0 AND (type <> 'APPLICATION' OR amount < 0)),
    invoice_id  uuid,
    reason      text,
    actor       text        NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, customer_id, currency) REFERENCES credit_balance (seller_id, customer_id, currency),
    FOREIGN KEY (seller_id, invoice_id, currency) REFERENCES invoice (seller_id, id, currency)
);
CREATE INDEX credit_by_customer ON credit_entry (seller_id, customer_id, created_at, id);
CREATE INDEX credit_by_invoice ON credit_entry (seller_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE TRIGGER credits_are_append_only BEFORE UPDATE OR DELETE ON credit_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
