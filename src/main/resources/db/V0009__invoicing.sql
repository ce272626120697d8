-- Invoices from schedule to settlement, with what they bill of contracts and usage.

-- The row carries its own sums, so that one lock answers every question about its money: may it be voided, how much is
-- open, is a payment on its way. All amounts are minor units of its currency.
CREATE TABLE invoice (
    seller_id               uuid        NOT NULL,
    id                      uuid        NOT NULL,
    kind                    text        NOT NULL,
    subscription_id         uuid,
    -- The order whose term it bills; its service clock moves the bill date (rule K-02).
    term_order_id           uuid,
    customer_id             uuid        NOT NULL, -- the consumer; credits are the customer's
    billed_company_id       uuid        NOT NULL, -- is billed, taxed and pays (rule I-16)
    legal_entity_id         uuid        NOT NULL, -- issues and numbers
    currency                text        NOT NULL,
    time_zone               text        NOT NULL,

    -- NULL until issued; then gap-free per series (rule I-09).
    number                  text,
    version                 integer     NOT NULL DEFAULT 0, -- 0: never generated
    bill_on                 date        NOT NULL, -- local calendar date
    service_bill_on         date,                 -- the same on the term's service clock
    bill_at                 timestamptz NOT NULL, -- local 00:00 of bill_on
    issuable_from           timestamptz NOT NULL, -- bill_at, an hour later when it holds usage (rule T-08)
    holds_usage             boolean     NOT NULL DEFAULT false,
    payment_terms           integer     NOT NULL,
    due_on                  date        NOT NULL, -- planned until issued (rule S-06)
    due_at                  timestamptz NOT NULL, -- end of that day
    -- The due date was set by hand and stays whenever the invoice is issued.
    is_due_fixed            boolean     NOT NULL DEFAULT false,
    -- When it becomes late: 00:00 local after the due date. NULL once told, settled or void.
    past_due_at             timestamptz,
    issued_at               timestamptz,
    issued_on               date,                 -- local date of issued_at

    -- Expected until issued, then as in the current version. grand_total = sub_total - discount_total + tax_total
    -- - adjustment_credit, but for the balancing line that keeps it from falling below zero (rule M-08).
    sub_total               bigint      NOT NULL,
    discount_total          bigint      NOT NULL,
    tax_total               bigint      NOT NULL,
    adjustment_credit       bigint      NOT NULL DEFAULT 0,
    adjustment_credit_label text,
    carried_forward         bigint      NOT NULL DEFAULT 0,
    grand_total             bigint      NOT NULL,

    paid                    bigint      NOT NULL DEFAULT 0, -- payments applied, less refunds
    processing              bigint      NOT NULL DEFAULT 0, -- on its way
    credited                bigint      NOT NULL DEFAULT 0, -- ledger credit applied (I-11)
    offset_total            bigint      NOT NULL DEFAULT 0, -- reductions (R-02, U-06)
    refunded                bigint      NOT NULL DEFAULT 0,
    remaining               bigint      GENERATED ALWAYS AS (grand_total - paid - credited - offset_total) STORED,
    -- The step that brought the remaining amount to zero; decides between PAID, ADJUSTED and CREDITED (rule I-02).
    settled_by              text,
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
    -- One currency through invoice, lines, payments and ledger: they refer to both.
    CONSTRAINT an_invoice_has_one_currency UNIQUE (seller_id, id, currency),
    -- Money is taken from the company that is billed, and from no other: charges refer to both.
    CONSTRAINT an_invoice_bills_one_company UNIQUE (seller_id, id, billed_company_id),
    CONSTRAINT the_customer_exists FOREIGN KEY (seller_id, customer_id) REFERENCES customer (seller_id, id),
    CONSTRAINT the_billed_company_exists FOREIGN KEY (seller_id, billed_company_id) REFERENCES customer (seller_id, id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_term_order_exists FOREIGN KEY (seller_id, term_order_id) REFERENCES orders (seller_id, id),
    CONSTRAINT the_legal_entity_exists FOREIGN KEY (seller_id, legal_entity_id) REFERENCES legal_entity (seller_id, id),
    CONSTRAINT kind_is_known CHECK (kind IN ('SUBSCRIPTION', 'STANDALONE')),
    CONSTRAINT version_is_not_negative CHECK (version >= 0),
    CONSTRAINT payment_terms_are_0_to_999_days CHECK (payment_terms BETWEEN 0 AND 999),
    CONSTRAINT adjustment_credit_is_not_negative CHECK (adjustment_credit >= 0),
    CONSTRAINT carried_forward_is_not_negative CHECK (carried_forward >= 0),
    CONSTRAINT grand_total_is_not_negative CHECK (grand_total >= 0),
    CONSTRAINT paid_is_not_negative CHECK (paid >= 0),
    CONSTRAINT processing_is_not_negative CHECK (processing >= 0),
    CONSTRAINT credited_is_not_negative CHECK (credited >= 0),
    CONSTRAINT offset_total_is_not_negative CHECK (offset_total >= 0),
    CONSTRAINT refunded_is_not_negative CHECK (refunded >= 0),
    CONSTRAINT settled_by_is_known CHECK (settled_by IN ('PAYMENT', 'OFFSET', 'CREDIT', 'NOTHING_DUE')),
    CONSTRAINT a_subscription_invoice_bills_a_term CHECK (
        (kind = 'SUBSCRIPTION')
            = (subscription_id IS NOT NULL AND term_order_id IS NOT NULL AND service_bill_on IS NOT NULL)),
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
COMMENT ON TABLE invoice IS
    'Owner: invoicing. Distribution: by seller. Invoices, scheduled and issued, with their sums and state.';
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
-- Due rows are found seller by seller, in the order in which a sweep takes them: without the id, each batch of a
-- billing day would sort all that are still due.
CREATE INDEX invoice_to_issue_of_seller ON invoice (seller_id, issuable_from, id)
    WHERE issued_at IS NULL AND voided_at IS NULL AND NOT is_paused AND NOT is_muted;
CREATE INDEX invoice_past_due_of_seller ON invoice (seller_id, past_due_at) WHERE past_due_at IS NOT NULL;
-- Issued and not settled: for lists, and for reminders, which walk them by their due date.
CREATE INDEX invoice_open ON invoice (seller_id, due_at, id)
    WHERE issued_at IS NOT NULL AND voided_at IS NULL AND remaining > 0;
SELECT audit_table('invoice', 'id');

-- Modules below refer to invoices too; their references are made here.
ALTER TABLE credit_entry ADD CONSTRAINT the_invoice_is_in_this_currency
    FOREIGN KEY (seller_id, invoice_id, currency) REFERENCES invoice (seller_id, id, currency);
ALTER TABLE milestone_completion ADD CONSTRAINT the_invoice_exists
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id);

-- Charges exist from scheduling on: an unissued one may be cut or dropped, one on an issued invoice never changes. Not
-- audited apart: they follow from audited orders and add up to audited invoices. A schedule is the largest write there
-- is, so nothing of a row is checked twice: its subscription is that of its line.
CREATE TABLE invoice_charge (
    seller_id       uuid      NOT NULL,
    id              uuid      NOT NULL,
    invoice_id      uuid      NOT NULL,
    subscription_id uuid      NOT NULL,
    order_line_id   uuid      NOT NULL,
    service         daterange NOT NULL, -- service dates (rule K-02)
    gross           bigint    NOT NULL,
    discount        bigint    NOT NULL,
    coupon          bigint    NOT NULL,
    net             bigint    GENERATED ALWAYS AS (gross - discount - coupon) STORED,
    tax             bigint    NOT NULL, -- expected until issued
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT the_order_line_exists FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    CONSTRAINT a_charge_has_days CHECK (NOT isempty(service)),
    -- Each period of each line is billed once. Voiding keeps the claim: nothing is billed again by itself. The line
    -- first: nearly all rows belong to few sellers, and a tree that begins with the seller is searched from end to end
    -- for every new row.
    CONSTRAINT billed_once EXCLUDE USING gist (order_line_id WITH =, service WITH &&, seller_id WITH =)
        WHERE (net > 0),
    -- Several invoices may share the amount that a reduction takes away.
    CONSTRAINT taken_away_once EXCLUDE USING gist
        (order_line_id WITH =, service WITH &&, invoice_id WITH =, seller_id WITH =) WHERE (net <= 0)
);
COMMENT ON TABLE invoice_charge IS
    'Owner: invoicing. Distribution: by seller. The periods of order lines that an invoice bills.';
CREATE INDEX charge_by_invoice ON invoice_charge (seller_id, invoice_id);
CREATE INDEX charge_by_subscription ON invoice_charge (seller_id, subscription_id);

CREATE FUNCTION refuse_change_of_issued_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM invoice WHERE seller_id = OLD.seller_id AND id = OLD.invoice_id AND issued_at IS NOT NULL) THEN
        RAISE EXCEPTION 'charges of an issued invoice never change' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER issued_charges_are_frozen BEFORE UPDATE OR DELETE ON invoice_charge
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued_charge();

