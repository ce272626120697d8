-- Invoices from schedule to settlement.

-- The row carries its own sums, so that one lock answers every question about its money: may it be voided, how much is
-- open, is a payment on its way. All amounts are minor units of its currency.
CREATE TABLE invoice (
    seller_id               uuid        NOT NULL,
    id                      uuid        NOT NULL,
    kind                    text        NOT NULL CHECK (kind IN ('SUBSCRIPTION', 'STANDALONE')),
    subscription_id         uuid,
    -- The order whose term it bills; its service clock moves the bill date (rule K-02).
    term_order_id           uuid,
    customer_id             uuid        NOT NULL, -- who consumes; credits are the customer's
    billed_company_id       uuid        NOT NULL, -- who is billed, taxed and pays (rule I-16)
    legal_entity_id         uuid        NOT NULL, -- who issues and numbers
    currency                text        NOT NULL,
    time_zone               text        NOT NULL,

    -- NULL until issued; then gap-free per series (rule I-09).
    number                  text,
    version                 integer     NOT NULL DEFAULT 0 CHECK (version >= 0), -- 0: never generated
    bill_on                 date        NOT NULL, -- local calendar date
    service_bill_on         date,                 -- the same on the term's service clock
    bill_at                 timestamptz NOT NULL, -- local 00:00 of bill_on
    issuable_from           timestamptz NOT NULL, -- bill_at, an hour later when it holds usage (rule T-08)
    holds_usage             boolean     NOT NULL DEFAULT false,
    payment_terms           integer     NOT NULL CHECK (payment_terms BETWEEN 0 AND 999),
    due_on                  date        NOT NULL, -- planned until issued (rule S-06)
    due_at                  timestamptz NOT NULL, -- end of that day
    -- The due date was set by hand and stays whenever the invoice is issued.
    is_due_fixed            boolean     NOT NULL DEFAULT false,
    -- When it becomes late: 00:00 local after the due date. NULL once told, settled or void.
    past_due_at             timestamptz,
    issued_at               timestamptz,
    issued_on               date,                 -- local date of issued_at

    -- Expected until issued, then what the current version says. grand_total = sub_total - discount_total + tax_total
    -- - adjustment_credit, but for the balancing line that keeps it from falling below zero (rule M-08).
    sub_total               bigint      NOT NULL,
    discount_total          bigint      NOT NULL,
    tax_total               bigint      NOT NULL,
    adjustment_credit       bigint      NOT NULL DEFAULT 0 CHECK (adjustment_credit >= 0),
    adjustment_credit_label text,
    carried_forward         bigint      NOT NULL DEFAULT 0 CHECK (carried_forward >= 0),
    grand_total             bigint      NOT NULL CHECK (grand_total >= 0),

    paid                    bigint      NOT NULL DEFAULT 0 CHECK (paid >= 0),       -- payments applied, less refunds
    processing              bigint      NOT NULL DEFAULT 0 CHECK (processing >= 0), -- on its way
    credited                bigint      NOT NULL DEFAULT 0 CHECK (credited >= 0),   -- ledger credit applied (I-11)
    offset_total            bigint      NOT NULL DEFAULT 0 CHECK (offset_total >= 0), -- reductions (R-02, U-06)
    refunded                bigint      NOT NULL DEFAULT 0 CHECK (refunded >= 0),
    remaining               bigint      GENERATED ALWAYS AS (grand_total - paid - credited - offset_total) STORED,
    -- What brought the remaining amount to zero; decides between PAID, ADJUSTED and CREDITED (rule I-02).
    settled_by              text        CHECK (settled_by IN ('PAYMENT', 'OFFSET', 'CREDIT', 'NOTHING_DUE')),
    fully_paid_at           timestamptz,
    -- Latest paid_at among its payments; becomes fully_paid_at when nothing remains (rule I-06).
    last_paid_at            timestamptz,

    is_muted                boolean     NOT NULL DEFAULT false,
    is_paused               boolean     NOT NULL DEFAULT false, -- not issued, because the subscription is paused (K-03)
    is_collection_paused    boolean     NOT NULL DEFAULT false,
    given_up_at             timestamptz,                        -- collection given up: UNPAID (J-01)
    voided_at               timestamptz,
    void_reason             text,
    purchase_order          text,
    memo                    text,
    metadata                jsonb       NOT NULL DEFAULT '{}',
    -- Of a standalone invoice; others use those of their subscription.
    accounts_payable_emails text[]      NOT NULL DEFAULT '{}',
    is_mailed               boolean     NOT NULL DEFAULT true,
    payment_token           text,
    -- For listing only, and filled only by InvoiceStatus; readers compute it for their own moment.
    status                  text        NOT NULL,
    created_at              timestamptz NOT NULL,
    row_version             bigint      NOT NULL DEFAULT 1,

    PRIMARY KEY (seller_id, id),
    -- One currency through invoice, lines, payments and ledger.
    UNIQUE (seller_id, id, currency),
    -- Money is taken from the company that is billed, and from nobody else: charges refer to both.
    CONSTRAINT invoice_of_company UNIQUE (seller_id, id, billed_company_id),
    FOREIGN KEY (seller_id, customer_id) REFERENCES customer (seller_id, id),
    FOREIGN KEY (seller_id, billed_company_id) REFERENCES customer (seller_id, id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    FOREIGN KEY (seller_id, term_order_id) REFERENCES orders (seller_id, id),
    FOREIGN KEY (seller_id, legal_entity_id) REFERENCES legal_entity (seller_id, id),
    CONSTRAINT a_subscription_invoice_bills_a_term CHECK (
        (kind = 'SUBSCRIPTION') = (subscription_id IS NOT NULL AND term_order_id IS NOT NULL AND service_bill_on IS NOT NULL)),
    CONSTRAINT remaining_is_between_nothing_and_all CHECK (remaining BETWEEN 0 AND grand_total),
    CONSTRAINT the_total_adds_up CHECK (
        grand_total = sub_total - discount_total + tax_total - adjustment_credit + carried_forward),
    CONSTRAINT voided_holds_no_money CHECK (voided_at IS NULL OR (paid = 0 AND processing = 0)),
    CONSTRAINT an_issued_invoice_is_whole CHECK ((issued_at IS NULL) = (issued_on IS NULL)
        AND (issued_at IS NULL OR (number IS NOT NULL AND version > 0))
        AND (number IS NULL OR issued_at IS NOT NULL)),
    CONSTRAINT only_the_unissued_pause CHECK (NOT is_paused OR issued_at IS NULL),
    -- One invoice per bill date, subscription and payer (rule S-07). Checked at the end of a statement, because a pause
    -- moves them all at once.
    CONSTRAINT one_invoice_per_bill_date EXCLUDE USING btree (seller_id WITH =, subscription_id WITH =,
        legal_entity_id WITH =, customer_id WITH =, billed_company_id WITH =, bill_on WITH =)
        WHERE (issued_at IS NULL AND voided_at IS NULL AND kind = 'SUBSCRIPTION') DEFERRABLE INITIALLY IMMEDIATE
);
CREATE UNIQUE INDEX invoice_number_once ON invoice (seller_id, legal_entity_id, number) WHERE number IS NOT NULL;
CREATE INDEX invoice_by_bill_date ON invoice (seller_id, bill_at, id);
CREATE INDEX invoice_by_subscription ON invoice (seller_id, subscription_id, bill_on) WHERE subscription_id IS NOT NULL;
CREATE INDEX invoice_by_term ON invoice (seller_id, term_order_id) WHERE term_order_id IS NOT NULL;
CREATE INDEX invoice_by_customer ON invoice (seller_id, customer_id, bill_at);
CREATE INDEX invoice_by_billed_company ON invoice (seller_id, billed_company_id, bill_at);
-- An invoice is also found by the numbers of its earlier versions; few are ever regenerated, so the index is small and
-- issuing does not touch it.
CREATE INDEX invoice_by_first_number ON invoice (seller_id, left(number, -1 - length(version::text)))
    WHERE version > 1;
-- A payment link carries no seller.
CREATE UNIQUE INDEX invoice_by_payment_token ON invoice (payment_token, seller_id) WHERE payment_token IS NOT NULL;
-- What is due is found seller by seller, and in the order in which a bite takes it: without the id, each bite of a
-- billing day would sort all that is still due.
CREATE INDEX invoice_to_issue_of_seller ON invoice (seller_id, issuable_from, id)
    WHERE issued_at IS NULL AND voided_at IS NULL AND NOT is_paused AND NOT is_muted;
CREATE INDEX invoice_past_due_of_seller ON invoice (seller_id, past_due_at) WHERE past_due_at IS NOT NULL;
-- The states that need attention: what is issued and not settled, for lists, and for reminders, which walk them by
-- their due date.
CREATE INDEX invoice_open ON invoice (seller_id, due_at, id)
    WHERE issued_at IS NOT NULL AND voided_at IS NULL AND remaining > 0;
SELECT audit_table('invoice', 'id');

-- What an invoice bills of a contract. Charges exist from scheduling on: an unissued one may be cut or dropped,
-- one on an issued invoice never changes. Not audited apart: they follow from audited orders and add up to audited
-- invoices. A schedule is the largest write there is, so nothing of a row is checked twice: its line tells whose
-- the subscription is.
CREATE TABLE invoice_charge (
    seller_id       uuid      NOT NULL,
    id              uuid      NOT NULL,
    invoice_id      uuid      NOT NULL,
    subscription_id uuid      NOT NULL,
    order_line_id   uuid      NOT NULL,
    service         daterange NOT NULL CHECK (NOT isempty(service)), -- service dates (rule K-02)
    gross           bigint    NOT NULL,
    discount        bigint    NOT NULL,
    coupon          bigint    NOT NULL,
    net             bigint    GENERATED ALWAYS AS (gross - discount - coupon) STORED,
    tax             bigint    NOT NULL, -- expected until issued
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    -- Each stretch of each line is billed once. Voiding keeps the claim: nothing is billed again by itself. The
    -- line first: nearly all rows belong to few sellers, and a tree that begins with the seller is searched from end to
    -- end for every new row.
    CONSTRAINT billed_once EXCLUDE USING gist (order_line_id WITH =, service WITH &&, seller_id WITH =)
        WHERE (net > 0),
    -- Several invoices may share what a reduction takes away.
    CONSTRAINT taken_away_once EXCLUDE USING gist
        (order_line_id WITH =, service WITH &&, invoice_id WITH =, seller_id WITH =) WHERE (net <= 0)
);
CREATE INDEX charge_by_invoice ON invoice_charge (seller_id, invoice_id);
CREATE INDEX charge_by_subscription ON invoice_charge (seller_id, subscription_id);

CREATE FUNCTION refuse_change_of_issued_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM invoice WHERE seller_id = OLD.seller_id AND id = OLD.invoice_id AND issued_at IS NOT NULL) THEN
        RAISE EXCEPTION 'charges of an issued invoice never change' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER issued_charges_are_frozen BEFORE UPDATE OR DELETE ON invoice_charge
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued_charge();

