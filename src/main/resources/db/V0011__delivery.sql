-- Mail, the event feed and webhooks.

-- Stored in the transaction of its cause, once per cause, and sent afterwards, so that a slow or dead mail server
-- delays nothing and loses nothing.
CREATE TABLE mail (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    -- Its reason, in words that the same cause always gives again.
    cause           text        NOT NULL,
    kind            text        NOT NULL,
    invoice_id      uuid,
    invoice_version integer,    -- the version whose PDF goes along; NULL: no PDF
    -- The subject of a notice or a warning, so that those of a customer whose personal data are erased lose their
    -- addresses.
    subscription_id uuid,
    sender          text        NOT NULL,
    recipients      text[]      NOT NULL,
    -- Those that no server has taken over yet.
    pending         text[]      NOT NULL,
    -- The content, until the mail is settled; then only the addresses and the outcome stay.
    letter          jsonb,
    state           text        NOT NULL,
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
    CONSTRAINT one_mail_per_cause UNIQUE (seller_id, cause),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT state_is_known CHECK (state IN ('WAITING', 'SENT', 'REFUSED', 'UNCERTAIN', 'GIVEN_UP', 'NO_RECIPIENT')),
    CONSTRAINT a_waiting_mail_is_whole CHECK (state <> 'WAITING' OR (letter IS NOT NULL AND cardinality(pending) > 0)),
    CONSTRAINT a_settled_mail_is_blank CHECK (state = 'WAITING' OR letter IS NULL)
);
COMMENT ON TABLE mail IS
    'Owner: delivery. Distribution: by seller. Mails that wait or were sent, with the outcome of each.';
CREATE INDEX mail_due ON mail (due_at) WHERE state = 'WAITING';
-- Mails are purged by age. Those about invoices are kept four times as long as others, which have an index of their
-- own: by the first one, the purge of the others would read all that are kept longer.
CREATE INDEX mail_by_age ON mail (queued_at) WHERE state <> 'WAITING';
CREATE INDEX mail_of_others_by_age ON mail (queued_at) WHERE state <> 'WAITING' AND invoice_id IS NULL;
CREATE INDEX mail_by_invoice ON mail (seller_id, invoice_id, created_at) WHERE invoice_id IS NOT NULL;
CREATE INDEX mail_by_subscription ON mail (seller_id, subscription_id) WHERE subscription_id IS NOT NULL;

