-- Sellers, the legal entities that issue their invoices, their number series, the clock of a test seller, and keys.

CREATE TABLE seller (
    seller_id                       uuid        PRIMARY KEY,
    name                            text        NOT NULL,
    legal_name                      text,
    address                         jsonb,
    tax_id                          text,
    mode                            text        NOT NULL,
    currency                        text        NOT NULL,
    currencies                      text[]      NOT NULL,
    time_zone                       text        NOT NULL,
    payment_terms                   integer     NOT NULL,
    first_charge_date               text        NOT NULL,
    muted_before                    date,
    accepted_payment_methods_config jsonb       NOT NULL,
    automatic_retries               boolean     NOT NULL DEFAULT true,
    reminders                       boolean     NOT NULL DEFAULT true,
    invoice_email_from              text,
    logo                            text,
    created_at                      timestamptz NOT NULL,
    version                         bigint      NOT NULL DEFAULT 1,
    CONSTRAINT mode_is_live_or_test CHECK (mode IN ('live', 'test')),
    CONSTRAINT payment_terms_are_0_to_999_days CHECK (payment_terms BETWEEN 0 AND 999),
    CONSTRAINT first_charge_date_is_known CHECK (first_charge_date IN ('CONTRACT_START_DATE', 'CHECKOUT_DATE')),
    CONSTRAINT the_default_currency_is_enabled CHECK (currency = ANY (currencies))
);
COMMENT ON TABLE seller IS
    'Owner: sellers. Distribution: by seller. A tenant: everything else belongs to one.';
SELECT audit_table('seller', 'seller_id');

ALTER TABLE held_up ADD CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller;

CREATE TABLE legal_entity (
    seller_id             uuid        NOT NULL,
    id                    uuid        NOT NULL,
    legal_name            text        NOT NULL,
    address               jsonb,
    tax_id                text,
    -- Printed on its invoices and shown on their payment pages. One document, because it is always read as a whole.
    bank_account          jsonb,
    invoice_number_prefix text        NOT NULL DEFAULT '',
    is_default            boolean     NOT NULL,
    created_at            timestamptz NOT NULL,
    version               bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE legal_entity IS
    'Owner: sellers. Distribution: by seller. A company of the seller that issues invoices and numbers them.';
CREATE UNIQUE INDEX one_default_entity ON legal_entity (seller_id) WHERE is_default;
-- Two entities with the same prefix would print the same numbers (I-09).
CREATE UNIQUE INDEX one_series_per_prefix ON legal_entity (seller_id, invoice_number_prefix);
SELECT audit_table('legal_entity', 'id');

-- A row, not a SEQUENCE: an issue that is rolled back must give its number back (I-09).
CREATE TABLE number_series (
    seller_id       uuid        NOT NULL,
    legal_entity_id uuid        NOT NULL,
    year            integer     NOT NULL,
    last            bigint      NOT NULL,
    -- Numbers run in the order of issue, also where two processes issue at once.
    last_issued_at  timestamptz,
    PRIMARY KEY (seller_id, legal_entity_id, year),
    CONSTRAINT the_legal_entity_exists FOREIGN KEY (seller_id, legal_entity_id) REFERENCES legal_entity (seller_id, id),
    CONSTRAINT last_number_is_not_negative CHECK (last >= 0)
);
COMMENT ON TABLE number_series IS
    'Owner: sellers. Distribution: by seller. The last invoice number of each legal entity and year, without gaps.';

CREATE TABLE test_clock (
    seller_id uuid        PRIMARY KEY,
    now       timestamptz NOT NULL,
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE test_clock IS
    'Owner: sellers. Distribution: by seller. The time of a test seller whose clock was set; others follow real time.';

-- A move that a crash cut short is finished, not begun again.
CREATE TABLE test_clock_move (
    seller_id uuid        NOT NULL,
    id        uuid        NOT NULL,
    from_time timestamptz NOT NULL,
    to_time   timestamptz NOT NULL,
    summary   jsonb,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE test_clock_move IS
    'Owner: sellers. Distribution: by seller. Each requested move of a test clock.';

-- Only the hash of a key is kept. Operator keys belong to the all-zero seller, which owns nothing else.
CREATE TABLE api_key (
    seller_id         uuid        NOT NULL,
    id                text        NOT NULL,
    name              text        NOT NULL,
    prefix            text        NOT NULL,
    secret_hash       bytea       NOT NULL,
    scopes            text[]      NOT NULL,
    created_at        timestamptz NOT NULL,
    created_by        text        NOT NULL,
    expires_at        timestamptz,
    revoked_at        timestamptz,
    allowed_addresses text[]      NOT NULL DEFAULT '{}', -- from where it may be used; empty for everywhere
    leaked_at         timestamptz,                       -- when a scanner found it in public
    replaced_by       text,                              -- the key that it was rotated to, once
    PRIMARY KEY (seller_id, id),
    CONSTRAINT id_has_12_characters CHECK (length(id) = 12)
);
COMMENT ON TABLE api_key IS
    'Owner: sellers. Distribution: reference. API keys of sellers and operators.';
-- A request is looked up by its key, before its seller is known.
CREATE UNIQUE INDEX api_key_id ON api_key (id);
SELECT audit_table('api_key', 'id');

-- Apart from the key itself, so that use is not a change of the key.
CREATE TABLE api_key_use (
    seller_id    uuid        NOT NULL,
    id           text        NOT NULL,
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_key_exists FOREIGN KEY (seller_id, id) REFERENCES api_key (seller_id, id)
);
COMMENT ON TABLE api_key_use IS
    'Owner: sellers. Distribution: by seller. When each key was last used, to the minute.';
