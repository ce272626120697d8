-- Subscriptions, their orders, pauses and milestones.
--
-- A subscription is a sequence of terms. A term is opened by an order (STANDARD, TRIAL, RENEWAL, RECAST) and changed by
-- UPGRADE orders. The terms of a contract are frozen in the order at its closing; the subscription carries what is
-- current.

-- Holds what seller and buyer can change without a new order; what costs money is in the orders.
CREATE TABLE subscription (
    seller_id                       uuid        NOT NULL,
    id                              uuid        NOT NULL,
    customer_id                     uuid        NOT NULL,
    billed_company_id               uuid        NOT NULL,
    legal_entity_id                 uuid        NOT NULL,
    currency                        text        NOT NULL,
    time_zone                       text        NOT NULL,
    status                          text        NOT NULL,
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
    payment_terms                   integer,              -- NULL: the seller's setting
    auto_renews                     boolean     NOT NULL,
    renewal_contract_period         integer,
    renewal_uplifted_rate           numeric(5, 2),
    point_of_contact_id             uuid,
    signatory_user_id               uuid,
    accounts_payable_emails         text[]      NOT NULL DEFAULT '{}',
    purchase_order                  text,
    transaction_method              text,
    first_charge_date               text,
    accepted_payment_methods_config jsonb,
    custom_order_form_html          text,
    crm_opportunity_id              text,
    metadata                        jsonb       NOT NULL DEFAULT '{}',
    is_migrated                     boolean     NOT NULL DEFAULT false,
    -- A requested termination: the first day without service (rule T-07).
    terminates_on                   date,
    termination_notes               text,
    is_unused_credited              boolean     NOT NULL DEFAULT false,
    inactive_at                     timestamptz,
    inactive_reason                 text,
    -- The next moment at which something happens by itself: it starts, pauses, resumes, ramps, renews or ends.
    due_at                          timestamptz,
    created_at                      timestamptz NOT NULL,
    version                         bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT the_customer_exists FOREIGN KEY (seller_id, customer_id) REFERENCES customer (seller_id, id),
    CONSTRAINT the_billed_company_exists FOREIGN KEY (seller_id, billed_company_id) REFERENCES customer (seller_id, id),
    CONSTRAINT the_legal_entity_exists FOREIGN KEY (seller_id, legal_entity_id) REFERENCES legal_entity (seller_id, id),
    CONSTRAINT the_plan_exists FOREIGN KEY (seller_id, plan_id) REFERENCES plan (seller_id, id),
    CONSTRAINT the_point_of_contact_exists
        FOREIGN KEY (seller_id, point_of_contact_id) REFERENCES person (seller_id, id),
    CONSTRAINT the_signatory_exists FOREIGN KEY (seller_id, signatory_user_id) REFERENCES person (seller_id, id),
    CONSTRAINT status_is_known CHECK (status IN ('PENDING', 'ACTIVE', 'PAUSED', 'INACTIVE')),
    CONSTRAINT payment_terms_are_0_to_999_days CHECK (payment_terms BETWEEN 0 AND 999),
    CONSTRAINT renewal_period_is_1_to_1200_months CHECK (renewal_contract_period BETWEEN 1 AND 1200),
    CONSTRAINT transaction_method_is_known CHECK (transaction_method IN ('ORDER_FORM', 'STRIPE')),
    CONSTRAINT first_charge_date_is_known CHECK (first_charge_date IN ('CONTRACT_START_DATE', 'CHECKOUT_DATE')),
    CONSTRAINT inactive_reason_is_known CHECK (inactive_reason IN ('END_NO_RENEWAL', 'TERMINATED')),
    CONSTRAINT an_end_has_its_reason CHECK ((status = 'INACTIVE') = (inactive_reason IS NOT NULL)
        AND (inactive_at IS NULL) = (inactive_reason IS NULL)),
    CONSTRAINT a_term_has_days CHECK (starts_on <= ends_on)
);
COMMENT ON TABLE subscription IS
    'Owner: contracts. Distribution: by seller. Subscriptions: customer, parties, state, and the next due moment.';
