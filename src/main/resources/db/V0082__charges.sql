-- Taking money: intents, forms, refunds, the processor's messages, and the pursuit of what is owed.

-- An intent to take money, committed before the processor is called. Its id is the payment's and the processor's
-- idempotency key, so one row takes money at most once. Money is taken from the company that is billed, and from
-- nobody else: both the invoice and the method must be that company's.
CREATE TABLE charge (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL,
    invoice_id   uuid        NOT NULL,
    company_id   uuid        NOT NULL,
    currency     text        NOT NULL,
    amount       bigint      NOT NULL CHECK (amount > 0),
    cause        text        NOT NULL CHECK (cause IN ('ASKED', 'AUTOMATIC', 'RETRY', 'PAGE')),
    account_id   text        NOT NULL,
    payer_id     text        NOT NULL, -- the processor's name for the company
    wanted_id    text,                 -- the method that was asked for; NULL when it is chosen at the processor's form
    method_id    text,                 -- the same, once the processor has said that it is the company's
    method_type  text        CHECK (method_type IN ('CARD', 'US_BANK_ACCOUNT', 'LINK')),
    state        text        NOT NULL CHECK (state IN ('PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED')),
    -- Whether the amount stands on the invoice as being processed. Money that comes for an invoice that was voided
    -- meanwhile cannot.
    is_held      boolean     NOT NULL,
    processor_id text,                 -- the processor's name for the charge
    outcome      text        CHECK (outcome IN ('SOFT_DECLINE', 'HARD_DECLINE', 'REQUIRES_ACTION', 'UNKNOWN')),
    error        text,
    intended_at  timestamptz NOT NULL,
    settled_at   timestamptz,
    look_at      timestamptz,          -- when the processor is asked again
    looks        integer     NOT NULL DEFAULT 0,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, invoice_id, company_id) REFERENCES invoice (seller_id, id, billed_company_id),
    FOREIGN KEY (seller_id, invoice_id, currency) REFERENCES invoice (seller_id, id, currency),
    FOREIGN KEY (seller_id, company_id, account_id) REFERENCES payer (seller_id, company_id, account_id),
    FOREIGN KEY (seller_id, company_id, method_id) REFERENCES payment_method (seller_id, company_id, id),
    CONSTRAINT only_what_is_under_way_is_looked_after CHECK ((state = 'PROCESSING') = (look_at IS NOT NULL)
        AND (state = 'PROCESSING') = (settled_at IS NULL) AND (NOT is_held OR state = 'PROCESSING')),
    CONSTRAINT a_failure_says_why CHECK ((state = 'FAILED') = (error IS NOT NULL))
);
-- Two charges of one invoice never run at once (rule I-14).
CREATE UNIQUE INDEX one_held_charge ON charge (seller_id, invoice_id) WHERE is_held;
CREATE UNIQUE INDEX processor_charge_once ON charge (seller_id, account_id, processor_id) WHERE processor_id IS NOT NULL;
CREATE INDEX charge_by_invoice_and_time ON charge (seller_id, invoice_id, intended_at);
-- What is due is found seller by seller: by the time alone, what the standing clocks of test sellers hold back
-- would come first.
CREATE INDEX charge_to_look_at_of_seller ON charge (seller_id, look_at) WHERE look_at IS NOT NULL;
SELECT audit_table('charge', 'id');

