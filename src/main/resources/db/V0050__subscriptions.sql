-- Subscriptions, their orders and their pauses.
--
-- A subscription is a row of terms. A term is opened by an order (STANDARD, TRIAL, RENEWAL, RECAST) and changed by
-- UPGRADE orders. What is agreed is frozen in the order at its closing; the subscription carries what is current.

-- What the seller and the buyer can change without a new order stands here; what costs money stands in the orders.
CREATE TABLE subscription (
    seller_id                       uuid        NOT NULL REFERENCES seller,
    id                              uuid        NOT NULL,
    customer_id                     uuid        NOT NULL,
    billed_company_id               uuid        NOT NULL,
    legal_entity_id                 uuid        NOT NULL,
    currency                        text        NOT NULL,
    time_zone                       text        NOT NULL,
    status                          text        NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'PAUSED', 'INACTIVE')),
    -- The order that carries the term: the running one, else the one to come, else the last one.
    term_order_id                   uuid        NOT NULL,
    plan_id                         uuid        NOT NULL,
    plan_name                       text        NOT NULL,
    stage                           text        NOT NULL, -- of that order
    is_trial                        boolean     NOT NULL, -- that order
    billing_frequency               text        NOT NULL,
    starts_on                       date        NOT NULL, -- of the first term
    -- Calendar date after the last day of the term, pauses included (rule K-02).
    ends_on                         date        NOT NULL,
    payment_terms                   integer     CHECK (payment_terms BETWEEN 0 AND 999), -- NULL: the seller's setting
    auto_renews                     boolean     NOT NULL,
    renewal_contract_period         integer     CHECK (renewal_contract_period BETWEEN 1 AND 1200),
    renewal_uplifted_rate           numeric(5, 2),
    point_of_contact_id             uuid,
    signatory_user_id               uuid,
    accounts_payable_emails         text[]      NOT NULL DEFAULT '{}',
    purchase_order                  text,
    transaction_method              text        CHECK (transaction_method IN ('ORDER_FORM', 'STRIPE')),
    first_charge_date               text        CHECK (first_charge_date IN ('CONTRACT_START_DATE', 'CHECKOUT_DATE')),
    accepted_payment_methods_config jsonb,
    custom_order_form_html          text,
    crm_opportunity_id              text,
    metadata                        jsonb       NOT NULL DEFAULT '{}',
    is_migrated                     boolean     NOT NULL DEFAULT false,
    -- A termination that was asked for: the first day without service (rule T-07).
    terminates_on                   date,
    termination_notes               text,
    is_unused_credited              boolean     NOT NULL DEFAULT false,
    inactive_at                     timestamptz,
    inactive_reason                 text        CHECK (inactive_reason IN ('END_NO_RENEWAL', 'TERMINATED')),
    -- The next moment at which something happens by itself: it starts, pauses, resumes, ramps, renews or ends.
    due_at                          timestamptz,
    created_at                      timestamptz NOT NULL,
    version                         bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, customer_id) REFERENCES customer (seller_id, id),
    FOREIGN KEY (seller_id, billed_company_id) REFERENCES customer (seller_id, id),
    FOREIGN KEY (seller_id, legal_entity_id) REFERENCES legal_entity (seller_id, id),
    FOREIGN KEY (seller_id, plan_id) REFERENCES plan (seller_id, id),
    FOREIGN KEY (seller_id, point_of_contact_id) REFERENCES person (seller_id, id),
    FOREIGN KEY (seller_id, signatory_user_id) REFERENCES person (seller_id, id),
    CONSTRAINT an_end_has_its_reason CHECK ((status = 'INACTIVE') = (inactive_reason IS NOT NULL)
        AND (inactive_at IS NULL) = (inactive_reason IS NULL)),
    CONSTRAINT a_term_has_days CHECK (starts_on <= ends_on)
);
CREATE INDEX subscription_by_customer ON subscription (seller_id, customer_id);
CREATE INDEX subscription_by_partner ON subscription (seller_id, billed_company_id) WHERE billed_company_id <> customer_id;
CREATE INDEX subscription_by_time ON subscription (seller_id, created_at, id);
-- What is due is found seller by seller: by the time alone, what the standing clocks of test sellers hold back
-- would come first.
CREATE INDEX subscription_due_of_seller ON subscription (seller_id, due_at) WHERE due_at IS NOT NULL;