CREATE INDEX subscription_by_customer ON subscription (seller_id, customer_id);
-- Customer and payer are asked for in one way everywhere, as of invoices. An index of partners alone would make each
-- statement repeat what a partner is.
CREATE INDEX subscription_by_billed_company ON subscription (seller_id, billed_company_id);
CREATE INDEX subscription_by_time ON subscription (seller_id, created_at, id);
-- Due rows are found seller by seller: by the time alone, those that the standing clocks of test sellers hold back
-- would come first.
CREATE INDEX subscription_due_of_seller ON subscription (seller_id, due_at) WHERE due_at IS NOT NULL;

CREATE TABLE orders (
    seller_id           uuid        NOT NULL,
    id                  uuid        NOT NULL,
    subscription_id     uuid        NOT NULL,
    order_type          text        NOT NULL,
    stage               text        NOT NULL,
    -- The order that opened the term; itself, but for an upgrade.
    term_order_id       uuid        NOT NULL,
    -- Place among the closed orders of the subscription; the upgrades of a term are priced in this order.
    sequence            integer,
    -- The request as it came, with later changes merged in, kept for good.
    request             jsonb       NOT NULL,
    -- The terms of the contract, self-contained: they price to the same cents for ever.
    terms               jsonb,
    -- The versions of its plans, and the coupons, by which an open order is priced (rule Q-01): a plan that is
    -- published anew changes no open order.
    pins                jsonb       NOT NULL DEFAULT '{}',
    -- The version whose prices hold; an upgrade looks there for bricks that the order did not have.
    plan_version_id     uuid        NOT NULL,
    plan_version        integer     NOT NULL,
    currency            text        NOT NULL,
    starts_on           date        NOT NULL, -- service dates of the term (rule K-02)
    ends_on             date        NOT NULL,
    -- The service date on which a recast or a termination ended the order before its time.
    ended_on            date,
    -- Periods that began before this date were billed whole and stay so, and their usage allowance with them (rule
    -- G-02). NULL where the unused part is given back.
    kept_before         date,
    contract_value      bigint      NOT NULL, -- minor units, without tax and credit; of an upgrade its delta (W-05)
    -- Of a recast: the credit given at its closing.
    adjustment_credit   bigint,
    form_token          text        NOT NULL,
    signed_at           timestamptz,
    signed_by           text,
    created_at          timestamptz NOT NULL,
    closed_at           timestamptz,
    -- Days of a pause that lay ahead when the order was closed and are in its dates: when the pause turns out to be
    -- another one, the term moves by the difference (rule K-05).
    foreseen_pause_days integer     NOT NULL,
    -- The parties of its invoices, since its closing: a later order may move the subscription to others.
    customer_id         uuid,
    billed_company_id   uuid,
    legal_entity_id     uuid,
    version             bigint      NOT NULL DEFAULT 1,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_customer_exists FOREIGN KEY (seller_id, customer_id) REFERENCES customer (seller_id, id),
    CONSTRAINT the_billed_company_exists FOREIGN KEY (seller_id, billed_company_id) REFERENCES customer (seller_id, id),
    CONSTRAINT the_legal_entity_exists FOREIGN KEY (seller_id, legal_entity_id) REFERENCES legal_entity (seller_id, id),
    CONSTRAINT the_term_order_exists FOREIGN KEY (seller_id, term_order_id) REFERENCES orders (seller_id, id),
    CONSTRAINT one_order_per_place_in_the_sequence UNIQUE (seller_id, subscription_id, sequence),
    CONSTRAINT order_type_is_known CHECK (order_type IN ('TRIAL', 'STANDARD', 'RENEWAL', 'UPGRADE', 'RECAST')),
    CONSTRAINT stage_is_known CHECK (stage IN ('BUILDING', 'CLOSED', 'CLOSED_LOST', 'CLOSED_DELETE')),
    CONSTRAINT adjustment_credit_is_not_negative CHECK (adjustment_credit >= 0),
    CONSTRAINT an_upgrade_changes_a_term CHECK ((order_type = 'UPGRADE') = (term_order_id <> id)),
    CONSTRAINT a_closed_order_is_frozen CHECK ((stage = 'CLOSED') = (terms IS NOT NULL AND sequence IS NOT NULL)
        AND (stage = 'BUILDING') = (closed_at IS NULL)),
    CONSTRAINT a_closed_order_has_its_parties CHECK (
        num_nonnulls(customer_id, billed_company_id, legal_entity_id) = CASE stage WHEN 'CLOSED' THEN 3 ELSE 0 END),
    CONSTRAINT only_an_ended_order_keeps_periods CHECK (kept_before IS NULL OR ended_on IS NOT NULL)
);
COMMENT ON TABLE orders IS
    'Owner: contracts. Distribution: by seller. Orders: the request, and once closed the terms of the contract.';
