-- What usage was billed for, window by window. The sum of the rows of a window is what was billed of it; every row adds
-- the difference between one rating and what had been billed before, so that the sum is always one rating of the usage
-- as it is known.
CREATE TABLE invoice_usage (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    term_order_id   uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    window_start    date        NOT NULL, -- service date of the term; names the window
    rated_on        date        NOT NULL, -- service date: usage before it is in the rating
    kind            text        NOT NULL CHECK (kind IN ('BILLED', 'CORRECTION', 'CREDIT', 'CREDIT_RETURNED', 'REGENERATED',
                                                         'TAKEN_BACK')),
    used            numeric     NOT NULL, -- in the window up to then, when it was rated
    units           numeric     NOT NULL, -- beyond the allowance, more or less than before
    gross           bigint      NOT NULL,
    discount        bigint      NOT NULL,
    -- The invoice that bears it; of a credit, none: it went to the customer's ledger, or came back from there.
    invoice_id      uuid,
    -- The line of an unissued invoice that a correction waits on.
    item_id         uuid,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    FOREIGN KEY (seller_id, term_order_id) REFERENCES orders (seller_id, id),
    FOREIGN KEY (seller_id, brick_id) REFERENCES brick (seller_id, id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT a_credit_is_on_no_invoice CHECK ((kind IN ('CREDIT', 'CREDIT_RETURNED')) = (invoice_id IS NULL)),
    CONSTRAINT a_credit_gives CHECK (kind <> 'CREDIT' OR gross - discount < 0),
    CONSTRAINT a_returned_credit_takes CHECK (kind <> 'CREDIT_RETURNED' OR gross - discount > 0)
);
CREATE INDEX usage_by_subscription ON invoice_usage (seller_id, subscription_id, brick_id, window_start);
CREATE INDEX usage_by_invoice ON invoice_usage (seller_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE TRIGGER billed_usage_is_append_only BEFORE UPDATE OR DELETE ON invoice_usage
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What the customer's ledger got for corrected usage, with its tax, or gave back. The sum of the rows of a window is what
-- it has of that window.
CREATE TABLE usage_credit (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    term_order_id   uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    window_start    date        NOT NULL,
    invoice_id      uuid        NOT NULL, -- an issued one that bears the window: whoever it bills has the credit
    net             bigint      NOT NULL,
    tax             bigint      NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT a_credit_is_something CHECK (net <> 0 OR tax <> 0)
);
CREATE INDEX usage_credit_of_window ON usage_credit (seller_id, subscription_id, brick_id, window_start);
CREATE TRIGGER usage_credits_are_append_only BEFORE UPDATE OR DELETE ON usage_credit
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