CREATE TABLE orders (
    seller_id         uuid        NOT NULL,
    id                uuid        NOT NULL,
    subscription_id   uuid        NOT NULL,
    order_type        text        NOT NULL CHECK (order_type IN ('TRIAL', 'STANDARD', 'RENEWAL', 'UPGRADE', 'RECAST')),
    stage             text        NOT NULL CHECK (stage IN ('BUILDING', 'CLOSED', 'CLOSED_LOST', 'CLOSED_DELETE')),
    -- The order that opened the term; itself, but for an upgrade.
    term_order_id     uuid        NOT NULL,
    -- Place among the closed orders of the subscription; the upgrades of a term are priced in this order.
    sequence          integer,
    -- What was sent, changes merged, kept for good.
    request           jsonb       NOT NULL,
    -- What was agreed, self-contained: it prices to the same cents for ever.
    terms             jsonb,
    -- The version whose prices were agreed; an upgrade looks there for bricks that the order did not have.
    plan_version_id   uuid        NOT NULL,
    plan_version      integer     NOT NULL,
    currency          text        NOT NULL,
    starts_on         date        NOT NULL, -- service dates of the term (rule K-02)
    ends_on           date        NOT NULL,
    -- The service date on which a recast or a termination ended the order before its time.
    ended_on          date,
    -- What began before this date was billed whole and stays so, and its usage allowance with it (rule G-02). NULL
    -- where the unused part is given back.
    kept_before       date,
    contract_value    bigint      NOT NULL, -- minor units, without tax and credit; of an upgrade its delta (W-05)
    -- Of a recast: what was credited at its closing, and the label it has on invoices.
    adjustment_credit bigint      CHECK (adjustment_credit >= 0),
    form_token        text        NOT NULL,
    signed_at         timestamptz,
    signed_by         text,
    created_at        timestamptz NOT NULL,
    closed_at         timestamptz,
    -- Days of a pause that lay ahead when the order was closed and are in its dates: when the pause turns out to be
    -- another one, the term moves by the difference (rule K-05).
    foreseen_pause_days integer   NOT NULL,
    -- Who is billed by whom for what it bills, since its closing: a later order may move the subscription to others.
    customer_id       uuid,
    billed_company_id uuid,
    legal_entity_id   uuid,
    version           bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    FOREIGN KEY (seller_id, customer_id) REFERENCES customer (seller_id, id),
    FOREIGN KEY (seller_id, billed_company_id) REFERENCES customer (seller_id, id),
    FOREIGN KEY (seller_id, legal_entity_id) REFERENCES legal_entity (seller_id, id),
    FOREIGN KEY (seller_id, term_order_id) REFERENCES orders (seller_id, id),
    UNIQUE (seller_id, subscription_id, sequence),
    CONSTRAINT an_upgrade_changes_a_term CHECK ((order_type = 'UPGRADE') = (term_order_id <> id)),
    CONSTRAINT a_closed_order_is_frozen CHECK ((stage = 'CLOSED') = (terms IS NOT NULL AND sequence IS NOT NULL)
        AND (stage = 'BUILDING') = (closed_at IS NULL)),
    CONSTRAINT a_closed_order_has_its_sides CHECK (
        num_nonnulls(customer_id, billed_company_id, legal_entity_id) = CASE stage WHEN 'CLOSED' THEN 3 ELSE 0 END),
    CONSTRAINT orders_kept_if_ended CHECK (kept_before IS NULL OR ended_on IS NOT NULL)
);
-- Two people cannot negotiate two changes of one subscription at once.
CREATE UNIQUE INDEX one_open_change_order ON orders (seller_id, subscription_id) WHERE stage = 'BUILDING';
CREATE INDEX order_by_term ON orders (seller_id, term_order_id);
-- Who takes a subscription over with a term after the first.
CREATE INDEX later_term_by_customer ON orders (seller_id, customer_id) WHERE sequence > 1 AND id = term_order_id;
CREATE INDEX later_term_by_payer ON orders (seller_id, billed_company_id) WHERE sequence > 1 AND id = term_order_id;
-- The link of an order form carries no seller.
CREATE UNIQUE INDEX order_by_form_token ON orders (form_token, seller_id);
ALTER TABLE subscription ADD FOREIGN KEY (seller_id, term_order_id) REFERENCES orders (seller_id, id)
    DEFERRABLE INITIALLY DEFERRED;