-- Every reminder up to this place was looked at (rule J-02).
CREATE TABLE reminder_cursor (
    seller_id  uuid        PRIMARY KEY,
    moment     timestamptz NOT NULL,
    invoice_id uuid        NOT NULL,
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE reminder_cursor IS
    'Owner: delivery. Distribution: by seller. How far the reminders of a seller have come.';

-- The sequencer holds this row while it numbers events, so there is one per seller, in however many processes; numbers
-- are given after the commit, so they have no gap, and none appears below one that was read.
CREATE TABLE feed (
    seller_id     uuid   NOT NULL PRIMARY KEY,
    last_sequence bigint NOT NULL DEFAULT 0,
    CONSTRAINT last_sequence_is_not_negative CHECK (last_sequence >= 0)
);
COMMENT ON TABLE feed IS
    'Owner: delivery. Distribution: by seller. The last number given in each seller''s event feed.';

CREATE TABLE webhook_endpoint (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    url             text        NOT NULL,
    events          text[]      NOT NULL,
    is_active       boolean     NOT NULL,
    disabled_at     timestamptz,
    disabled_reason text,
    secret          bytea       NOT NULL,
    previous_secret bytea,
    previous_until  timestamptz,
    created_at      timestamptz NOT NULL,
    version         bigint      NOT NULL DEFAULT 1,
    is_present      boolean     NOT NULL DEFAULT true, -- until it is deleted
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller (seller_id),
    CONSTRAINT an_endpoint_hears_some_event CHECK (cardinality(events) > 0),
    CONSTRAINT a_disabled_endpoint_is_not_active CHECK (disabled_at IS NULL OR NOT is_active),
    CONSTRAINT a_retiring_secret_has_an_end CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);
COMMENT ON TABLE webhook_endpoint IS
    'Owner: delivery. Distribution: by seller. Receivers of webhooks and their secrets.';
SELECT audit_table('webhook_endpoint', 'id');

-- Queues change all the time and stay short: their tables are vacuumed and analysed by the thousand rows, not by the
-- share.

-- Apart from the endpoint itself, because it changes with every attempt. A process that works on a queue holds its
-- lease; the fence lets only the newest holder write failures.
CREATE TABLE webhook_queue (
    seller_id       uuid        NOT NULL,
    endpoint_id     uuid        NOT NULL,
    due_at          timestamptz,
    lease_until     timestamptz,
    fence           bigint      NOT NULL DEFAULT 0,
    failures        integer     NOT NULL DEFAULT 0,
    failing_since   timestamptz,
    last_success_at timestamptz,
    resting_until   timestamptz,
    PRIMARY KEY (seller_id, endpoint_id),
    CONSTRAINT the_endpoint_exists FOREIGN KEY (seller_id, endpoint_id) REFERENCES webhook_endpoint (seller_id, id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
COMMENT ON TABLE webhook_queue IS
    'Owner: delivery. Distribution: by seller. The state of each endpoint''s queue.';
CREATE INDEX webhook_queue_due ON webhook_queue (due_at) WHERE due_at IS NOT NULL;

-- A replay queues the same row again. `lane` is the unit of order: the subscription, or the event itself where there is
-- none. A parked row that is still open waits for the endpoint to answer again, and its lane waits with it.
CREATE TABLE webhook_delivery (
    seller_id        uuid        NOT NULL,
    id               uuid        NOT NULL,
    endpoint_id      uuid        NOT NULL,
    event_id         uuid,
    event_type       text        NOT NULL,
    sequence         bigint      NOT NULL,
    lane             uuid        NOT NULL,
    state            text        NOT NULL,
    is_open          boolean     NOT NULL,
    due_at           timestamptz,
    failures         integer     NOT NULL DEFAULT 0,
    first_attempt_at timestamptz,
    attempts         jsonb       NOT NULL DEFAULT '[]',
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT one_delivery_per_event_and_endpoint UNIQUE (seller_id, endpoint_id, event_id),
    CONSTRAINT the_endpoint_exists FOREIGN KEY (seller_id, endpoint_id) REFERENCES webhook_endpoint (seller_id, id),
    CONSTRAINT the_event_exists FOREIGN KEY (seller_id, event_id) REFERENCES event (seller_id, id) ON DELETE CASCADE,
    CONSTRAINT state_is_known CHECK (state IN ('PENDING', 'RETRYING', 'DELIVERED', 'PARKED')),
    CONSTRAINT a_waiting_delivery_has_a_time CHECK (
        state NOT IN ('PENDING', 'RETRYING') OR (is_open AND due_at IS NOT NULL)),
    CONSTRAINT an_arrived_delivery_is_not_open CHECK (state <> 'DELIVERED' OR NOT is_open),
    CONSTRAINT a_parked_delivery_has_no_time CHECK (state <> 'PARKED' OR due_at IS NULL)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000,
    autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 1000);
COMMENT ON TABLE webhook_delivery IS
    'Owner: delivery. Distribution: by seller. One row per event and endpoint, with the log of its attempts.';
CREATE INDEX webhook_open ON webhook_delivery (seller_id, endpoint_id, sequence) WHERE is_open;
CREATE INDEX webhook_lane ON webhook_delivery (seller_id, endpoint_id, lane, sequence) WHERE is_open;
CREATE INDEX webhook_log ON webhook_delivery (seller_id, endpoint_id, created_at, id);
CREATE INDEX webhook_event ON webhook_delivery (seller_id, event_id);
-- The metrics count the parked deliveries every few seconds; those are few among many.
CREATE INDEX webhook_parked ON webhook_delivery (seller_id, endpoint_id)
    WHERE state = 'PARKED' AND event_id IS NOT NULL;
