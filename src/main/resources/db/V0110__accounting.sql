-- The link to the books outside, what went there, and the months that are closed.

-- Every claim of a link has a number of its own, also when the link is taken away and made anew: whoever still works for
-- the old one must not be taken for whoever works for the new one.
CREATE SEQUENCE accounting_fence;

CREATE TABLE accounting_link (
    seller_id      uuid        NOT NULL PRIMARY KEY REFERENCES seller,
    kind           text        NOT NULL CHECK (kind IN ('QUICKBOOKS', 'XERO')),
    state          text        NOT NULL CHECK (state IN ('CONNECTED', 'REFUSED')),
    is_active      boolean     NOT NULL,
    organisation   text        NOT NULL, -- the company's id over there
    credentials    bytea       NOT NULL, -- sealed; changes with every renewed token
    mapping        jsonb       NOT NULL,
    connected_at   timestamptz NOT NULL,
    last_synced_at timestamptz,
    lease_until    timestamptz,
    fence          bigint      NOT NULL DEFAULT nextval('accounting_fence')
);

-- What a thing of ours is called over there. Apart per company, so that another one starts from the beginning, and one
-- that is connected once more goes on where it stood.
CREATE TABLE accounting_remote (
    seller_id    uuid        NOT NULL,
    organisation text        NOT NULL,
    object_kind  text        NOT NULL CHECK (object_kind IN ('CUSTOMER', 'INVOICE', 'PAYMENT', 'CREDIT_NOTE')),
    object_id    uuid        NOT NULL,
    remote_id    text        NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seller_id, organisation, object_kind, object_id),
    FOREIGN KEY (seller_id) REFERENCES seller
);

-- One row per thing to carry over: the queue and the log in one. `attempts` is counted before the call, so that whoever
-- comes after a crash knows that it may have arrived.
CREATE TABLE accounting_push (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    object_kind  text        NOT NULL CHECK (object_kind IN ('CUSTOMER', 'INVOICE', 'PAYMENT', 'CREDIT_NOTE')),
    object_id    uuid        NOT NULL,
    action       text        NOT NULL CHECK (action IN ('CREATE', 'UPDATE', 'VOID')),
    cause_id     uuid        NOT NULL, -- the event, so that it is followed once
    outcome      text        NOT NULL CHECK (outcome IN ('RETRYING', 'DONE', 'FAILED')),
    attempts     integer     NOT NULL DEFAULT 0,
    due_at       timestamptz,
    remote_id    text,
    error        text,
    occurred_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, object_kind, object_id, action, cause_id),
    CONSTRAINT what_is_tried_again_has_a_time CHECK ((outcome = 'RETRYING') = (due_at IS NOT NULL))
);
CREATE INDEX accounting_due ON accounting_push (seller_id, due_at) WHERE outcome = 'RETRYING';
CREATE INDEX accounting_log ON accounting_push (seller_id, occurred_at, id);

-- A closed month takes no more entries: what was exported stays what was exported.
CREATE TABLE accounting_period (
    seller_id   uuid        NOT NULL REFERENCES seller,
    starts_on   date        NOT NULL CHECK (extract(day FROM starts_on) = 1),
    ends_at     timestamptz NOT NULL, -- the first moment after it, in the seller's zone
    entry_count bigint      NOT NULL,
    closed_at   timestamptz NOT NULL,
    closed_by   text        NOT NULL,
    PRIMARY KEY (seller_id, starts_on)
);
CREATE TRIGGER closed_is_closed BEFORE UPDATE OR DELETE ON accounting_period
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT audit_table('accounting_period', 'starts_on');

CREATE FUNCTION refuse_entries_of_closed_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM accounting_period WHERE seller_id = NEW.seller_id AND ends_at > NEW.occurred_at) THEN
        -- Only what was under way while the clock of a test seller ran on meets this: a moment later it finds its place.
        RAISE EXCEPTION 'the month of % is closed', NEW.occurred_at USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER closed_months_take_no_entries BEFORE INSERT ON journal_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_entries_of_closed_months();