-- What was agreed never changes: the table itself refuses it, whoever asks. Ending an order early, signing it, or
-- forgetting an address is not a change of what was agreed.
CREATE TRIGGER closed_terms_are_frozen BEFORE UPDATE ON orders
    FOR EACH ROW
    WHEN (OLD.stage <> 'BUILDING' AND (
        NEW.stage, NEW.terms, NEW.request - 'accounts_payable_emails', NEW.starts_on, NEW.ends_on, NEW.contract_value,
        NEW.adjustment_credit, NEW.plan_version_id, NEW.currency, NEW.term_order_id, NEW.sequence, NEW.closed_at,
        NEW.customer_id, NEW.billed_company_id, NEW.legal_entity_id, NEW.foreseen_pause_days)
        IS DISTINCT FROM (
        OLD.stage, OLD.terms, OLD.request - 'accounts_payable_emails', OLD.starts_on, OLD.ends_on, OLD.contract_value,
        OLD.adjustment_credit, OLD.plan_version_id, OLD.currency, OLD.term_order_id, OLD.sequence, OLD.closed_at,
        OLD.customer_id, OLD.billed_company_id, OLD.legal_entity_id, OLD.foreseen_pause_days))
    EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_orders_stay BEFORE DELETE ON orders
    FOR EACH ROW
    WHEN (OLD.stage <> 'BUILDING')
    EXECUTE FUNCTION refuse_change();

-- One line of a closed order: a brick (or the plan's own price) in one phase. Written once, never changed; charges of
-- invoices refer to it.
CREATE TABLE order_line (
    seller_id       uuid      NOT NULL,
    id              uuid      NOT NULL,
    order_id        uuid      NOT NULL,
    subscription_id uuid      NOT NULL,
    position        integer   NOT NULL,
    phase_position  integer   NOT NULL,
    brick_id        uuid, -- NULL is the price of the plan itself (rule P-10)
    is_leaving      boolean   NOT NULL, -- as it was; another line of the order brings it back (rule U-05)
    brick_name      text,
    brick_code      text,
    plan_id         uuid      NOT NULL,
    plan_name       text      NOT NULL,
    kind            text      NOT NULL CHECK (kind IN ('PLAN', 'SUBSCRIPTION', 'COMMITMENT', 'ONE_TIME', 'MILESTONE')),
    tax_category    text      NOT NULL,
    quantity        numeric   NOT NULL,
    is_unlimited    boolean   NOT NULL,
    term            daterange NOT NULL CHECK (NOT isempty(term)), -- service dates
    gross           bigint    NOT NULL,
    discount        bigint    NOT NULL,
    coupon          bigint    NOT NULL,
    tiers           jsonb     NOT NULL, -- the rows of tiers_breakdown (rule P-13)
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    UNIQUE NULLS NOT DISTINCT (seller_id, order_id, phase_position, brick_id, is_leaving)
);
CREATE INDEX order_line_by_subscription ON order_line (seller_id, subscription_id);
CREATE TRIGGER order_line_is_frozen BEFORE UPDATE OR DELETE ON order_line
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE pause (
    seller_id              uuid        NOT NULL,
    id                     uuid        NOT NULL,
    subscription_id        uuid        NOT NULL,
    paused_on              date        NOT NULL, -- first day without service (rule K-05)
    scheduled_resume_on    date,                 -- as it was set; first day with service again
    resumed_on             date,                 -- NULL while the pause stands
    pause_reason           text,
    should_notify_customer boolean     NOT NULL DEFAULT false,
    created_at             timestamptz NOT NULL,
    resumed_at             timestamptz,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT time_runs_forward CHECK (scheduled_resume_on >= paused_on AND resumed_on >= paused_on),
    CONSTRAINT a_resume_is_whole CHECK ((resumed_on IS NULL) = (resumed_at IS NULL)),
    -- Also across finished pauses: a day is paused once.
    CONSTRAINT pauses_do_not_overlap EXCLUDE USING gist (seller_id WITH =, subscription_id WITH =,
        daterange(paused_on, coalesce(resumed_on, scheduled_resume_on)) WITH &&)
);
CREATE UNIQUE INDEX one_open_pause ON pause (seller_id, subscription_id) WHERE resumed_on IS NULL;

-- The printed order form, kept until the order changes.
CREATE TABLE order_form (
    seller_id     uuid        NOT NULL,
    order_id      uuid        NOT NULL,
    order_version bigint      NOT NULL,
    pdf           bytea       NOT NULL,
    printed_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seller_id, order_id),
    FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id)
);
-- A PDF of ours is compressed inside. To try it again on the way into the table takes four times as long as to
-- store it, and saves nothing.
ALTER TABLE order_form ALTER COLUMN pdf SET STORAGE EXTERNAL;

SELECT audit_table('subscription', 'id');
SELECT audit_table('orders', 'id');
SELECT audit_table('pause', 'id');