-- Lines without a period of an order's time: free lines, completed milestones, corrections of usage. Copied into the
-- version when the invoice is issued, and then never changed.
CREATE TABLE invoice_item (
    seller_id     uuid    NOT NULL,
    id            uuid    NOT NULL,
    invoice_id    uuid    NOT NULL,
    position      integer NOT NULL,
    kind          text    NOT NULL,
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
    CONSTRAINT one_item_per_position UNIQUE (seller_id, invoice_id, position),
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT the_order_line_exists FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    CONSTRAINT kind_is_known CHECK (kind IN ('MILESTONE', 'STANDALONE', 'CORRECTION')),
    CONSTRAINT an_item_has_days CHECK (starts_on < ends_on)
);
COMMENT ON TABLE invoice_item IS
    'Owner: invoicing. Distribution: by seller. Lines of unissued invoices beside the charges of a contract.';
CREATE TRIGGER issued_items_are_frozen BEFORE UPDATE OR DELETE ON invoice_item
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued_charge();

-- Rules R-02, R-03, U-06. A reduction names the delta line and the period that it settled here, which is its claim:
-- that period is on no later invoice. When the invoice gets another tax, a further row holds how much more or less of
-- it was taken back with that.
CREATE TABLE invoice_settlement (
    seller_id     uuid        NOT NULL,
    id            uuid        NOT NULL,
    invoice_id    uuid        NOT NULL,
    order_id      uuid        NOT NULL, -- the order that caused it, or whose termination did
    cause         text        NOT NULL,
    order_line_id uuid,
    service       daterange,
    unused_net    bigint      NOT NULL,
    unused_tax    bigint      NOT NULL,
    credit        bigint      NOT NULL, -- paid for and not used; below zero where the invoice gave credit (rule M-08)
    given         bigint      NOT NULL, -- of the credit, the customer's part: a recast may give less (rule R-06)
    offset_amount bigint      NOT NULL, -- not paid: reduces the owed amount
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT the_order_exists FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id),
    CONSTRAINT the_order_line_exists FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    CONSTRAINT cause_is_known CHECK (cause IN ('RECAST', 'TERMINATION', 'REDUCTION', 'RETAXED')),
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
COMMENT ON TABLE invoice_settlement IS
    'Owner: invoicing. Distribution: by seller. Amounts that contract changes took back from issued invoices.';
