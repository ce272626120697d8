-- Payments, refunds, the processors that take them, saved methods, automatic charges and dunning.

-- Recorded by hand, or charged through a processor. Insert only, but for the one step of a charge from PROCESSING to
-- its end.
CREATE TABLE payment (
    seller_id          uuid        NOT NULL,
    id                 uuid        NOT NULL,
    invoice_id         uuid        NOT NULL,
    currency           text        NOT NULL,
    -- The version that was paid and its number at that time; later versions change neither.
    invoice_version_id uuid,
    invoice_number     text,
    state              text        NOT NULL,
    method             text        NOT NULL, -- WIRE, CHECK, ACH, CREDIT_CARD, or the type of a saved method
    amount             bigint      NOT NULL, -- asked for, or received
    paid_amount        bigint      NOT NULL,
    applied            bigint      NOT NULL, -- the rest became credit (I-04)
    paid_at            timestamptz NOT NULL,
    payment_proof      text,
    memo               text,
    error              text,
    gateway            text,
    gateway_payment_id text,
    payment_method_id  text,
    actor              text        NOT NULL,
    created_at         timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT a_payment_has_one_currency UNIQUE (seller_id, id, currency),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT the_invoice_is_in_this_currency
        FOREIGN KEY (seller_id, invoice_id, currency) REFERENCES invoice (seller_id, id, currency),
    CONSTRAINT the_version_exists
        FOREIGN KEY (seller_id, invoice_version_id) REFERENCES invoice_version (seller_id, id),
    CONSTRAINT state_is_known CHECK (state IN ('PROCESSING', 'SUCCEEDED', 'FAILED')),
    CONSTRAINT amount_is_positive CHECK (amount > 0),
    CONSTRAINT paid_amount_is_not_negative CHECK (paid_amount >= 0),
    CONSTRAINT applied_is_not_above_paid CHECK (applied BETWEEN 0 AND paid_amount),
    CONSTRAINT only_success_pays CHECK (state = 'SUCCEEDED' OR paid_amount = 0),
    CONSTRAINT a_failure_has_a_reason CHECK ((state = 'FAILED') = (error IS NOT NULL))
);
COMMENT ON TABLE payment IS
    'Owner: payments. Distribution: by seller. Money that was paid, or is being paid, on an invoice.';
CREATE INDEX payment_by_invoice ON payment (seller_id, invoice_id, paid_at, id);
CREATE UNIQUE INDEX one_processing_payment ON payment (seller_id, invoice_id) WHERE state = 'PROCESSING';
CREATE UNIQUE INDEX gateway_payment_once ON payment (seller_id, gateway, gateway_payment_id)
    WHERE gateway_payment_id IS NOT NULL;

CREATE FUNCTION refuse_change_of_ended_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.state <> 'PROCESSING'
        OR (OLD.id, OLD.invoice_id, OLD.currency, OLD.amount, OLD.created_at)
            IS DISTINCT FROM (NEW.id, NEW.invoice_id, NEW.currency, NEW.amount, NEW.created_at) THEN
        RAISE EXCEPTION 'a payment never changes once it has ended' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER ended_payments_are_frozen BEFORE UPDATE OR DELETE ON payment
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ended_payment();
SELECT audit_table('payment', 'id');

-- A test seller without a row uses the sandbox; a live seller without one takes no payments online.
CREATE TABLE processor (
    seller_id         uuid        PRIMARY KEY,
    kind              text        NOT NULL,
    account_id        text        NOT NULL, -- the processor's name for the account; methods and customers belong to it
    credentials       bytea,                -- sealed, never shown again
    publishable_key   text,
    can_take_payments boolean     NOT NULL,
    problem           text,                 -- why it cannot, in one sentence
    token             text        NOT NULL, -- part of the address at which the processor's messages arrive
    connected_at      timestamptz NOT NULL,
    version           bigint      NOT NULL DEFAULT 1,
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT kind_is_known CHECK (kind IN ('STRIPE', 'SANDBOX')),
    CONSTRAINT only_the_sandbox_needs_no_credentials CHECK ((kind = 'SANDBOX') = (credentials IS NULL))
);
COMMENT ON TABLE processor IS
    'Owner: payments. Distribution: by seller. The payment processor that a seller has connected.';