-- Two people cannot negotiate two changes of one subscription at once.
CREATE UNIQUE INDEX one_open_change_order ON orders (seller_id, subscription_id) WHERE stage = 'BUILDING';
CREATE INDEX order_by_term ON orders (seller_id, term_order_id);
-- Companies that take a subscription over with a term after the first.
CREATE INDEX later_term_by_customer ON orders (seller_id, customer_id) WHERE sequence > 1 AND id = term_order_id;
CREATE INDEX later_term_by_payer ON orders (seller_id, billed_company_id) WHERE sequence > 1 AND id = term_order_id;
-- The link of an order form carries no seller.
CREATE UNIQUE INDEX order_by_form_token ON orders (form_token, seller_id);
ALTER TABLE subscription ADD CONSTRAINT the_term_order_exists
    FOREIGN KEY (seller_id, term_order_id) REFERENCES orders (seller_id, id) DEFERRABLE INITIALLY DEFERRED;
-- Terms never change once they are closed: the table itself refuses it, to every role. Ending an order early, signing
-- it, or forgetting an address does not change the terms.
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

-- A brick (or the plan's own price) in one phase. Written once, never changed; charges of invoices refer to it.
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
    kind            text      NOT NULL,
    tax_category    text      NOT NULL,
    quantity        numeric   NOT NULL,
    is_unlimited    boolean   NOT NULL,
    term            daterange NOT NULL, -- service dates
    gross           bigint    NOT NULL,
    discount        bigint    NOT NULL,
    coupon          bigint    NOT NULL,
    tiers           jsonb     NOT NULL, -- the rows of tiers_breakdown (rule P-13)
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_order_exists FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT one_line_per_brick_and_phase
        UNIQUE NULLS NOT DISTINCT (seller_id, order_id, phase_position, brick_id, is_leaving),
    CONSTRAINT kind_is_known CHECK (kind IN ('PLAN', 'SUBSCRIPTION', 'COMMITMENT', 'ONE_TIME', 'MILESTONE')),
    CONSTRAINT a_line_has_days CHECK (NOT isempty(term))
);
COMMENT ON TABLE order_line IS
    'Owner: contracts. Distribution: by seller. The lines of closed orders.';
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
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT a_pause_runs_forward CHECK (scheduled_resume_on >= paused_on AND resumed_on >= paused_on),
    CONSTRAINT a_resume_is_whole CHECK ((resumed_on IS NULL) = (resumed_at IS NULL)),
    -- Also across finished pauses: a day is paused once.
    CONSTRAINT pauses_do_not_overlap EXCLUDE USING gist (seller_id WITH =, subscription_id WITH =,
        daterange(paused_on, coalesce(resumed_on, scheduled_resume_on)) WITH &&)
);
COMMENT ON TABLE pause IS
    'Owner: contracts. Distribution: by seller. Pauses of subscriptions, planned, running and past.';
CREATE UNIQUE INDEX one_open_pause ON pause (seller_id, subscription_id) WHERE resumed_on IS NULL;

CREATE TABLE order_form (
    seller_id     uuid        NOT NULL,
    order_id      uuid        NOT NULL,
    order_version bigint      NOT NULL,
    -- Its ingredients. Taxes, the credit of a recast and the parties change without the order, so an open order is
    -- printed anew when they did. A closed one stays as it was printed first.
    made_of       text,
    pdf           bytea       NOT NULL,
    printed_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seller_id, order_id),
    CONSTRAINT the_order_exists FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id)
);
COMMENT ON TABLE order_form IS
    'Owner: contracts. Distribution: by seller. The printed order form, kept until the order changes.';
