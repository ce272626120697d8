-- What issuing, paying and reminding need beyond the schedule.
ALTER TABLE invoice
    -- Latest paid_at among its payments; becomes fully_paid_at when nothing remains (rule I-06).
    ADD COLUMN last_paid_at            timestamptz,
    -- When it becomes late: 00:00 local after the due date. NULL once told, settled or void.
    ADD COLUMN past_due_at             timestamptz,
    -- The due date was set by hand and stays whenever the invoice is issued.
    ADD COLUMN is_due_fixed            boolean NOT NULL DEFAULT false,
    -- Of a standalone invoice; others use those of their subscription.
    ADD COLUMN accounts_payable_emails text[]  NOT NULL DEFAULT '{}',
    ADD COLUMN is_mailed               boolean NOT NULL DEFAULT true;
CREATE INDEX invoice_past_due ON invoice (past_due_at, seller_id) WHERE past_due_at IS NOT NULL;
CREATE INDEX invoice_past_due_of_seller ON invoice (seller_id, past_due_at) WHERE past_due_at IS NOT NULL;
-- The states that need attention, for lists: what is issued and not settled.
CREATE INDEX invoice_open ON invoice (seller_id, due_on)
    WHERE issued_at IS NOT NULL AND voided_at IS NULL AND remaining > 0 AND NOT is_muted;

-- Lines of an unissued invoice that no stretch of an order's time stands behind: free lines, completed milestones,
-- corrections of usage. Copied into the version when it is issued, and then never changed.
CREATE TABLE invoice_item (
    seller_id     uuid    NOT NULL,
    id            uuid    NOT NULL,
    invoice_id    uuid    NOT NULL,
    position      integer NOT NULL,
    kind          text    NOT NULL CHECK (kind IN ('MILESTONE', 'STANDALONE', 'CORRECTION')),
    order_line_id uuid,
    brick_id      uuid,
    name          text    NOT NULL,
    code          text,
    quantity      numeric NOT NULL,
    starts_on     date    NOT NULL, -- local calendar dates, half-open
    ends_on       date    NOT NULL,
    gross         bigint  NOT NULL,
    discount      bigint  NOT NULL,
    tax           bigint  NOT NULL, -- expected until issued
    tax_category  text    NOT NULL,
    details       jsonb   NOT NULL DEFAULT '{}',
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, invoice_id, position),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    CONSTRAINT an_item_has_days CHECK (starts_on < ends_on)
);
CREATE TRIGGER issued_items_are_frozen BEFORE UPDATE OR DELETE ON invoice_item
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued_charge();

-- Numbers run in the order of issue, also where two processes issue at once: the counter remembers the last moment.
ALTER TABLE number_series ADD COLUMN last_issued_at timestamptz;