-- A message carries no seller but in its address.
CREATE UNIQUE INDEX processor_by_token ON processor (token, seller_id);
SELECT audit_table('processor', 'seller_id');

-- For readers that show a payment link only where it leads to a payment.
CREATE VIEW taking_payments AS
    SELECT seller.seller_id, coalesce(processor.can_take_payments, seller.mode = 'test') AS can_take_payments
    FROM seller
    LEFT JOIN processor USING (seller_id);

CREATE TABLE payer (
    seller_id    uuid        NOT NULL,
    company_id   uuid        NOT NULL,
    account_id   text        NOT NULL,
    processor_id text        NOT NULL, -- the processor's name for the company
    -- A customer that was deleted at the processor is made anew there under another name. Earlier charges bear the
    -- former one.
    former_ids   text[]      NOT NULL DEFAULT '{}',
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (seller_id, company_id, account_id),
    CONSTRAINT one_payer_per_customer_of_the_processor UNIQUE (seller_id, account_id, processor_id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT the_company_exists FOREIGN KEY (seller_id, company_id) REFERENCES customer (seller_id, id)
);
COMMENT ON TABLE payer IS
    'Owner: payments. Distribution: by seller. A company as one account of a processor knows it.';
SELECT audit_table('payer', 'company_id');

-- Details are read from the processor; the holder and the default are kept here. A removed method stays: charges refer
-- to it.
CREATE TABLE payment_method (
    seller_id  uuid        NOT NULL,
    company_id uuid        NOT NULL,
    id         text        NOT NULL, -- the processor's
    account_id text        NOT NULL,
    type       text        NOT NULL,
    is_default boolean     NOT NULL DEFAULT false,
    added_at   timestamptz NOT NULL,
    removed_at timestamptz,
    PRIMARY KEY (seller_id, company_id, id),
    CONSTRAINT the_payer_exists
        FOREIGN KEY (seller_id, company_id, account_id) REFERENCES payer (seller_id, company_id, account_id),
    CONSTRAINT type_is_known CHECK (type IN ('CARD', 'US_BANK_ACCOUNT', 'LINK')),
    CONSTRAINT a_removed_method_is_no_default CHECK (NOT is_default OR removed_at IS NULL)
);
COMMENT ON TABLE payment_method IS
    'Owner: payments. Distribution: by seller. Payment methods that companies have saved at the processor.';
CREATE UNIQUE INDEX one_default_method ON payment_method (seller_id, company_id) WHERE is_default;
SELECT audit_table('payment_method', 'id');

-- Committed before the processor is called. The id is the payment's and the processor's idempotency key, so one row
-- takes money at most once. Money is taken from the billed company, and from no other: both the invoice and the method
-- must be that company's.
CREATE TABLE charge (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    invoice_id   uuid        NOT NULL,
    company_id   uuid        NOT NULL,
    currency     text        NOT NULL,
    amount       bigint      NOT NULL,
    cause        text        NOT NULL,
    account_id   text        NOT NULL,
    payer_id     text        NOT NULL, -- the processor's name for the company
    wanted_id    text,                 -- the requested method; NULL when it is chosen at the processor's form
    method_id    text,                 -- the same, once the processor has said that it is the company's
    method_type  text,
    state        text        NOT NULL,
    -- Whether the amount stands on the invoice as being processed. Money for an invoice that was voided meanwhile
    -- cannot.
    is_held      boolean     NOT NULL,
    processor_id text,                 -- the processor's name for the charge
    outcome      text,
    error        text,
    intended_at  timestamptz NOT NULL,
    settled_at   timestamptz,
    look_at      timestamptz,          -- when the processor is asked again
    looks        integer     NOT NULL DEFAULT 0,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_invoice_bills_this_company
        FOREIGN KEY (seller_id, invoice_id, company_id) REFERENCES invoice (seller_id, id, billed_company_id),
    CONSTRAINT the_invoice_is_in_this_currency
        FOREIGN KEY (seller_id, invoice_id, currency) REFERENCES invoice (seller_id, id, currency),
    CONSTRAINT the_payer_exists
        FOREIGN KEY (seller_id, company_id, account_id) REFERENCES payer (seller_id, company_id, account_id),
    CONSTRAINT the_method_is_of_this_company
        FOREIGN KEY (seller_id, company_id, method_id) REFERENCES payment_method (seller_id, company_id, id),
    CONSTRAINT amount_is_positive CHECK (amount > 0),
    CONSTRAINT cause_is_known CHECK (cause IN ('ASKED', 'AUTOMATIC', 'RETRY', 'PAGE')),
    CONSTRAINT method_type_is_known CHECK (method_type IN ('CARD', 'US_BANK_ACCOUNT', 'LINK')),
    CONSTRAINT state_is_known CHECK (state IN ('PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED')),
    CONSTRAINT outcome_is_known CHECK (outcome IN ('SOFT_DECLINE', 'HARD_DECLINE', 'REQUIRES_ACTION', 'UNKNOWN')),
    CONSTRAINT only_a_charge_under_way_is_looked_at CHECK ((state = 'PROCESSING') = (look_at IS NOT NULL)
        AND (state = 'PROCESSING') = (settled_at IS NULL) AND (NOT is_held OR state = 'PROCESSING')),
    CONSTRAINT a_failure_has_a_reason CHECK ((state = 'FAILED') = (error IS NOT NULL))
);
COMMENT ON TABLE charge IS
    'Owner: payments. Distribution: by seller. Intents to take money through a processor, and their outcomes.';
-- Two charges of one invoice never run at once (rule I-14).
CREATE UNIQUE INDEX one_held_charge ON charge (seller_id, invoice_id) WHERE is_held;
CREATE UNIQUE INDEX processor_charge_once ON charge (seller_id, account_id, processor_id)
    WHERE processor_id IS NOT NULL;
CREATE INDEX charge_by_invoice_and_time ON charge (seller_id, invoice_id, intended_at);
-- Due rows are found seller by seller: by the time alone, those that the standing clocks of test sellers hold back
-- would come first.
CREATE INDEX charge_to_look_at_of_seller ON charge (seller_id, look_at) WHERE look_at IS NOT NULL;
SELECT audit_table('charge', 'id');

-- Nothing stands on the invoice until the visitor pays: a visitor of the payment page must not be able to keep it from
-- being voided.
CREATE TABLE pay_page (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL, -- the payment id, if the visitor pays
    invoice_id   uuid        NOT NULL,
    company_id   uuid        NOT NULL,
    currency     text        NOT NULL,
    amount       bigint      NOT NULL,
    account_id   text        NOT NULL,
    payer_id     text        NOT NULL,
    saves_method boolean     NOT NULL,
    processor_id text,                 -- NULL until the processor has opened it
    url          text,
    state        text        NOT NULL,
    opened_at    timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    look_at      timestamptz,
    looks        integer     NOT NULL DEFAULT 0,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_invoice_bills_this_company
        FOREIGN KEY (seller_id, invoice_id, company_id) REFERENCES invoice (seller_id, id, billed_company_id),
    CONSTRAINT the_invoice_is_in_this_currency
        FOREIGN KEY (seller_id, invoice_id, currency) REFERENCES invoice (seller_id, id, currency),
    CONSTRAINT the_payer_exists
        FOREIGN KEY (seller_id, company_id, account_id) REFERENCES payer (seller_id, company_id, account_id),
    CONSTRAINT amount_is_positive CHECK (amount > 0),
    CONSTRAINT state_is_known CHECK (state IN ('OPEN', 'PAID', 'ENDED')),
    CONSTRAINT only_an_open_page_is_looked_at CHECK ((state = 'OPEN') = (look_at IS NOT NULL))
);
COMMENT ON TABLE pay_page IS
    'Owner: payments. Distribution: by seller. Payment forms of the processor that were opened.';
CREATE UNIQUE INDEX one_open_page ON pay_page (seller_id, invoice_id) WHERE state = 'OPEN';
CREATE INDEX page_by_processor ON pay_page (seller_id, account_id, processor_id) WHERE processor_id IS NOT NULL;
CREATE INDEX page_by_invoice ON pay_page (seller_id, invoice_id);
CREATE INDEX page_to_look_at_of_seller ON pay_page (seller_id, look_at) WHERE look_at IS NOT NULL;

-- As they came, for 30 days. The same event comes once.
CREATE TABLE callback (
    seller_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    account_id  text        NOT NULL,
    event_id    text        NOT NULL,
    type        text        NOT NULL,
    body        bytea       NOT NULL,
    received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    handled_at  timestamptz,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT one_callback_per_event UNIQUE (seller_id, account_id, event_id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE callback IS
    'Owner: payments. Distribution: by seller. Messages of a processor whose signature was valid.';
CREATE INDEX callback_age ON callback (received_at);

-- Without a row: as agreed at the checkout.
CREATE TABLE auto_pay (
    seller_id       uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    is_on           boolean     NOT NULL,
    is_retrying     boolean, -- NULL: the seller's setting
    changed_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, subscription_id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id)
);
COMMENT ON TABLE auto_pay IS
    'Owner: payments. Distribution: by seller. Whether the invoices of a subscription are charged automatically.';
SELECT audit_table('auto_pay', 'subscription_id');

CREATE TABLE charge_wish (
    seller_id       uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    order_id        uuid        NOT NULL,
    asked_at        timestamptz NOT NULL,
    PRIMARY KEY (seller_id, order_id),
    CONSTRAINT the_subscription_exists FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    CONSTRAINT the_order_exists FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id)
);
COMMENT ON TABLE charge_wish IS
    'Owner: payments. Distribution: by seller. Orders to be charged at once (`charge_immediately`).';
CREATE INDEX charge_wish_by_subscription ON charge_wish (seller_id, subscription_id, asked_at);
SELECT audit_table('charge_wish', 'order_id');

CREATE TABLE collection (
    seller_id  uuid        NOT NULL,
    invoice_id uuid        NOT NULL,
    failures   integer     NOT NULL DEFAULT 0, -- failed automatic charges of this series
    attempt_at timestamptz,                    -- NULL: nothing is going to happen by itself
    PRIMARY KEY (seller_id, invoice_id),
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT failures_are_not_negative CHECK (failures >= 0)
);
COMMENT ON TABLE collection IS
    'Owner: payments. Distribution: by seller. The series of automatic charges of an invoice (rule J-01).';
CREATE INDEX collection_due_of_seller ON collection (seller_id, attempt_at) WHERE attempt_at IS NOT NULL;
SELECT audit_table('collection', 'invoice_id');

CREATE TABLE collection_entry (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    invoice_id      uuid        NOT NULL,
    occurred_at     timestamptz NOT NULL,
    kind            text        NOT NULL,
    outcome         text        NOT NULL,
    amount          bigint,
    payment_id      uuid,
    message         text,
    next_attempt_at timestamptz,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_invoice_exists FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id),
    CONSTRAINT kind_is_known CHECK (kind IN ('CHARGE', 'RETRY', 'REMINDER', 'GIVEN_UP', 'RESTARTED')),
    CONSTRAINT outcome_is_known CHECK (outcome IN ('SUCCEEDED', 'PROCESSING', 'SOFT_DECLINE', 'HARD_DECLINE',
                                                   'REQUIRES_ACTION', 'UNKNOWN', 'SENT', 'SKIPPED', 'NONE'))
);
COMMENT ON TABLE collection_entry IS
    'Owner: payments. Distribution: by seller. Each step taken to collect an invoice, and its outcome.';
