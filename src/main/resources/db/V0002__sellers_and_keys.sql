-- Tenants, the legal entities that issue their invoices, their keys, and the clock of a test seller.

CREATE TABLE seller (
    seller_id                       uuid        PRIMARY KEY,
    name                            text        NOT NULL,
    legal_name                      text,
    address                         jsonb,
    tax_id                          text,
    mode                            text        NOT NULL CHECK (mode IN ('live', 'test')),
    currency                        text        NOT NULL,
    currencies                      text[]      NOT NULL,
    time_zone                       text        NOT NULL,
    payment_terms                   integer     NOT NULL CHECK (payment_terms BETWEEN 0 AND 999),
    first_charge_date               text        NOT NULL CHECK (first_charge_date IN ('CONTRACT_START_DATE', 'CHECKOUT_DATE')),
    muted_before                    date,
    accepted_payment_methods_config jsonb       NOT NULL,
    automatic_retries               boolean     NOT NULL DEFAULT true,
    reminders                       boolean     NOT NULL DEFAULT true,
    invoice_email_from              text,
    logo                            text,
    created_at                      timestamptz NOT NULL,
    version                         bigint      NOT NULL DEFAULT 1,
    CONSTRAINT the_default_currency_is_enabled CHECK (currency = ANY (currencies))
);
SELECT audit_table('seller', 'seller_id');

CREATE TABLE legal_entity (
    seller_id             uuid        NOT NULL REFERENCES seller,
    id                    uuid        NOT NULL,
    legal_name            text        NOT NULL,
    address               jsonb,
    tax_id                text,
    -- Where it is paid by transfer: printed on its invoices and shown on their payment pages. One document, because
    -- nothing ever asks for a part of it.
    bank_account          jsonb,
    invoice_number_prefix text        NOT NULL DEFAULT '',
    is_default            boolean     NOT NULL,
    created_at            timestamptz NOT NULL,
    version               bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id)
);
CREATE UNIQUE INDEX one_default_entity ON legal_entity (seller_id) WHERE is_default;
-- Two entities with the same prefix would print the same numbers (I-09).
CREATE UNIQUE INDEX one_series_per_prefix ON legal_entity (seller_id, invoice_number_prefix);
SELECT audit_table('legal_entity', 'id');

-- Gap-free numbers per entity and year. A row, not a SEQUENCE: a rolled-back issue must give its number back (I-09).
CREATE TABLE number_series (
    seller_id       uuid        NOT NULL,
    legal_entity_id uuid        NOT NULL,
    year            integer     NOT NULL,
    last            bigint      NOT NULL CHECK (last >= 0),
    -- Numbers run in the order of issue, also where two processes issue at once.
    last_issued_at  timestamptz,
    PRIMARY KEY (seller_id, legal_entity_id, year),
    FOREIGN KEY (seller_id, legal_entity_id) REFERENCES legal_entity (seller_id, id)
);

-- Present once a test seller's clock was set; absent, the seller follows real time.
CREATE TABLE test_clock (
    seller_id uuid        PRIMARY KEY REFERENCES seller,
    now       timestamptz NOT NULL
);

-- Each asked-for move of a test clock, so that one cut short by a crash is finished, not begun again.
CREATE TABLE test_clock_move (
    seller_id uuid        NOT NULL REFERENCES seller,
    id        uuid        NOT NULL,
    from_time timestamptz NOT NULL,
    to_time   timestamptz NOT NULL,
    summary   jsonb,
    PRIMARY KEY (seller_id, id)
);

-- Only the hash of a key is kept. Operator keys belong to the all-zero seller, which owns nothing else.
CREATE TABLE api_key (
    seller_id         uuid        NOT NULL,
    id                text        NOT NULL CHECK (length(id) = 12),
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
    PRIMARY KEY (seller_id, id)
);
-- The look-up of a request knows the key and not yet the seller.
CREATE UNIQUE INDEX api_key_id ON api_key (id);
SELECT audit_table('api_key', 'id');

-- When a key was last used, to the minute. Apart from the key itself, so that use is not a change of the key.
CREATE TABLE api_key_use (
    seller_id    uuid        NOT NULL,
    id           text        NOT NULL,
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, id) REFERENCES api_key (seller_id, id)
);
