-- The link to outside books, what was carried there, and the months that are closed.

-- Every claim of a link has a number of its own, also when the link is removed and made anew: a process that still
-- works for the old one must not be taken for one that works for the new one.
CREATE SEQUENCE accounting_fence;

CREATE TABLE accounting_link (
    seller_id      uuid        NOT NULL PRIMARY KEY,
    kind           text        NOT NULL,
    state          text        NOT NULL,
    is_active      boolean     NOT NULL,
    organisation   text        NOT NULL, -- the company's id over there
    credentials    bytea       NOT NULL, -- sealed; changes with every renewed token
    mapping        jsonb       NOT NULL,
    connected_at   timestamptz NOT NULL,
    last_synced_at timestamptz,
    lease_until    timestamptz,
    fence          bigint      NOT NULL DEFAULT nextval('accounting_fence'),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT kind_is_known CHECK (kind IN ('QUICKBOOKS', 'XERO')),
    CONSTRAINT state_is_known CHECK (state IN ('CONNECTED', 'REFUSED'))
);
COMMENT ON TABLE accounting_link IS
    'Owner: integrations. Distribution: by seller. The connected accounting service of a seller.';

-- The seller was sent to its accounting service to agree; the visitor that comes back with the state brings the code.
-- One per seller: asking again ends the earlier request. The state is stored by its hash, and used up by the first
-- answer.
CREATE TABLE accounting_consent (
    seller_id     uuid        NOT NULL PRIMARY KEY,
    state_hash    bytea       NOT NULL,
    kind          text        NOT NULL,
    client_id     text        NOT NULL,
    client_secret bytea       NOT NULL, -- sealed
    mapping       jsonb       NOT NULL,
    asked_at      timestamptz NOT NULL, -- by the seller's clock
    expires_at    timestamptz NOT NULL,
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT kind_is_known CHECK (kind IN ('QUICKBOOKS', 'XERO'))
);
COMMENT ON TABLE accounting_consent IS
    'Owner: integrations. Distribution: by seller. A pending request for access to the accounting service.';
CREATE INDEX accounting_consent_state ON accounting_consent (state_hash);

-- Apart per company over there, so that another one starts from the beginning, and one that is connected once more goes
-- on where it stood.
CREATE TABLE accounting_remote (
    seller_id    uuid        NOT NULL,
    organisation text        NOT NULL,
    object_kind  text        NOT NULL,
    object_id    uuid        NOT NULL,
    remote_id    text        NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seller_id, organisation, object_kind, object_id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT object_kind_is_known CHECK (object_kind IN ('CUSTOMER', 'INVOICE', 'PAYMENT', 'CREDIT_NOTE'))
);
COMMENT ON TABLE accounting_remote IS
    'Owner: integrations. Distribution: by seller. The id over there of each invoice, payment and credit note.';

-- For each currency: QuickBooks keeps a customer in one currency for ever.
CREATE TABLE accounting_customer (
    seller_id    uuid        NOT NULL,
    organisation text        NOT NULL,
    company_id   uuid        NOT NULL,
    currency     text        NOT NULL,
    remote_id    text        NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seller_id, organisation, company_id, currency),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE accounting_customer IS
    'Owner: integrations. Distribution: by seller. The id over there of each customer and currency.';

-- The queue and the log in one. `attempts` is counted before the call, so that after a crash the next attempt knows
-- that it may have arrived.
CREATE TABLE accounting_push (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    object_kind  text        NOT NULL,
    object_id    uuid        NOT NULL,
    action       text        NOT NULL,
    cause_id     uuid        NOT NULL, -- the event, so that it is followed once
    outcome      text        NOT NULL,
    attempts     integer     NOT NULL DEFAULT 0,
    due_at       timestamptz,
    remote_id    text,
    error        text,
    occurred_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT one_push_per_cause UNIQUE (seller_id, object_kind, object_id, action, cause_id),
    CONSTRAINT object_kind_is_known CHECK (object_kind IN ('CUSTOMER', 'INVOICE', 'PAYMENT', 'CREDIT_NOTE')),
    CONSTRAINT action_is_known CHECK (action IN ('CREATE', 'UPDATE', 'VOID')),
    CONSTRAINT outcome_is_known CHECK (outcome IN ('RETRYING', 'DONE', 'FAILED')),
    CONSTRAINT a_retried_push_has_a_time CHECK ((outcome = 'RETRYING') = (due_at IS NOT NULL))
);
COMMENT ON TABLE accounting_push IS
    'Owner: integrations. Distribution: by seller. Documents to carry over and those that were.';