-- PDFs are compressed inside. To try it again on the way into the table takes four times as long as to store one, and
-- saves nothing.
ALTER TABLE order_form ALTER COLUMN pdf SET STORAGE EXTERNAL;

-- The order form shows them for good, so they never change. Not audited apart: the table is append-only itself, and the
-- audit holds no personal values.
CREATE TABLE order_signature (
    seller_id uuid        NOT NULL,
    order_id  uuid        NOT NULL,
    side      text        NOT NULL,
    name      text        NOT NULL,
    title     text,
    address   text, -- the network address that it came from
    signed_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, order_id, side),
    CONSTRAINT the_order_exists FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id),
    CONSTRAINT side_is_known CHECK (side IN ('CUSTOMER', 'SELLER'))
);
COMMENT ON TABLE order_signature IS
    'Owner: contracts. Distribution: by seller. Signatures under orders: name, side, time and network address.';
CREATE TRIGGER signatures_are_append_only BEFORE UPDATE OR DELETE ON order_signature
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- One row per milestone line of a closed order. `lapsed` is what will never be billed, because a recast replaced the
-- order (rule L-06) or an upgrade took some back.
CREATE TABLE milestone (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    order_id        uuid        NOT NULL,
    order_line_id   uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    brick_name      text        NOT NULL,
    brick_code      text        NOT NULL,
    tax_category    text        NOT NULL,
    phase_position  integer, -- NULL where the order has no phases
    phase_name      text        NOT NULL DEFAULT 'Phase 1',
    payment_terms   integer     NOT NULL,
    total           bigint      NOT NULL,
    completed       bigint      NOT NULL DEFAULT 0,
    lapsed          bigint      NOT NULL DEFAULT 0,
    priced_after    bigint      NOT NULL DEFAULT 0, -- units done when an upgrade priced the rest anew (rule U-08)
    gross           bigint      NOT NULL, -- of all units after those, minor units of the subscription's currency
    net             bigint      NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT one_milestone_per_order_line UNIQUE (seller_id, order_line_id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_order_exists FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id),
    CONSTRAINT the_order_line_exists FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    CONSTRAINT the_brick_exists FOREIGN KEY (seller_id, brick_id) REFERENCES brick (seller_id, id),
    CONSTRAINT payment_terms_are_0_to_999_days CHECK (payment_terms BETWEEN 0 AND 999),
    CONSTRAINT total_is_positive CHECK (total > 0),
    CONSTRAINT no_more_than_agreed CHECK (completed >= 0 AND lapsed >= 0 AND completed + lapsed <= total
        AND priced_after BETWEEN 0 AND completed)
);
COMMENT ON TABLE milestone IS
    'Owner: contracts. Distribution: by seller. Milestones: work that is billed when it is done.';
CREATE INDEX milestone_by_subscription ON milestone (seller_id, subscription_id, created_at, id);
SELECT audit_table('milestone', 'id');

-- Never changes: voiding the invoice does not undo the work (rule L-06).
CREATE TABLE milestone_completion (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    milestone_id uuid        NOT NULL,
    quantity     bigint      NOT NULL,
    invoice_id   uuid        NOT NULL,
    gross        bigint      NOT NULL,
    net          bigint      NOT NULL,
    completed_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_milestone_exists FOREIGN KEY (seller_id, milestone_id) REFERENCES milestone (seller_id, id),
    CONSTRAINT quantity_is_positive CHECK (quantity > 0)
);
COMMENT ON TABLE milestone_completion IS
    'Owner: contracts. Distribution: by seller. Completed units of a milestone, and the one invoice that bills them.';
CREATE INDEX completion_by_milestone ON milestone_completion (seller_id, milestone_id, completed_at, id);
CREATE INDEX completion_by_invoice ON milestone_completion (seller_id, invoice_id);
CREATE TRIGGER completions_are_append_only BEFORE UPDATE OR DELETE ON milestone_completion
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT audit_table('milestone_completion', 'id');

SELECT audit_table('subscription', 'id');
SELECT audit_table('orders', 'id');
SELECT audit_table('pause', 'id');
