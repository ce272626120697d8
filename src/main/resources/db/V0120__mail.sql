-- Messages and their fate. A message is stored in the transaction of what causes it, once per cause, and sent
-- afterwards by the postman, so that a slow or dead mail server delays nothing and loses nothing.
CREATE TABLE mail (
    seller_id       uuid        NOT NULL REFERENCES seller,
    id              uuid        NOT NULL,
    -- What the message is about, in words that the same cause always gives again.
    cause           text        NOT NULL,
    kind            text        NOT NULL,
    invoice_id      uuid,
    invoice_version integer,    -- whose PDF goes along; NULL: no PDF
    sender          text        NOT NULL,
    recipients      text[]      NOT NULL,
    -- Those that no server has taken over yet.
    pending         text[]      NOT NULL,
    -- The content, until its fate is sealed; then only what is needed to say what happened.
    letter          jsonb,
    state           text        NOT NULL CHECK (state IN ('WAITING', 'SENT', 'REFUSED', 'UNCERTAIN', 'GIVEN_UP', 'NO_RECIPIENT')),
    created_at      timestamptz NOT NULL, -- the seller's time
    -- Real time from here on.
    queued_at       timestamptz NOT NULL,
    due_at          timestamptz NOT NULL,
    attempts        integer     NOT NULL DEFAULT 0,
    uncertain_count integer     NOT NULL DEFAULT 0, -- the server fell silent after it had everything
    fence           integer     NOT NULL DEFAULT 0,
    lease_until     timestamptz,
    settled_at      timestamptz,
    last_error      text,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, cause),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT a_waiting_message_is_whole CHECK (state <> 'WAITING' OR (letter IS NOT NULL AND cardinality(pending) > 0)),
    CONSTRAINT a_settled_message_is_blank CHECK (state = 'WAITING' OR letter IS NULL)
);
CREATE INDEX mail_due ON mail (due_at) WHERE state = 'WAITING';
-- Messages are let go of by age.
CREATE INDEX mail_by_age ON mail (queued_at) WHERE state <> 'WAITING';
CREATE INDEX mail_by_invoice ON mail (seller_id, invoice_id, created_at) WHERE invoice_id IS NOT NULL;

-- How far the reminders of a seller have come: every reminder up to this place was looked at (rule J-02).
CREATE TABLE reminder_cursor (
    seller_id  uuid        PRIMARY KEY REFERENCES seller,
    moment     timestamptz NOT NULL,
    invoice_id uuid        NOT NULL
);
