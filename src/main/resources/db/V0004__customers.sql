-- Companies that buy and their people.

-- Time zone absent: the seller's. A customer is never deleted, because invoices and the journal refer to it; erasing
-- blanks what could name a person.
CREATE TABLE customer (
    seller_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    name        text        NOT NULL,
    legal_name  text,
    external_id text,
    address     jsonb,
    tax_id      text,
    time_zone   text,
    locale      text        NOT NULL,
    is_partner  boolean     NOT NULL,
    metadata    jsonb       NOT NULL, -- JSON of any kind (API 2.1)
    erased_at   timestamptz,
    created_at  timestamptz NOT NULL,
    version     bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT one_customer_per_name UNIQUE (seller_id, name),
    CONSTRAINT name_has_1_to_255_characters CHECK (length(name) BETWEEN 1 AND 255),
    CONSTRAINT external_id_has_1_to_255_characters CHECK (length(external_id) BETWEEN 1 AND 255),
    CONSTRAINT an_erased_customer_is_blank CHECK (erased_at IS NULL OR (legal_name IS NULL AND external_id IS NULL
        AND address IS NULL AND tax_id IS NULL AND metadata = '{}'))
);
COMMENT ON TABLE customer IS
    'Owner: customers. Distribution: by seller. Companies that buy, are billed, or both.';
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
    CONSTRAINT the_customer_exists FOREIGN KEY (seller_id, customer_id) REFERENCES customer (seller_id, id),
    CONSTRAINT a_person_can_be_named CHECK (erased_at IS NOT NULL OR num_nonnulls(first_name, last_name, email) > 0),
    CONSTRAINT an_erased_person_is_blank CHECK (erased_at IS NULL
        OR num_nonnulls(first_name, last_name, preferred_name, email, role) = 0)
);
COMMENT ON TABLE person IS
    'Owner: customers. Distribution: by seller. People at a customer: contacts and signatories.';
CREATE INDEX person_by_customer ON person (seller_id, customer_id, created_at, id);
CREATE INDEX person_by_part ON person USING gin
    (seller_id, email gin_trgm_ops, first_name gin_trgm_ops, last_name gin_trgm_ops) WITH (gin_pending_list_limit = 64);
SELECT audit_personal_table('person', 'id', '{first_name,last_name,preferred_name,email,role}');