CREATE INDEX collection_entry_by_invoice ON collection_entry (seller_id, invoice_id, occurred_at, id);
CREATE TRIGGER collection_entries_are_append_only BEFORE UPDATE OR DELETE ON collection_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- For readers that ask for money only where it will not be taken automatically: a charge is planned and has a method,
-- or it is under way.
CREATE VIEW collected AS
    SELECT i.seller_id, i.id AS invoice_id,
        i.processing > 0 OR NOT i.is_collection_paused
            AND EXISTS (SELECT FROM collection c
                WHERE c.seller_id = i.seller_id AND c.invoice_id = i.id AND c.attempt_at IS NOT NULL)
            AND EXISTS (SELECT FROM payment_method m
                WHERE m.seller_id = i.seller_id AND m.company_id = i.billed_company_id AND m.is_default) AS is_collected
    FROM invoice i;

-- By the way the payment came, or as credit. The intent is committed before the processor hears of it; its id is the
-- processor's idempotency key.
CREATE TABLE refund (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    payment_id   uuid        NOT NULL,
    invoice_id   uuid        NOT NULL,
    currency     text        NOT NULL,
    amount       bigint      NOT NULL,
    from_invoice bigint      NOT NULL, -- the rest had become credit (I-04)
    method       text        NOT NULL,
    reason       text,
    state        text        NOT NULL,
    error        text,
    account_id   text,                 -- of the processor that gives it back; NULL when it is done outside
    charge_id    text,                 -- the processor's name for the charge
    processor_id text,                 -- the processor's name for the refund
    created_at   timestamptz NOT NULL,
    settled_at   timestamptz,
    look_at      timestamptz,
    looks        integer     NOT NULL DEFAULT 0,
    -- Money that went back without the service: refunds made at the processor's own pages, and disputes that were lost.
    is_foreign   boolean     NOT NULL DEFAULT false,
    -- The part that neither the invoice nor the customer's credit could bear.
    by_seller    bigint      NOT NULL DEFAULT 0,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_payment_is_in_this_currency
        FOREIGN KEY (seller_id, payment_id, currency) REFERENCES payment (seller_id, id, currency),
    CONSTRAINT the_invoice_is_in_this_currency
        FOREIGN KEY (seller_id, invoice_id, currency) REFERENCES invoice (seller_id, id, currency),
    CONSTRAINT amount_is_positive CHECK (amount > 0),
    CONSTRAINT the_invoice_bears_at_most_the_amount CHECK (from_invoice BETWEEN 0 AND amount),
    CONSTRAINT the_seller_bears_at_most_the_rest CHECK (by_seller BETWEEN 0 AND amount - from_invoice),
    CONSTRAINT method_is_known CHECK (method IN ('ORIGINAL_PAYMENT_METHOD', 'ACCOUNT_CREDIT')),
    CONSTRAINT state_is_known CHECK (state IN ('PROCESSING', 'SUCCEEDED', 'FAILED')),
    CONSTRAINT only_a_refund_under_way_is_looked_at CHECK ((state = 'PROCESSING') = (look_at IS NOT NULL)
        AND (state = 'PROCESSING') = (settled_at IS NULL)),
    CONSTRAINT a_failure_has_a_reason CHECK ((state = 'FAILED') = (error IS NOT NULL))
);
COMMENT ON TABLE refund IS
    'Owner: payments. Distribution: by seller. Money that was given back.';
