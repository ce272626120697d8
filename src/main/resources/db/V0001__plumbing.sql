-- What every room stands on: remembered answers, the outbox, the audit, the job table.

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- One row per seller and idempotency key. It commits together with the effect it stands for, so there is no moment in
-- which one exists without the other. Not tied to the seller table: operator calls are remembered too.
CREATE TABLE idempotency (
    seller_id    uuid        NOT NULL,
    key          text        NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    fingerprint  bytea       NOT NULL,
    created_at   timestamptz NOT NULL,
    intent_id    uuid,
    lease_until  timestamptz,
    -- Who is at a staged operation. Whoever slept until another took it over no longer has a say.
    runner       uuid,
    status       integer,
    content_type text,
    body         bytea,
    headers      jsonb,
    -- Answers that show a new key or secret are remembered sealed: the secret itself is stored by its hash or
    -- sealed, and must not lie in clear beside it for the thirty days that its answer is kept.
    is_sealed    boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (seller_id, key),
    CONSTRAINT an_answer_is_whole CHECK (status IS NULL OR (content_type IS NOT NULL AND body IS NOT NULL AND headers IS NOT NULL))
);
-- The purge of old keys walks this, not the table.
CREATE INDEX idempotency_age ON idempotency (created_at);
-- So does a change of the key that seals: few answers among many.
CREATE INDEX idempotency_sealed ON idempotency (seller_id, key) WHERE is_sealed;

-- Append-only tables refuse to be changed, whoever asks.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Everything that happened, in the words of the API, staged in the transaction it tells of. Public events get their
-- place in the seller's feed from the sequencer after the commit; the others only wake listeners of our own.
CREATE TABLE event (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    event_type      text        NOT NULL,
    is_public       boolean     NOT NULL,
    object_id       uuid        NOT NULL,
    subscription_id uuid,
    occurred_at     timestamptz NOT NULL,
    staged_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    data            text        NOT NULL,
    sequence        bigint,
    PRIMARY KEY (seller_id, id)
);
CREATE UNIQUE INDEX event_by_sequence ON event (seller_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX event_age ON event (staged_at);
CREATE INDEX event_without_sequence ON event (seller_id, staged_at, id) WHERE is_public AND sequence IS NULL;

-- One row per event and listener; gone when the listener has done its part.
CREATE TABLE outbox_task (
    seller_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    event_id    uuid        NOT NULL,
    listener    text        NOT NULL,
    due_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    attempts    integer     NOT NULL DEFAULT 0,
    fence       integer     NOT NULL DEFAULT 0,
    lease_until timestamptz,
    is_parked   boolean     NOT NULL DEFAULT false,
    last_error  text,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, event_id, listener),
    FOREIGN KEY (seller_id, event_id) REFERENCES event (seller_id, id)
);
-- The pump looks for due work by state and time, never by id.
CREATE INDEX outbox_due ON outbox_task (listener, due_at) WHERE NOT is_parked;

