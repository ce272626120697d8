-- The platform: remembered answers, events and their tasks, the audit, jobs, and what the whole service shares. The
-- other files call the functions of this one.
--
-- Every table tells in its comment which module owns it, and how its rows would be distributed over several servers:
-- "by seller" (or by a finer key of a seller's rows), "reference" (a copy on every server), or "local" (on one server).

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- With it, one GIN index holds the seller and the trigrams, so that a search reads no names of other sellers.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Append-only tables refuse every change, by any role.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- A row commits together with the effect it stands for, so there is no moment in which one exists without the other.
-- No foreign key to the seller: operator calls are remembered too.
CREATE TABLE idempotency (
    seller_id    uuid        NOT NULL,
    key          text        NOT NULL,
    fingerprint  bytea       NOT NULL,
    created_at   timestamptz NOT NULL,
    intent_id    uuid,
    lease_until  timestamptz,
    -- The process that works on a staged operation. One that paused until another took over may not write any more.
    runner       uuid,
    status       integer,
    content_type text,
    body         bytea,
    headers      jsonb,
    -- An answer that shows a secret is kept without it in `body`. Whole it is kept here, sealed for the key that asked,
    -- for the day in which that key is shown it again: another key of the seller, perhaps with fewer scopes, gets it
    -- without the secret.
    asked_by     text,
    secret       bytea,
    PRIMARY KEY (seller_id, key),
    CONSTRAINT key_has_1_to_255_characters CHECK (length(key) BETWEEN 1 AND 255),
    CONSTRAINT an_answer_is_whole CHECK (
        status IS NULL OR (content_type IS NOT NULL AND body IS NOT NULL AND headers IS NOT NULL)),
    CONSTRAINT a_secret_is_of_one_key CHECK (secret IS NULL OR asked_by IS NOT NULL)
);
COMMENT ON TABLE idempotency IS
    'Owner: platform. Distribution: by seller. The remembered answer for each idempotency key.';
-- The purge of old keys walks this, not the table.
CREATE INDEX idempotency_age ON idempotency (created_at);
-- So does a change of the sealing key: few answers among many.
CREATE INDEX idempotency_secret ON idempotency (created_at) WHERE secret IS NOT NULL;

-- Everything that happened, in the words of the API, staged in the transaction it tells of. Public events get their
-- place in the seller's feed from the sequencer after the commit; the others only wake listeners inside the service.
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
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
COMMENT ON TABLE event IS
    'Owner: platform. Distribution: by seller. Events, written in the transaction of their cause.';
CREATE UNIQUE INDEX event_by_sequence ON event (seller_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX event_age ON event (staged_at);
CREATE INDEX event_without_sequence ON event (seller_id, staged_at, id) WHERE is_public AND sequence IS NULL;

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
    CONSTRAINT one_task_per_event_and_listener UNIQUE (seller_id, event_id, listener),
    CONSTRAINT the_event_exists FOREIGN KEY (seller_id, event_id) REFERENCES event (seller_id, id)
);
COMMENT ON TABLE outbox_task IS
    'Owner: platform. Distribution: by seller. One row per event and listener, until the listener has done its part.';
-- Due work is found by state and time, never by id.
CREATE INDEX outbox_due ON outbox_task (listener, due_at) WHERE NOT is_parked;

-- Written by triggers, so that no code path can forget it.
CREATE TABLE audit (
    seller_id   uuid        NOT NULL,
    id          uuid        NOT NULL DEFAULT gen_random_uuid(),
    at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Actor, time and reason are set at the beginning of a transaction. As defaults, every trigger that writes audit
    -- rows carries them without naming them.
    business_at timestamptz DEFAULT nullif(current_setting('brickwork.now', true), '')::timestamptz,
    tx          bigint      NOT NULL DEFAULT txid_current(),
    actor       text        NOT NULL DEFAULT coalesce(nullif(current_setting('brickwork.actor', true), ''), 'database'),
    request_id  text        NOT NULL DEFAULT coalesce(nullif(current_setting('brickwork.request', true), ''), '-'),
    kind        text        NOT NULL,
    object_id   text        NOT NULL,
    operation   text        NOT NULL,
    before      jsonb,
    after       jsonb,
    -- As far as the actor gave one: the reason of a void, the notes of a termination.
    reason      text        DEFAULT nullif(current_setting('brickwork.reason', true), ''),
    -- In the order of time: new rows lie together, and lists walk it. By the random id alone, each row would touch a
    -- page of its own in the largest table there is.
    PRIMARY KEY (seller_id, at, id),
    CONSTRAINT operation_is_known CHECK (operation IN ('INSERT', 'UPDATE', 'DELETE'))
);
COMMENT ON TABLE audit IS
    'Owner: platform. Distribution: by seller. Every change of an audited row: actor, time, before and after.';
CREATE INDEX audit_by_object ON audit (seller_id, object_id, at);
-- The chainer and the check read the rows of a block by their transactions.
CREATE INDEX audit_by_tx ON audit (tx);
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Secrets never reach the audit: the columns named here are left out. So are the addresses that bills and usage
-- warnings are mailed to, also in the request of an order, and the name of the signatory: they name people (ADR 11),
-- and go when the customer is erased. Each step copies the whole image, so a step with nothing to remove is skipped.
CREATE FUNCTION audited(whole jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN whole ? 'request' THEN whole #- '{request,accounts_payable_emails}' ELSE whole END
        - ARRAY['secret_hash', 'secret', 'credentials', 'previous_secret', 'token', 'pdf', 'search_text',
            'accounts_payable_emails', 'notification_emails', 'signed_by', 'payment_token', 'form_token']
$$;

-- Rows come and go by the hundred: one INSERT … SELECT per statement, however many it touched. The image of a row is
-- made once and serves for its id too.
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
-- one calls this again (a test sees to it). Of a personal column it says that it changed, not from what to what (ADR
-- 11).
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

-- Called for each table whose changes are audited. `key` names the column that identifies a row within a seller.
CREATE FUNCTION audit_table(name text, key text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER audit_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows '
        'FOR EACH STATEMENT EXECUTE FUNCTION audit_insert(%L)', name, key);
    PERFORM audit_updates(name, key, '{}');
    EXECUTE format('CREATE TRIGGER audit_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows '
        'FOR EACH STATEMENT EXECUTE FUNCTION audit_delete(%L)', name, key);
END $$;

-- Audit rows never change, so what must be erasable never enters them: of a personal column the audit says that it had
-- a value and that it was changed, not what it was. Such rows are found by the id of the customer or person.
CREATE FUNCTION audited_personal(whole jsonb, personal text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT audited(whole) || jsonb_object_agg(name,
        CASE WHEN coalesce(whole -> name, 'null') = 'null' THEN 'null'::jsonb ELSE '"(personal)"'::jsonb END)
    FROM unnest(personal) AS name
$$;

CREATE FUNCTION audit_personal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    key      text   := TG_ARGV[0];
    personal text[] := TG_ARGV[1]::text[];
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO audit (seller_id, kind, object_id, operation, after)
        SELECT n.seller_id, TG_TABLE_NAME, to_jsonb(n) ->> key, TG_OP, audited_personal(to_jsonb(n), personal)
        FROM new_rows n;
    ELSE
        INSERT INTO audit (seller_id, kind, object_id, operation, before)
        SELECT o.seller_id, TG_TABLE_NAME, to_jsonb(o) ->> key, TG_OP, audited_personal(to_jsonb(o), personal)
        FROM old_rows o;
    END IF;
    RETURN NULL;
END $$;

-- Like audit_table, for a table that holds personal data in the named columns.
CREATE FUNCTION audit_personal_table(name text, key text, personal text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER audit_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows '
        'FOR EACH STATEMENT EXECUTE FUNCTION audit_personal(%L, %L)', name, key, personal);
    PERFORM audit_updates(name, key, personal);
    EXECUTE format('CREATE TRIGGER audit_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows '
        'FOR EACH STATEMENT EXECUTE FUNCTION audit_personal(%L, %L)', name, key, personal);
END $$;

-- One hash per block of audit rows, each over the block before it, so that no row can be changed, added or removed
-- without breaking every block after it. One chainer makes it after the commit, because a chain row by row would make
-- every write wait for every other.
--
-- A block holds the rows of the transactions from `from_tx` up to, not including, `to_tx`. It is closed when all of
-- these have ended, so its rows are complete for ever. A database that was dumped and restored counts transactions
-- from the start again; `epoch_at` tells the rows since then from those before.
CREATE TABLE audit_block (
    number    bigint      NOT NULL PRIMARY KEY,
    from_tx   bigint      NOT NULL,
    to_tx     bigint      NOT NULL,
    epoch_at  timestamptz NOT NULL,
    row_count bigint      NOT NULL,
    rows_hash bytea       NOT NULL,
    hash      bytea       NOT NULL,
    closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT a_block_has_transactions CHECK (to_tx > from_tx),
    CONSTRAINT row_count_is_not_negative CHECK (row_count >= 0)
);
COMMENT ON TABLE audit_block IS
    'Owner: platform. Distribution: local. The hash chain over the audit of all sellers.';
CREATE TRIGGER audit_block_is_append_only BEFORE UPDATE OR DELETE ON audit_block
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The content of one row, in a form that no setting of a session changes. As text at once: an array of jsonb would be
-- built from copies first.
CREATE FUNCTION audit_digest(a audit) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(convert_to(json_build_array(
        a.seller_id, a.id, (extract(epoch FROM a.at) * 1000000)::bigint,
        (extract(epoch FROM a.business_at) * 1000000)::bigint, a.tx, a.actor, a.request_id, a.kind, a.object_id,
        a.operation, a.before, a.after, a.reason)::text, 'UTF8'))
$$;

-- In the shape that the scheduler library asks for.
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
COMMENT ON TABLE scheduled_tasks IS
    'Owner: platform. Distribution: local. The jobs of the service and the process that runs each.';
CREATE INDEX scheduled_tasks_execution_time ON scheduled_tasks (execution_time);
CREATE INDEX scheduled_tasks_last_heartbeat ON scheduled_tasks (last_heartbeat);

-- The log says why a row failed: a defect, or an amount beyond the limit. A row that succeeded at last stays here until
-- it is purged.
CREATE TABLE held_up (
    seller_id uuid        NOT NULL,
    kind      text        NOT NULL, -- the table of the object
    object_id uuid        NOT NULL,
    until     timestamptz NOT NULL, -- by the clock of the seller
    -- The seller is told once for each day on which it fails, not only the operator by the log. NULL once it was told.
    tell_at   timestamptz,
    PRIMARY KEY (seller_id, kind, object_id)
);
COMMENT ON TABLE held_up IS
    'Owner: platform. Distribution: by seller. Rows of a sweep that failed and are tried again at a later moment.';
CREATE INDEX held_up_until ON held_up (until);
CREATE INDEX held_up_to_tell ON held_up (seller_id, tell_at) WHERE tell_at IS NOT NULL;

-- In the database because any process may have run the check, and every process reports it.
CREATE TABLE invariant_check (
    name         text        NOT NULL PRIMARY KEY,
    checked_at   timestamptz NOT NULL,
    broken_count integer     NOT NULL,
    CONSTRAINT broken_count_is_not_negative CHECK (broken_count >= 0)
);
COMMENT ON TABLE invariant_check IS
    'Owner: platform. Distribution: local. When each invariant was last checked, and with which result.';

-- As the operator tells: no server knows that a copy of its data has arrived elsewhere.
CREATE TABLE backup (
    finished_at timestamptz NOT NULL PRIMARY KEY
);
COMMENT ON TABLE backup IS
    'Owner: platform. Distribution: local. Backups that were finished.';

-- A process with another key could open none of the secrets here, and would seal new ones with a second key that the
-- operator does not keep.
CREATE TABLE secrets_key (
    is_only       boolean     NOT NULL PRIMARY KEY DEFAULT true,
    mark          text        NOT NULL,
    first_used_at timestamptz NOT NULL,
    CONSTRAINT there_is_one_secrets_key CHECK (is_only)
);
COMMENT ON TABLE secrets_key IS
    'Owner: platform. Distribution: local. A mark of the key that seals the secrets of this database.';

-- Payment pages and order forms are reached by tokens that are stored encrypted: a reader of the database opens no
-- link.
CREATE TABLE link_key (
    is_only boolean NOT NULL PRIMARY KEY DEFAULT true,
    sealed  bytea   NOT NULL,
    CONSTRAINT there_is_one_link_key CHECK (is_only)
);
COMMENT ON TABLE link_key IS
    'Owner: platform. Distribution: local. The sealed key that encrypts the tokens of links.';

-- Every writing connection of a service begins with this. The lock tells commands that the service is there, for as
-- long as the connection lives; a command that needs the database to itself holds the lock exclusively. A service that
-- was cut off from the database while the key changed cannot come back.
CREATE FUNCTION serve(ours text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_try_advisory_lock_shared(hashtextextended('served', 0)) THEN
        RAISE EXCEPTION 'a command has this database to itself' USING ERRCODE = 'lock_not_available';
    END IF;
    IF EXISTS (SELECT FROM secrets_key WHERE mark <> ours) THEN
        RAISE EXCEPTION 'the secrets in this database are sealed with another key' USING ERRCODE = 'invalid_password';
    END IF;
END $$;

-- Counts the rows of a table for the planner. Only its owner may, and the service may work under another role, so it
-- runs as the owner; nothing that a caller could have made is found on its path.
CREATE FUNCTION count_rows(counted regclass) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$
BEGIN
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s', counted);
END
$$;

-- PostgreSQL takes CET and its like for offsets without a summer, before it looks for a zone of that name; the calendar
-- of the service takes them for the zones that they have been other names of since 2024.
CREATE FUNCTION zone_named(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE name
    WHEN 'CET' THEN 'Europe/Brussels'
    WHEN 'MET' THEN 'Europe/Brussels'
    WHEN 'EET' THEN 'Europe/Athens'
    WHEN 'WET' THEN 'Europe/Lisbon'
    ELSE name
END;
