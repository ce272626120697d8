-- The feed and the webhooks: who is told, what is on its way, and how that went.

-- The last number given in each seller's feed. Whoever numbers events holds this row, so there is one sequencer per
-- seller, in however many processes; numbers are given after the commit, so they have no gap and no late comer.
CREATE TABLE feed (
    seller_id     uuid   NOT NULL PRIMARY KEY,
    last_sequence bigint NOT NULL DEFAULT 0 CHECK (last_sequence >= 0)
);

CREATE TABLE webhook_endpoint (
    seller_id       uuid        NOT NULL REFERENCES seller (seller_id),
    id              uuid        NOT NULL,
    url             text        NOT NULL,
    events          text[]      NOT NULL CHECK (cardinality(events) > 0),
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
    CONSTRAINT a_disabled_one_is_not_active CHECK (disabled_at IS NULL OR NOT is_active),
    CONSTRAINT a_retiring_secret_has_an_end CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);
SELECT audit_table('webhook_endpoint', 'id');

-- The state of each endpoint's queue, apart from the endpoint itself, because it changes with every attempt. A process
-- that works on a queue holds its lease; the fence lets only the newest holder write down failures.
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
    FOREIGN KEY (seller_id, endpoint_id) REFERENCES webhook_endpoint (seller_id, id)
);
CREATE INDEX webhook_queue_due ON webhook_queue (due_at) WHERE due_at IS NOT NULL;

-- One row per event and endpoint, for ever: a replay puts the same row in line again. `lane` is what is delivered in
-- order: the subscription, or the event itself where there is none. A parked row that is still open waits for the
-- endpoint to answer again, and its lane waits with it.
CREATE TABLE webhook_delivery (
    seller_id        uuid        NOT NULL,
    id               uuid        NOT NULL,
    endpoint_id      uuid        NOT NULL,
    event_id         uuid,
    event_type       text        NOT NULL,
    sequence         bigint      NOT NULL,
    lane             uuid        NOT NULL,
    state            text        NOT NULL CHECK (state IN ('PENDING', 'RETRYING', 'DELIVERED', 'PARKED')),
    is_open          boolean     NOT NULL,
    due_at           timestamptz,
    failures         integer     NOT NULL DEFAULT 0,
    first_attempt_at timestamptz,
    attempts         jsonb       NOT NULL DEFAULT '[]',
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, endpoint_id, event_id),
    FOREIGN KEY (seller_id, endpoint_id) REFERENCES webhook_endpoint (seller_id, id),
    FOREIGN KEY (seller_id, event_id) REFERENCES event (seller_id, id) ON DELETE CASCADE,
    CONSTRAINT what_waits_knows_until_when CHECK (state NOT IN ('PENDING', 'RETRYING') OR (is_open AND due_at IS NOT NULL)),
    CONSTRAINT what_arrived_is_done CHECK (state <> 'DELIVERED' OR NOT is_open),
    CONSTRAINT what_is_parked_has_no_time CHECK (state <> 'PARKED' OR due_at IS NULL)
);
CREATE INDEX webhook_open ON webhook_delivery (seller_id, endpoint_id, sequence) WHERE is_open;
CREATE INDEX webhook_lane ON webhook_delivery (seller_id, endpoint_id, lane, sequence) WHERE is_open;
CREATE INDEX webhook_log ON webhook_delivery (seller_id, endpoint_id, created_at, id);
CREATE INDEX webhook_event ON webhook_delivery (seller_id, event_id);
-- Whoever watches the service asks how many deliveries are parked, every few seconds; those are few among many.
CREATE INDEX webhook_parked ON webhook_delivery (seller_id, endpoint_id) WHERE state = 'PARKED' AND event_id IS NOT NULL;

-- Queues change all the time and stay short: their tables are tidied and measured by the thousand rows, not by the share.
ALTER TABLE webhook_delivery SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000,
    autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 1000);
ALTER TABLE webhook_queue SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE event SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