CREATE INDEX settlement_by_invoice ON invoice_settlement (seller_id, invoice_id);
CREATE TRIGGER settlements_are_append_only BEFORE UPDATE OR DELETE ON invoice_settlement
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Never changes: regenerating adds the next one.
CREATE TABLE invoice_version (
    seller_id  uuid        NOT NULL,
    id         uuid        NOT NULL,
    invoice_id uuid        NOT NULL,
    version    integer     NOT NULL,
    number     text        NOT NULL,
    snapshot   jsonb       NOT NULL, -- lines, tax, parties and totals as printed
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT one_invoice_version_per_number UNIQUE (seller_id, invoice_id, version),
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT version_is_positive CHECK (version > 0)
);
COMMENT ON TABLE invoice_version IS
    'Owner: invoicing. Distribution: by seller. Each generated version of an invoice as it went out.';
CREATE TRIGGER versions_are_append_only BEFORE UPDATE OR DELETE ON invoice_version
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE invoice_line (
    seller_id     uuid    NOT NULL,
    id            uuid    NOT NULL,
    invoice_id    uuid    NOT NULL,
    version       integer NOT NULL,
    position      integer NOT NULL,
    kind          text    NOT NULL,
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
    CONSTRAINT the_version_exists
        FOREIGN KEY (seller_id, invoice_id, version) REFERENCES invoice_version (seller_id, invoice_id, version),
    CONSTRAINT the_order_line_exists FOREIGN KEY (seller_id, order_line_id) REFERENCES order_line (seller_id, id),
    CONSTRAINT kind_is_known CHECK (kind IN ('CHARGE', 'USAGE', 'MILESTONE', 'STANDALONE', 'CORRECTION',
                                             'ADJUSTMENT_CREDIT', 'CARRIED_FORWARD')),
    CONSTRAINT a_line_has_days CHECK (starts_on < ends_on)
);
COMMENT ON TABLE invoice_line IS
    'Owner: invoicing. Distribution: by seller. The lines of each version of an invoice.';
CREATE TRIGGER lines_are_append_only BEFORE UPDATE OR DELETE ON invoice_line
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Apart from the version, because printing comes after issuing.
CREATE TABLE invoice_pdf (
    seller_id  uuid        NOT NULL,
    invoice_id uuid        NOT NULL,
    version    integer     NOT NULL,
    pdf        bytea       NOT NULL,
    printed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seller_id, invoice_id, version),
    CONSTRAINT the_version_exists
        FOREIGN KEY (seller_id, invoice_id, version) REFERENCES invoice_version (seller_id, invoice_id, version)
);
COMMENT ON TABLE invoice_pdf IS
    'Owner: invoicing. Distribution: by seller. The printed version of an invoice.';
