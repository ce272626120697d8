-- Links to hosted pages, the forms that were sent from them, and the codes that were mailed. Times are real ones, also
-- for sellers with a test clock: links and limits belong to the real world.

CREATE TABLE page_link (
    seller_id       uuid        NOT NULL REFERENCES seller,
    id              uuid        NOT NULL,
    kind            text        NOT NULL CHECK (kind IN ('CHECKOUT', 'SIGN', 'PORTAL')),
    token_hash      bytea       NOT NULL CHECK (length(token_hash) = 32), -- SHA-256; the link itself is not kept
    subscription_id uuid        NOT NULL,
    order_id        uuid,
    person_id       uuid, -- who shall sign
    created_at      timestamptz NOT NULL,
    offered_at      timestamptz NOT NULL, -- the same moment on the seller's clock: when its side agreed
    expires_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id),
    FOREIGN KEY (seller_id, person_id) REFERENCES person (seller_id, id),
    CONSTRAINT a_portal_has_no_order CHECK ((kind = 'PORTAL') = (order_id IS NULL))
);
-- A link carries no seller.
CREATE UNIQUE INDEX page_link_by_token ON page_link (token_hash, seller_id);
CREATE INDEX page_link_by_subscription ON page_link (seller_id, subscription_id, expires_at);
SELECT audit_table('page_link', 'id');

-- A form counts once. Not audited: it says nothing but that a form was used.
CREATE TABLE page_form (
    seller_id uuid        NOT NULL REFERENCES seller,
    id        uuid        NOT NULL,
    used_at   timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id)
);
CREATE INDEX page_form_by_age ON page_form (seller_id, used_at);

-- Forms of the processor that were opened, from a payment, checkout or portal link, so that nobody tries stolen
-- cards by the hundred.
CREATE TABLE page_session (
    seller_id  uuid        NOT NULL REFERENCES seller,
    id         uuid        NOT NULL,
    subject_id uuid        NOT NULL,
    opened_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id)
);
CREATE INDEX page_session_by_subject ON page_session (seller_id, subject_id, opened_at);

-- Codes that open the PDF of one invoice, mailed to its recipients.
CREATE TABLE page_code (
    seller_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    invoice_id uuid        NOT NULL,
    code_hash  bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    tries      integer     NOT NULL DEFAULT 0,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id)
);
CREATE INDEX page_code_by_invoice ON page_code (seller_id, invoice_id, created_at);
