-- Products, plans with a draft and immutable versions, bricks and coupons.

CREATE TABLE product (
    seller_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    name       text        NOT NULL,
    active     boolean     NOT NULL,
    created_at timestamptz NOT NULL,
    version    bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE product IS
    'Owner: catalog. Distribution: by seller. Products, which group plans.';
CREATE INDEX product_by_age ON product (seller_id, created_at, id);
SELECT audit_table('product', 'id');

-- A brick is stable: its prices live in plan versions, which also keep a copy of its name and tax category.
CREATE TABLE brick (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    name         text        NOT NULL,
    code         text        NOT NULL,
    brick_type   text        NOT NULL,
    unit         text,
    tax_category text        NOT NULL,
    created_at   timestamptz NOT NULL,
    version      bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT brick_type_is_known CHECK (brick_type IN ('SUBSCRIPTION', 'ONE_TIME', 'MILESTONE', 'USAGE'))
);
COMMENT ON TABLE brick IS
    'Owner: catalog. Distribution: by seller. Bricks: what a plan is made of and a customer is billed for.';
CREATE UNIQUE INDEX one_brick_per_code ON brick (seller_id, code);
CREATE INDEX brick_by_age ON brick (seller_id, created_at, id);
SELECT audit_table('brick', 'id');

-- The draft is a column, so there is at most one.
CREATE TABLE plan (
    seller_id                   uuid        NOT NULL,
    id                          uuid        NOT NULL,
    name                        text        NOT NULL,
    product_id                  uuid,
    is_private                  boolean     NOT NULL,
    allowed_billing_frequencies text[]      NOT NULL,
    draft                       jsonb,
    draft_updated_at            timestamptz,
    latest_number               integer,
    latest_version_id           uuid,
    created_at                  timestamptz NOT NULL,
    version                     bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT the_product_exists FOREIGN KEY (seller_id, product_id) REFERENCES product (seller_id, id),
    CONSTRAINT a_plan_allows_a_billing_frequency CHECK (cardinality(allowed_billing_frequencies) > 0),
    CONSTRAINT latest_number_is_positive CHECK (latest_number > 0),
    CONSTRAINT a_draft_has_its_time CHECK ((draft IS NULL) = (draft_updated_at IS NULL)),
    CONSTRAINT the_latest_is_whole CHECK ((latest_number IS NULL) = (latest_version_id IS NULL))
);
COMMENT ON TABLE plan IS
    'Owner: catalog. Distribution: by seller. Plans with their draft and a reference to the latest published version.';
CREATE INDEX plan_by_age ON plan (seller_id, created_at, id);
SELECT audit_table('plan', 'id');

-- One document that never changes, so every process may keep it for ever by its id. The type is json and not jsonb: the
-- text stays as it was written. A merged version belongs to an order and is never listed; its id is made from its
-- content, so the same merge is the same row. Not audited: the row is its own record, and the change of its plan is
-- audited.
CREATE TABLE plan_version (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    plan_id      uuid        NOT NULL,
    number       integer,
    is_merged    boolean     NOT NULL,
    document     json        NOT NULL,
    published_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_plan_exists FOREIGN KEY (seller_id, plan_id) REFERENCES plan (seller_id, id),
    CONSTRAINT number_is_positive CHECK (number > 0),
    CONSTRAINT a_published_version_has_a_number CHECK (is_merged OR number IS NOT NULL)
);
COMMENT ON TABLE plan_version IS
    'Owner: catalog. Distribution: by seller. Published and merged versions of a plan.';
CREATE UNIQUE INDEX one_version_per_number ON plan_version (seller_id, plan_id, number);
CREATE TRIGGER plan_version_is_append_only BEFORE UPDATE OR DELETE ON plan_version
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE plan ADD CONSTRAINT the_latest_exists
    FOREIGN KEY (seller_id, latest_version_id) REFERENCES plan_version (seller_id, id);

-- Codes are ASCII and found whatever the case of their letters, hence the key beside the code as it was written. The
-- collation of the database has no say in that: in Turkish the small form of I is no i, and WINTER was never found.
CREATE TABLE discount_coupon (
    seller_id       uuid        NOT NULL,
    code_key        text        NOT NULL,
    code            text        NOT NULL,
    name            text,
    description     text,
    discount_rate   numeric     NOT NULL,
    duration_months integer     NOT NULL,
    expires_at      timestamptz,
    max_redemptions integer,
    redemptions     integer     NOT NULL DEFAULT 0,
    active          boolean     NOT NULL,
    created_at      timestamptz NOT NULL,
    version         bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, code_key),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT the_key_is_the_code CHECK (code_key = lower(code COLLATE "C")),
    CONSTRAINT discount_rate_is_above_0_up_to_100 CHECK (discount_rate > 0 AND discount_rate <= 100),
    CONSTRAINT duration_is_1_to_999_months CHECK (duration_months BETWEEN 1 AND 999),
    CONSTRAINT max_redemptions_is_positive CHECK (max_redemptions > 0),
    CONSTRAINT never_redeemed_too_often CHECK (redemptions >= 0 AND redemptions <= max_redemptions)
);
COMMENT ON TABLE discount_coupon IS
    'Owner: catalog. Distribution: by seller. Coupons and how often each was redeemed.';
CREATE INDEX discount_coupon_by_age ON discount_coupon (seller_id, created_at, code_key);
SELECT audit_table('discount_coupon', 'code');