CREATE INDEX refund_by_payment ON refund (seller_id, payment_id);
CREATE INDEX refund_by_charge ON refund (seller_id, charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX refund_by_invoice ON refund (seller_id, invoice_id);
CREATE UNIQUE INDEX refund_once ON refund (seller_id, account_id, processor_id) WHERE processor_id IS NOT NULL;
CREATE INDEX refund_to_look_at_of_seller ON refund (seller_id, look_at) WHERE look_at IS NOT NULL;
SELECT audit_table('refund', 'id');

-- Never more back than was paid, however many refunds run at once: all of a payment's refunds are counted under the
-- lock of its row. Money that went back without the service is gone in any case, so it may come on top of the credit
-- that was given.
CREATE FUNCTION refuse_too_much_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paid bigint;
    back bigint;
BEGIN
    -- A refund that was counted when it began may end, however much went back without the service meanwhile.
    IF TG_OP = 'UPDATE' AND OLD.state <> 'FAILED' AND NEW.amount <= OLD.amount THEN
        RETURN NULL;
    END IF;
    SELECT paid_amount INTO paid FROM payment WHERE seller_id = NEW.seller_id AND id = NEW.payment_id FOR SHARE;
    SELECT coalesce(sum(amount), 0) INTO back
    FROM refund
    WHERE seller_id = NEW.seller_id AND payment_id = NEW.payment_id AND state <> 'FAILED';
    IF back > paid THEN
        RAISE EXCEPTION 'more would go back than was paid' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER never_more_back_than_paid AFTER INSERT OR UPDATE ON refund
    FOR EACH ROW WHEN (NOT NEW.is_foreign) EXECUTE FUNCTION refuse_too_much_back();

-- The part of each payment that still stands on an invoice. Refunded amounts do not, and amounts that became credit
-- since (rules I-08, I-04) are of the oldest, so that the newest say when it was paid (rule I-06).
CREATE FUNCTION standing_payments(seller uuid, invoice uuid)
    RETURNS TABLE (payment_id uuid, paid_at timestamptz, amount bigint)
    LANGUAGE sql STABLE
AS $$
    SELECT p.id, p.paid_at, least(p.kept, greatest(0, i.paid - p.newer))::bigint
    FROM (SELECT k.*, sum(k.kept) OVER (ORDER BY k.paid_at DESC, k.id DESC) - k.kept AS newer
          FROM (SELECT p.id, p.paid_at, p.applied - (SELECT coalesce(sum(r.from_invoice), 0)
                        FROM refund r
                        WHERE r.seller_id = p.seller_id AND r.payment_id = p.id AND r.state = 'SUCCEEDED') AS kept
                FROM payment p
                WHERE p.seller_id = standing_payments.seller AND p.invoice_id = standing_payments.invoice
                    AND p.state = 'SUCCEEDED') k) p
    JOIN invoice i ON i.seller_id = standing_payments.seller AND i.id = standing_payments.invoice
$$;

-- The book of the sandbox processor. It stands for a company on the other side of a wire: no other table refers to it,
-- and none of it is audited.
CREATE TABLE sandbox_method (
    seller_id   uuid        NOT NULL,
    customer_id text        NOT NULL,
    method_id   text        NOT NULL,
    since       timestamptz NOT NULL,
    place       uuid        NOT NULL, -- ascends, for methods of the same moment
    PRIMARY KEY (seller_id, customer_id, method_id)
);
COMMENT ON TABLE sandbox_method IS
    'Owner: payments. Distribution: by seller. Methods of customers of the sandbox processor.';

CREATE TABLE sandbox_charge (
    seller_id   uuid        NOT NULL,
    payment_id  uuid        NOT NULL,
    customer_id text        NOT NULL,
    method_id   text        NOT NULL,
    amount      bigint      NOT NULL,
    refunded    bigint      NOT NULL DEFAULT 0,
    currency    text        NOT NULL,
    is_present  boolean     NOT NULL,
    created_at  timestamptz NOT NULL,
    settles_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, payment_id),
    CONSTRAINT amount_is_positive CHECK (amount > 0),
    CONSTRAINT never_more_back_than_taken CHECK (refunded BETWEEN 0 AND amount)
);
COMMENT ON TABLE sandbox_charge IS
    'Owner: payments. Distribution: by seller. Charges of the sandbox processor.';

