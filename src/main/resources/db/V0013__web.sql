-- Hosted pages: links to them, the forms that were sent from them, and the codes that were mailed. Times are real ones,
-- also for sellers with a test clock: links and limits belong to the real world.

CREATE TABLE page_link (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    kind            text        NOT NULL,
    token_hash      bytea       NOT NULL, -- SHA-256; the link itself is not kept
    subscription_id uuid        NOT NULL,
    order_id        uuid,
    person_id       uuid, -- who shall sign
    -- The company whose invoices a portal shows: the subscription may become another company's while the link lives.
    company_id      uuid,
    created_at      timestamptz NOT NULL,
    offered_at      timestamptz NOT NULL, -- the same moment on the seller's clock: when its side agreed
    expires_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_order_exists FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id),
    CONSTRAINT the_person_exists FOREIGN KEY (seller_id, person_id) REFERENCES person (seller_id, id),
    CONSTRAINT the_company_exists FOREIGN KEY (seller_id, company_id) REFERENCES customer (seller_id, id),
    CONSTRAINT kind_is_known CHECK (kind IN ('CHECKOUT', 'SIGN', 'PORTAL')),
    CONSTRAINT token_hash_has_32_bytes CHECK (length(token_hash) = 32),
    CONSTRAINT a_portal_has_no_order CHECK ((kind = 'PORTAL') = (order_id IS NULL))
);
COMMENT ON TABLE page_link IS
    'Owner: web. Distribution: by seller. Links to checkout, signing and portal pages.';
-- A link carries no seller.
CREATE UNIQUE INDEX page_link_by_token ON page_link (token_hash, seller_id);
CREATE INDEX page_link_by_subscription ON page_link (seller_id, subscription_id, expires_at);
SELECT audit_table('page_link', 'id');

-- Not audited: a row says nothing but that a form was used.
CREATE TABLE page_form (
    seller_id uuid        NOT NULL,
    id        uuid        NOT NULL,
    used_at   timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE page_form IS
    'Owner: web. Distribution: by seller. Forms of pages that were sent, so that each counts once.';
CREATE INDEX page_form_by_age ON page_form (seller_id, used_at);

CREATE TABLE page_session (
    seller_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    subject_id uuid        NOT NULL,
    opened_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE page_session IS
    'Owner: web. Distribution: by seller. Processor forms opened from a link; a limit on them keeps stolen cards out.';
CREATE INDEX page_session_by_subject ON page_session (seller_id, subject_id, opened_at);

CREATE TABLE page_code (
    seller_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    invoice_id uuid        NOT NULL,
    code_hash  bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    tries      integer     NOT NULL DEFAULT 0,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id)
);
COMMENT ON TABLE page_code IS
    'Owner: web. Distribution: by seller. Mailed codes that open the PDF of one invoice.';
CREATE INDEX page_code_by_invoice ON page_code (seller_id, invoice_id, created_at);
