-- Companies that buy and the people one talks to there.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- Lets one GIN index hold the seller and the trigrams, so that a search never wades through other sellers' names.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Audit rows never change, so what must be erasable never enters them: of a personal column the audit says that it
-- had a value and that somebody changed it, not what it was. Such rows are found by the id of the customer or person.
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

-- Time zone absent: the seller's. A customer is never deleted, because invoices and the journal point at it; erasing
-- blanks what could name somebody.
CREATE TABLE customer (
    seller_id   uuid        NOT NULL REFERENCES seller,
    id          uuid        NOT NULL,
    name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    legal_name  text,
    external_id text        CHECK (length(external_id) BETWEEN 1 AND 255),
    address     jsonb,
    tax_id      text,
    time_zone   text,
    locale      text        NOT NULL,
    is_partner  boolean     NOT NULL,
    metadata    jsonb       NOT NULL CHECK (jsonb_typeof(metadata) = 'object'),
    erased_at   timestamptz,
    created_at  timestamptz NOT NULL,
    version     bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT one_customer_per_name UNIQUE (seller_id, name),
    CONSTRAINT an_erased_customer_is_blank CHECK (erased_at IS NULL OR (legal_name IS NULL AND external_id IS NULL
        AND address IS NULL AND tax_id IS NULL AND metadata = '{}'))
);
CREATE UNIQUE INDEX one_customer_per_external_id ON customer (seller_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX customer_by_age ON customer (seller_id, created_at, id);
-- Every search walks the list of pending entries, so it is the shortest there is. Without one, each of the some thirty
-- parts of a name is put into its place at once, which takes four times as long and as much log.
CREATE INDEX customer_by_part_of_name ON customer USING gin (seller_id, name gin_trgm_ops)
    WITH (gin_pending_list_limit = 64);
SELECT audit_personal_table('customer', 'id', '{name,legal_name,external_id,address,tax_id,metadata}');

-- Orders refer to people by id, so an erased person stays as an empty row.
CREATE TABLE person (
    seller_id      uuid        NOT NULL,
    id             uuid        NOT NULL,
    customer_id    uuid        NOT NULL,
    first_name     text,
    last_name      text,
    preferred_name text,
    email          text,
    role           text,
    erased_at      timestamptz,
    created_at     timestamptz NOT NULL,
    version        bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, customer_id) REFERENCES customer (seller_id, id),
    CONSTRAINT a_person_can_be_named CHECK (erased_at IS NOT NULL OR num_nonnulls(first_name, last_name, email) > 0),
    CONSTRAINT an_erased_person_is_blank CHECK (erased_at IS NULL
        OR num_nonnulls(first_name, last_name, preferred_name, email, role) = 0)
);
CREATE INDEX person_by_customer ON person (seller_id, customer_id, created_at, id);
CREATE INDEX person_by_part ON person USING gin
    (seller_id, email gin_trgm_ops, first_name gin_trgm_ops, last_name gin_trgm_ops) WITH (gin_pending_list_limit = 64);
SELECT audit_personal_table('person', 'id', '{first_name,last_name,preferred_name,email,role}');