CREATE TABLE sandbox_refund (
    seller_id  uuid        NOT NULL,
    refund_id  uuid        NOT NULL,
    payment_id uuid        NOT NULL,
    amount     bigint      NOT NULL,
    currency   text        NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, refund_id),
    CONSTRAINT the_charge_exists FOREIGN KEY (seller_id, payment_id) REFERENCES sandbox_charge (seller_id, payment_id),
    CONSTRAINT amount_is_positive CHECK (amount > 0)
);
COMMENT ON TABLE sandbox_refund IS
    'Owner: payments. Distribution: by seller. Refunds of the sandbox processor.';

CREATE TABLE sandbox_form (
    seller_id   uuid        NOT NULL,
    id          text        NOT NULL,
    customer_id text        NOT NULL,
    payment_id  uuid,
    amount      bigint,
    currency    text,
    title       text        NOT NULL,
    return_to   text        NOT NULL,
    saves       boolean     NOT NULL,
    expires_at  timestamptz NOT NULL,
    state       text        NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT state_is_known CHECK (state IN ('OPEN', 'DONE', 'CLOSED')),
    CONSTRAINT a_payment_has_an_amount CHECK (
        (payment_id IS NULL) = (amount IS NULL) AND (payment_id IS NULL) = (currency IS NULL))
);
COMMENT ON TABLE sandbox_form IS
    'Owner: payments. Distribution: by seller. Forms of the sandbox processor, to pay or to save a method.';
-- The form's own address carries no seller.
CREATE UNIQUE INDEX sandbox_form_by_id ON sandbox_form (id, seller_id);

CREATE TABLE sandbox_message (
    seller_id uuid        NOT NULL,
    place     uuid        NOT NULL, -- ascends, for messages of the same moment
    event_id  text        NOT NULL,
    copy      integer     NOT NULL,
    due_at    timestamptz NOT NULL,
    body      text        NOT NULL,
    is_forged boolean     NOT NULL,
    PRIMARY KEY (seller_id, place)
);
COMMENT ON TABLE sandbox_message IS
    'Owner: payments. Distribution: by seller. Messages that the sandbox processor is going to send.';
CREATE INDEX sandbox_message_due_of_seller ON sandbox_message (seller_id, due_at, place);