CREATE INDEX accounting_due ON accounting_push (seller_id, due_at) WHERE outcome = 'RETRYING';
CREATE INDEX accounting_log ON accounting_push (seller_id, occurred_at, id);
-- Waiting rows are walked in their order, as far as one round goes and no further: a backlog may be long, and documents
-- that were carried over long ago are in the same table.
CREATE INDEX accounting_line ON accounting_push (seller_id, occurred_at, id) WHERE outcome = 'RETRYING';

-- With what each was set off against: credit that a customer spends on a later invoice must lower that invoice in the
-- books, too. A note that takes back a part of an invoice ends with that invoice.
CREATE TABLE accounting_credit (
    seller_id       uuid        NOT NULL,
    organisation    text        NOT NULL,
    note_id         text        NOT NULL, -- the credit note's id over there
    company_id      uuid        NOT NULL, -- its owner: the company that is billed
    currency        text        NOT NULL,
    amount          bigint      NOT NULL,
    tax             bigint      NOT NULL, -- in the amount
    settlement_id   uuid,                 -- the settlement that took back a part of an invoice
    usage_credit_id uuid,                 -- the first that was given for its window; neither is credit from elsewhere
    is_offset       boolean     NOT NULL, -- it lowers the owed amount of that invoice, and pays no other
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seller_id, organisation, note_id),
    CONSTRAINT one_credit_note_per_settlement UNIQUE (seller_id, organisation, settlement_id, is_offset),
    CONSTRAINT one_credit_note_per_usage_credit UNIQUE (seller_id, organisation, usage_credit_id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT the_settlement_exists
        FOREIGN KEY (seller_id, settlement_id) REFERENCES invoice_settlement (seller_id, id),
    CONSTRAINT the_usage_credit_exists FOREIGN KEY (seller_id, usage_credit_id) REFERENCES usage_credit (seller_id, id),
    CONSTRAINT amount_is_positive CHECK (amount > 0),
    CONSTRAINT a_credit_note_has_one_source CHECK (settlement_id IS NULL OR usage_credit_id IS NULL),
    CONSTRAINT an_offset_is_of_a_settlement CHECK (NOT is_offset OR settlement_id IS NOT NULL)
);
COMMENT ON TABLE accounting_credit IS
    'Owner: integrations. Distribution: by seller. Credit notes over there.';
CREATE INDEX accounting_credit_of ON accounting_credit (seller_id, organisation, company_id, created_at);

CREATE TABLE accounting_set_off (
    seller_id    uuid   NOT NULL,
    organisation text   NOT NULL,
    note_id      text   NOT NULL,
    invoice_id   uuid   NOT NULL,
    amount       bigint NOT NULL,
    remote_id    text   NOT NULL, -- empty where the service has no name for it
    PRIMARY KEY (seller_id, organisation, note_id, invoice_id),
    CONSTRAINT the_credit_note_exists
        FOREIGN KEY (seller_id, organisation, note_id) REFERENCES accounting_credit ON DELETE CASCADE,
    CONSTRAINT amount_is_positive CHECK (amount > 0)
);
COMMENT ON TABLE accounting_set_off IS
    'Owner: integrations. Distribution: by seller. The invoices over there that each credit note pays.';
CREATE INDEX accounting_set_off_on ON accounting_set_off (seller_id, organisation, invoice_id);

-- A closed month takes no more entries: an export of it stays complete. It keeps its bounds when the seller moves to
-- another zone.
CREATE TABLE accounting_period (
    seller_id   uuid        NOT NULL,
    starts_on   date        NOT NULL,
    starts_at   timestamptz,          -- its first moment; absent where it was not recorded
    ends_at     timestamptz NOT NULL, -- the first moment after it, in the seller's zone
    entry_count bigint      NOT NULL,
    closed_at   timestamptz NOT NULL,
    closed_by   text        NOT NULL,
    PRIMARY KEY (seller_id, starts_on),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT a_period_starts_on_the_first_of_a_month CHECK (extract(day FROM starts_on) = 1)
);
COMMENT ON TABLE accounting_period IS
    'Owner: integrations. Distribution: by seller. Closed months of the journal.';
CREATE TRIGGER closed_is_closed BEFORE UPDATE OR DELETE ON accounting_period
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT audit_table('accounting_period', 'starts_on');

CREATE FUNCTION refuse_entries_of_closed_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM accounting_period WHERE seller_id = NEW.seller_id AND ends_at > NEW.occurred_at) THEN
        -- Only a booking under way while a test clock advances meets this; a moment later it finds its place.
        RAISE EXCEPTION 'the month of % is closed', NEW.occurred_at USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER closed_months_take_no_entries BEFORE INSERT ON journal_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_entries_of_closed_months();
