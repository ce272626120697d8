-- PDFs that go with one invoice, or with every invoice of a subscription. A removed one is no longer shown or sent; its
-- row stays, because a mail of the past may have carried it.
CREATE TABLE invoice_attachment (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    invoice_id      uuid,
    subscription_id uuid,
    name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    pdf             bytea       NOT NULL,
    -- Its place among the others; the wire counts them from 1.
    place           integer     NOT NULL,
    created_at      timestamptz NOT NULL,
    removed_at      timestamptz,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT it_hangs_on_one_thing CHECK (num_nonnulls(invoice_id, subscription_id) = 1)
);
-- A draft that the contract no longer needs is deleted, and this is asked whether it holds on to it.
CREATE INDEX attachment_by_invoice ON invoice_attachment (seller_id, invoice_id) WHERE invoice_id IS NOT NULL;
-- Whoever shows an invoice asks for what hangs on it and on its subscription, and mostly there is nothing. One index
-- answers that in one look.
CREATE INDEX attachment_by_hanger ON invoice_attachment (seller_id, coalesce(invoice_id, subscription_id));