-- Who changed what, from what to what. Written by triggers, so that no code path can forget it.
CREATE TABLE audit (
    seller_id   uuid        NOT NULL,
    id          uuid        NOT NULL DEFAULT gen_random_uuid(),
    at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Who acts, when and why is said at the beginning of a transaction. Defaults, so that every trigger that writes audit
    -- rows carries it without knowing of it.
    business_at timestamptz DEFAULT nullif(current_setting('brickwork.now', true), '')::timestamptz,
    tx          bigint      NOT NULL DEFAULT txid_current(),
    actor       text        NOT NULL DEFAULT coalesce(nullif(current_setting('brickwork.actor', true), ''), 'database'),
    request_id  text        NOT NULL DEFAULT coalesce(nullif(current_setting('brickwork.request', true), ''), '-'),
    kind        text        NOT NULL,
    object_id   text        NOT NULL,
    operation   text        NOT NULL CHECK (operation IN ('INSERT', 'UPDATE', 'DELETE')),
    before      jsonb,
    after       jsonb,
    -- Where the one who changed it said so: the reason of a void, the notes of a termination.
    reason      text        DEFAULT nullif(current_setting('brickwork.reason', true), ''),
    -- In the order of time: new rows lie together, and lists walk it. By the random id alone, each row would touch a
    -- page of its own in the largest table there is.
    PRIMARY KEY (seller_id, at, id)
);
CREATE INDEX audit_by_object ON audit (seller_id, object_id, at);
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Secrets never reach the audit: columns named here are left out. Nor do the addresses that bills are mailed to,
-- in what was sent with an order either, and the name of whoever signed: they name people (ADR 11), and go when
-- the customer is erased. Each step copies the whole image, so one that has nothing to take away is left out.
CREATE FUNCTION audited(whole jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN whole ? 'request' THEN whole #- '{request,accounts_payable_emails}' ELSE whole END
        - ARRAY['secret_hash', 'secret', 'credentials', 'previous_secret', 'token', 'pdf', 'search_text',
            'accounts_payable_emails', 'signed_by']
$$;

-- Rows come and go by the hundred: one INSERT … SELECT per statement, however many it touched. The image of a row is
-- made once, not once for its id and once for itself.
CREATE FUNCTION audit_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit (seller_id, kind, object_id, operation, after)
    SELECT n.seller_id, TG_TABLE_NAME, coalesce(n.whole ->> TG_ARGV[0], '-'), 'INSERT', audited(n.whole)
    FROM (SELECT seller_id, to_jsonb(new_rows) AS whole FROM new_rows OFFSET 0) n;
    RETURN NULL;
END $$;

CREATE FUNCTION audit_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit (seller_id, kind, object_id, operation, before)
    SELECT o.seller_id, TG_TABLE_NAME, coalesce(to_jsonb(o) ->> TG_ARGV[0], '-'), 'DELETE', audited(to_jsonb(o))
    FROM old_rows o;
    RETURN NULL;
END $$;

-- Of an update the audit keeps what changed. Most columns stay in most updates, so they are compared as they are, and
-- only those that differ become JSON: the function knows the columns of its table by their names. A migration that adds
-- one calls this again (a test sees to it). Of a personal column it says that it changed, not from what to what (ADR 11).
CREATE FUNCTION audit_updates(name text, key text, personal text[]) RETURNS void LANGUAGE plpgsql AS $make$
DECLARE
    comparisons text;
BEGIN
    SELECT string_agg(format(
            CASE WHEN attname = ANY (personal) THEN $$
            IF NEW.%1$I IS DISTINCT FROM OLD.%1$I THEN
                was := was || jsonb_build_object(%1$L, CASE WHEN OLD.%1$I IS NOT NULL THEN '(personal)' END);
                became := became || jsonb_build_object(%1$L, CASE
                    WHEN NEW.%1$I IS NULL THEN NULL
                    WHEN OLD.%1$I IS NULL THEN '(personal)'
                    ELSE '(personal, changed)'
                END);
            END IF;$$
            ELSE $$
            IF NEW.%1$I IS DISTINCT FROM OLD.%1$I THEN
                was := was || jsonb_build_object(%1$L, OLD.%1$I);
                became := became || jsonb_build_object(%1$L, NEW.%1$I);
            END IF;$$
            END, attname), '' ORDER BY attnum)
        INTO comparisons
        FROM pg_attribute
        WHERE attrelid = name::regclass AND attnum > 0 AND NOT attisdropped;
    EXECUTE format($function$
        CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            was    jsonb := '{}';
            became jsonb := '{}';
        BEGIN
            %2$s
            INSERT INTO audit (seller_id, kind, object_id, operation, before, after)
            VALUES (NEW.seller_id, TG_TABLE_NAME, coalesce(NEW.%3$I::text, '-'), 'UPDATE', audited(was), audited(became));
            RETURN NULL;
        END $$
        $function$, 'audit_update_of_' || name, comparisons, key);
    EXECUTE format('CREATE OR REPLACE TRIGGER audit_update AFTER UPDATE ON %1$I FOR EACH ROW '
        'WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION %2$I()', name, 'audit_update_of_' || name);
END $make$;

-- Rooms call this for each table whose changes are audited. `key` names the column that identifies a row within a
-- seller.
CREATE FUNCTION audit_table(name text, key text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER audit_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows '
        'FOR EACH STATEMENT EXECUTE FUNCTION audit_insert(%L)', name, key);
    PERFORM audit_updates(name, key, '{}');
    EXECUTE format('CREATE TRIGGER audit_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows '
        'FOR EACH STATEMENT EXECUTE FUNCTION audit_delete(%L)', name, key);
END $$;

-- The job table, in the shape that the scheduler library asks for.
CREATE TABLE scheduled_tasks (
    task_name            text        NOT NULL,
    task_instance        text        NOT NULL,
    task_data            bytea,
    execution_time       timestamptz NOT NULL,
    picked               boolean     NOT NULL,
    picked_by            text,
    last_success         timestamptz,
    last_failure         timestamptz,
    consecutive_failures integer,
    last_heartbeat       timestamptz,
    version              bigint      NOT NULL,
    priority             smallint,
    PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX scheduled_tasks_execution_time ON scheduled_tasks (execution_time);
CREATE INDEX scheduled_tasks_last_heartbeat ON scheduled_tasks (last_heartbeat);