ALTER TABLE invoice_pdf ALTER COLUMN pdf SET STORAGE EXTERNAL; -- It is compressed inside, as an order form is.

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
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id)
);
COMMENT ON TABLE invoice_history IS
    'Owner: invoicing. Distribution: by seller. Each change of an invoice: actor, time and reason.';
CREATE TRIGGER history_is_append_only BEFORE UPDATE OR DELETE ON invoice_history
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A removed attachment is no longer shown or sent; its row stays, because a mail of the past may have carried it.
CREATE TABLE invoice_attachment (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    invoice_id      uuid,
    subscription_id uuid,
    name            text        NOT NULL,
    pdf             bytea       NOT NULL,
    -- Its place among the others; the wire counts them from 1.
    place           integer     NOT NULL,
    created_at      timestamptz NOT NULL,
    removed_at      timestamptz,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT name_has_1_to_255_characters CHECK (length(name) BETWEEN 1 AND 255),
    CONSTRAINT an_attachment_belongs_to_one_thing CHECK (num_nonnulls(invoice_id, subscription_id) = 1)
);
COMMENT ON TABLE invoice_attachment IS
    'Owner: invoicing. Distribution: by seller. PDFs that go with one invoice or with every invoice of a subscription.';
-- An unissued invoice that the contract no longer needs is deleted, and this is asked for attachments that refer to it.
CREATE INDEX attachment_by_invoice ON invoice_attachment (seller_id, invoice_id) WHERE invoice_id IS NOT NULL;
-- Readers of an invoice ask for its attachments and those of its subscription, and mostly there are none. One index
-- answers that in one look-up.
CREATE INDEX attachment_by_hanger ON invoice_attachment (seller_id, coalesce(invoice_id, subscription_id));

-- The sum of the rows of a window is the billed amount; every row adds the difference between one rating and what had
-- been billed before, so that the sum is always one rating of the usage as it is known.
CREATE TABLE invoice_usage (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    term_order_id   uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    window_start    date        NOT NULL, -- service date of the term; names the window
    rated_on        date        NOT NULL, -- service date: usage before it is in the rating
    -- UNPRICED: the usage comes to more than an amount may say and is left off its invoice. The window was rated, and a
    -- later correction is the difference to nothing.
    kind            text        NOT NULL,
    used            numeric     NOT NULL, -- in the window up to then, when it was rated
    units           numeric     NOT NULL, -- beyond the allowance, more or less than before
    gross           bigint      NOT NULL,
    discount        bigint      NOT NULL,
    -- The invoice that bears it; of a credit, none: it went to the customer's ledger, or came back from there.
    invoice_id      uuid,
    -- The line of an unissued invoice that a correction waits on.
    item_id         uuid,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_term_order_exists FOREIGN KEY (seller_id, term_order_id) REFERENCES orders (seller_id, id),
    CONSTRAINT the_brick_exists FOREIGN KEY (seller_id, brick_id) REFERENCES brick (seller_id, id),
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT kind_is_known CHECK (kind IN ('BILLED', 'UNPRICED', 'CORRECTION', 'CREDIT', 'CREDIT_RETURNED',
                                             'REGENERATED', 'TAKEN_BACK')),
    CONSTRAINT a_credit_is_on_no_invoice CHECK ((kind IN ('CREDIT', 'CREDIT_RETURNED')) = (invoice_id IS NULL)),
    CONSTRAINT a_credit_gives CHECK (kind <> 'CREDIT' OR gross - discount < 0),
    CONSTRAINT a_returned_credit_takes CHECK (kind <> 'CREDIT_RETURNED' OR gross - discount > 0)
);
COMMENT ON TABLE invoice_usage IS
    'Owner: invoicing. Distribution: by seller. The billed amounts of usage, window by window.';
CREATE INDEX usage_by_subscription ON invoice_usage (seller_id, subscription_id, brick_id, window_start);
CREATE INDEX usage_by_invoice ON invoice_usage (seller_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE TRIGGER billed_usage_is_append_only BEFORE UPDATE OR DELETE ON invoice_usage
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The sum of the rows of a window is the credit that the customer has of that window.
CREATE TABLE usage_credit (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    term_order_id   uuid        NOT NULL,
    brick_id        uuid        NOT NULL,
    window_start    date        NOT NULL,
    invoice_id      uuid        NOT NULL, -- an issued one that bears the window: its billed company has the credit
    net             bigint      NOT NULL,
    tax             bigint      NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT a_usage_credit_is_not_zero CHECK (net <> 0 OR tax <> 0)
);
COMMENT ON TABLE usage_credit IS
    'Owner: invoicing. Distribution: by seller. Credit for corrected usage with its tax, given and returned.';
CREATE INDEX usage_credit_of_window ON usage_credit (seller_id, subscription_id, brick_id, window_start);
CREATE TRIGGER usage_credits_are_append_only BEFORE UPDATE OR DELETE ON usage_credit
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