-- A form of the processor at which somebody may pay. Nothing stands on the invoice until somebody does: a visitor
-- of the payment page must not be able to keep it from being voided.
CREATE TABLE pay_page (
    seller_id    uuid        NOT NULL,
    id           uuid        NOT NULL, -- the payment id, if somebody pays
    invoice_id   uuid        NOT NULL,
    company_id   uuid        NOT NULL,
    currency     text        NOT NULL,
    amount       bigint      NOT NULL CHECK (amount > 0),
    account_id   text        NOT NULL,
    payer_id     text        NOT NULL,
    saves_method boolean     NOT NULL,
    processor_id text,                 -- NULL until the processor has opened it
    url          text,
    state        text        NOT NULL CHECK (state IN ('OPEN', 'PAID', 'ENDED')),
    opened_at    timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    look_at      timestamptz,
    looks        integer     NOT NULL DEFAULT 0,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, invoice_id, company_id) REFERENCES invoice (seller_id, id, billed_company_id),
    FOREIGN KEY (seller_id, invoice_id, currency) REFERENCES invoice (seller_id, id, currency),
    FOREIGN KEY (seller_id, company_id, account_id) REFERENCES payer (seller_id, company_id, account_id),
    CONSTRAINT only_an_open_page_is_looked_after CHECK ((state = 'OPEN') = (look_at IS NOT NULL))
);
CREATE UNIQUE INDEX one_open_page ON pay_page (seller_id, invoice_id) WHERE state = 'OPEN';
CREATE INDEX page_by_processor ON pay_page (seller_id, account_id, processor_id) WHERE processor_id IS NOT NULL;
CREATE INDEX page_by_invoice ON pay_page (seller_id, invoice_id);
CREATE INDEX page_to_look_at_of_seller ON pay_page (seller_id, look_at) WHERE look_at IS NOT NULL;

-- Messages of a processor whose signature was right, as they came, for 30 days. The same event comes once.
CREATE TABLE callback (
    seller_id   uuid        NOT NULL REFERENCES seller,
    id          uuid        NOT NULL,
    account_id  text        NOT NULL,
    event_id    text        NOT NULL,
    type        text        NOT NULL,
    body        bytea       NOT NULL,
    received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    handled_at  timestamptz,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, account_id, event_id)
);
CREATE INDEX callback_age ON callback (received_at);

-- Whether the invoices of a subscription are charged by themselves. Without a row: when it was agreed at the checkout.
CREATE TABLE auto_pay (
    seller_id       uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    is_on           boolean     NOT NULL,
    is_retrying     boolean, -- NULL: the seller's setting
    changed_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, subscription_id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id)
);
SELECT audit_table('auto_pay', 'subscription_id');

-- Who started an order asked for what was due to be charged at once (`charge_immediately`).
CREATE TABLE charge_wish (
    seller_id       uuid        NOT NULL,
    subscription_id uuid        NOT NULL,
    order_id        uuid        NOT NULL,
    asked_at        timestamptz NOT NULL,
    PRIMARY KEY (seller_id, order_id),
    FOREIGN KEY (seller_id, subscription_id) REFERENCES subscription (seller_id, id),
    FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id)
);
CREATE INDEX charge_wish_by_subscription ON charge_wish (seller_id, subscription_id, asked_at);
SELECT audit_table('charge_wish', 'order_id');

-- The series of automatic charges of one invoice (rule J-01).
CREATE TABLE collection (
    seller_id  uuid        NOT NULL,
    invoice_id uuid        NOT NULL,
    failures   integer     NOT NULL DEFAULT 0 CHECK (failures >= 0), -- failed automatic charges of this series
    attempt_at timestamptz,                                          -- NULL: nothing is going to happen by itself
    PRIMARY KEY (seller_id, invoice_id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id)
);
CREATE INDEX collection_due_of_seller ON collection (seller_id, attempt_at) WHERE attempt_at IS NOT NULL;
SELECT audit_table('collection', 'invoice_id');

-- What was done to collect an invoice, and how it went.
CREATE TABLE collection_entry (
    seller_id       uuid        NOT NULL,
    id              uuid        NOT NULL,
    invoice_id      uuid        NOT NULL,
    occurred_at     timestamptz NOT NULL,
    kind            text        NOT NULL CHECK (kind IN ('CHARGE', 'RETRY', 'REMINDER', 'GIVEN_UP', 'RESTARTED')),
    outcome         text        NOT NULL CHECK (outcome IN ('SUCCEEDED', 'PROCESSING', 'SOFT_DECLINE', 'HARD_DECLINE',
                                                            'REQUIRES_ACTION', 'UNKNOWN', 'SENT', 'SKIPPED', 'NONE')),
    amount          bigint,
    payment_id      uuid,
    message         text,
    next_attempt_at timestamptz,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES invoice (seller_id, id)
);
CREATE INDEX collection_entry_by_invoice ON collection_entry (seller_id, invoice_id, occurred_at, id);
CREATE TRIGGER collection_entries_are_append_only BEFORE UPDATE OR DELETE ON collection_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
