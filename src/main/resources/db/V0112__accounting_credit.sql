-- Credit notes over there, and what each was set off against: credit that a customer spends on a later invoice must
-- lower that invoice in the books, too. A note that takes back a part of an invoice ends with that invoice.
CREATE TABLE accounting_credit (
    seller_id    uuid        NOT NULL REFERENCES seller,
    organisation text        NOT NULL,
    note_id      text        NOT NULL, -- the credit note's id over there
    company_id   uuid        NOT NULL, -- whose it is: the company that is billed
    currency     text        NOT NULL,
    amount       bigint      NOT NULL CHECK (amount > 0),
    tax          bigint      NOT NULL, -- in the amount
    settlement_id uuid,                -- what took back a part of an invoice
    usage_credit_id uuid,              -- the first that was given for its window; neither is credit from elsewhere
    is_offset    boolean     NOT NULL, -- it lowers what is owed on that invoice, and pays no other
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seller_id, organisation, note_id),
    UNIQUE (seller_id, organisation, settlement_id, is_offset),
    UNIQUE (seller_id, organisation, usage_credit_id),
    FOREIGN KEY (seller_id, settlement_id) REFERENCES invoice_settlement (seller_id, id),
    FOREIGN KEY (seller_id, usage_credit_id) REFERENCES usage_credit (seller_id, id),
    CONSTRAINT of_one_source CHECK (settlement_id IS NULL OR usage_credit_id IS NULL),
    CONSTRAINT an_offset_is_of_a_settlement CHECK (NOT is_offset OR settlement_id IS NOT NULL)
);
CREATE INDEX accounting_credit_of ON accounting_credit (seller_id, organisation, company_id, created_at);

CREATE TABLE accounting_set_off (
    seller_id    uuid   NOT NULL,
    organisation text   NOT NULL,
    note_id      text   NOT NULL,
    invoice_id   uuid   NOT NULL,
    amount       bigint NOT NULL CHECK (amount > 0),
    remote_id    text   NOT NULL, -- empty where the service has no name for it
    PRIMARY KEY (seller_id, organisation, note_id, invoice_id),
    FOREIGN KEY (seller_id, organisation, note_id) REFERENCES accounting_credit ON DELETE CASCADE
);
CREATE INDEX accounting_set_off_on ON accounting_set_off (seller_id, organisation, invoice_id);
