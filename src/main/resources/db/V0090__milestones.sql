-- Work that bills when it is done.

-- One row per milestone line of a closed order. `lapsed` is what will never be billed, because a recast replaced the order
-- (rule L-06) or an upgrade took some back.
CREATE TABLE milestone (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    order_id        uuid        NOT NULL,
    order_line_id   uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    brick_name      text        NOT NULL,
    brick_code      text        NOT NULL,
    tax_category    text        NOT NULL,
    phase_position  integer, -- NULL where the order has no phases
    payment_terms   integer     NOT NULL CHECK (payment_terms BETWEEN 0 AND 999),
    total           bigint      NOT NULL CHECK (total > 0),
    completed       bigint      NOT NULL DEFAULT 0,
    lapsed          bigint      NOT NULL DEFAULT 0,
    priced_after    bigint      NOT NULL DEFAULT 0, -- units done when an upgrade priced the rest anew (rule U-08)
    gross           bigint      NOT NULL, -- of all units after those, minor units of the subscription's currency
    net             bigint      NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, order_line_id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id),
    FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    FOREIGN KEY (seller_id, brick_id) REFERENCES brick (seller_id, id),
    -- Never more than was agreed.
    CONSTRAINT no_more_than_agreed CHECK (completed >= 0 AND lapsed >= 0 AND completed + lapsed <= total
        AND priced_after BETWEEN 0 AND completed)
);
CREATE INDEX milestone_by_subscription ON milestone (seller_id, subscription_id, created_at, id);
SELECT audit_table('milestone', 'id');

-- What was done, and the one invoice that bills it. Never changes: voiding the invoice does not undo the work (rule L-06).
CREATE TABLE milestone_completion (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    milestone_id uuid        NOT NULL,
    quantity     bigint      NOT NULL CHECK (quantity > 0),
    invoice_id   uuid        NOT NULL,
    gross        bigint      NOT NULL,
    net          bigint      NOT NULL,
    completed_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, milestone_id) REFERENCES milestone (seller_id, id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id)
);
CREATE INDEX completion_by_milestone ON milestone_completion (seller_id, milestone_id, completed_at, id);
CREATE INDEX completion_by_invoice ON milestone_completion (seller_id, invoice_id);
CREATE TRIGGER completions_are_append_only BEFORE UPDATE OR DELETE ON milestone_completion
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT audit_table('milestone_completion', 'id');