-- Lines of an unissued invoice that no stretch of an order's time stands behind: free lines, completed milestones,
-- corrections of usage. Copied into the version when it is issued, and then never changed.
CREATE TABLE invoice_item (
    seller_id     uuid    NOT NULL,
    id            uuid    NOT NULL,
    invoice_id    uuid    NOT NULL,
    position      integer NOT NULL,
    kind          text    NOT NULL CHECK (kind IN ('MILESTONE', 'STANDALONE', 'CORRECTION')),
    order_line_id uuid,
    brick_id      uuid,
    name          text    NOT NULL,
    code          text,
    quantity      numeric NOT NULL,
    starts_on     date    NOT NULL, -- local calendar dates, half-open
    ends_on       date    NOT NULL,
    gross         bigint  NOT NULL,
    discount      bigint  NOT NULL,
    tax           bigint  NOT NULL, -- expected until issued
    tax_category  text    NOT NULL,
    details       jsonb   NOT NULL DEFAULT '{}',
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, invoice_id, position),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    CONSTRAINT an_item_has_days CHECK (starts_on < ends_on)
);
CREATE TRIGGER issued_items_are_frozen BEFORE UPDATE OR DELETE ON invoice_item
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued_charge();

-- What changes of the contract took back from issued invoices (rules R-02, R-03, U-06). A reduction names the
-- delta line and the stretch that it settled here, which is its claim: that stretch is on no later invoice. When
-- the invoice gets another tax, a further row says how much more or less of it was taken back with that.
CREATE TABLE invoice_settlement (
    seller_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    invoice_id    uuid        NOT NULL,
    order_id      uuid        NOT NULL, -- the order that caused it, or whose termination did
    cause         text        NOT NULL CHECK (cause IN ('RECAST', 'TERMINATION', 'REDUCTION', 'RETAXED')),
    order_line_id uuid,
    service       daterange,
    unused_net    bigint      NOT NULL,
    unused_tax    bigint      NOT NULL,
    credit        bigint      NOT NULL, -- paid for and not used; below zero where the invoice itself gave credit (rule M-08)
    given         bigint      NOT NULL, -- of the credit, what the customer got: a recast may say less (rule R-06)
    offset_amount bigint      NOT NULL, -- not paid: reduces what is owed
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id),
    FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    CONSTRAINT only_another_tax_takes_less CHECK (
        cause = 'RETAXED' OR (offset_amount >= 0 AND (credit >= 0 OR unused_net + unused_tax < 0))),
    CONSTRAINT a_recast_gives_at_most_the_credit CHECK (
        CASE cause WHEN 'RECAST' THEN given <= credit WHEN 'RETAXED' THEN given = credit OR given BETWEEN credit AND 0
            ELSE given = credit END),
    CONSTRAINT another_tax_changes_no_net CHECK (cause <> 'RETAXED' OR unused_net = 0),
    CONSTRAINT a_reduction_names_its_line CHECK (
        cause = 'RETAXED' OR (cause = 'REDUCTION') = (order_line_id IS NOT NULL AND service IS NOT NULL)),
    CONSTRAINT settled_once EXCLUDE USING gist
        (seller_id WITH =, order_line_id WITH =, invoice_id WITH =, service WITH &&)
        WHERE (order_line_id IS NOT NULL AND cause <> 'RETAXED')
);
CREATE INDEX settlement_by_invoice ON invoice_settlement (seller_id, invoice_id);
CREATE TRIGGER settlements_are_append_only BEFORE UPDATE OR DELETE ON invoice_settlement
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- One generated invoice as it went out. Never changes: regenerating adds the next one.
CREATE TABLE invoice_version (
    seller_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    invoice_id uuid        NOT NULL,
    version    integer     NOT NULL CHECK (version > 0),
    number     text        NOT NULL,
    snapshot   jsonb       NOT NULL, -- lines, tax, parties and totals as printed
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, invoice_id, version),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id)
);
CREATE TRIGGER versions_are_append_only BEFORE UPDATE OR DELETE ON invoice_version
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The lines of a version: charges, usage, milestones, free lines, the adjustment credit, the balancing line.
CREATE TABLE invoice_line (
    seller_id     uuid    NOT NULL,
    id            uuid    NOT NULL,
    invoice_id    uuid    NOT NULL,
    version       integer NOT NULL,
    position      integer NOT NULL,
    kind          text    NOT NULL CHECK (kind IN ('CHARGE', 'USAGE', 'MILESTONE', 'STANDALONE', 'CORRECTION',
                                                   'ADJUSTMENT_CREDIT', 'CARRIED_FORWARD')),
    order_line_id uuid,
    brick_id      uuid,
    name          text    NOT NULL,
    code          text,
    quantity      numeric NOT NULL,
    starts_on     date    NOT NULL, -- local calendar dates, half-open
    ends_on       date    NOT NULL,
    gross         bigint  NOT NULL,
    discount      bigint  NOT NULL,
    tax           bigint  NOT NULL,
    grand_total   bigint  GENERATED ALWAYS AS (gross - discount + tax) STORED, -- net + tax (rule I-10)
    tax_category  text    NOT NULL,
    details       jsonb   NOT NULL DEFAULT '{}', -- tier rows, usage window, explanation
    PRIMARY KEY (seller_id, invoice_id, version, position),
    FOREIGN KEY (seller_id, invoice_id, version) REFERENCES invoice_version (seller_id, invoice_id, version),
    FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    CONSTRAINT a_line_has_days CHECK (starts_on < ends_on)
);
CREATE TRIGGER lines_are_append_only BEFORE UPDATE OR DELETE ON invoice_line
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The printed version. Apart from it, because printing comes after issuing.
CREATE TABLE invoice_pdf (
    seller_id  uuid        NOT NULL,
    invoice_id uuid        NOT NULL,
    version    integer     NOT NULL,
    pdf        bytea       NOT NULL,
    printed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seller_id, invoice_id, version),
    FOREIGN KEY (seller_id, invoice_id, version) REFERENCES invoice_version (seller_id, invoice_id, version)
);
ALTER TABLE invoice_pdf ALTER COLUMN pdf SET STORAGE EXTERNAL; -- It is compressed inside, as an order form is.

-- Who did what to an invoice, when and why.
CREATE TABLE invoice_history (
    seller_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    invoice_id  uuid        NOT NULL,
    happened_at timestamptz NOT NULL,
    actor       text        NOT NULL,
    what        text        NOT NULL,
    reason      text,
    details     jsonb       NOT NULL DEFAULT '{}',
    PRIMARY KEY (seller_id, invoice_id, happened_at, id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id)
);
CREATE TRIGGER history_is_append_only BEFORE UPDATE OR DELETE ON invoice_history
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
