-- The payment processor of a seller, the companies as it knows them, and their ways to pay.

-- A test seller without a row uses the sandbox; a live seller without one takes no payments online.
CREATE TABLE processor (
    seller_id         uuid        PRIMARY KEY REFERENCES seller,
    kind              text        NOT NULL CHECK (kind IN ('STRIPE', 'SANDBOX')),
    account_id        text        NOT NULL, -- the processor's name for the account; methods and customers belong to it
    credentials       bytea,                -- sealed, never shown again
    publishable_key   text,
    can_take_payments boolean     NOT NULL,
    problem           text,                 -- why it cannot, in one sentence
    token             text        NOT NULL, -- part of the address at which the processor's messages arrive
    connected_at      timestamptz NOT NULL,
    version           bigint      NOT NULL DEFAULT 1,
    CONSTRAINT only_the_sandbox_needs_no_credentials CHECK ((kind = 'SANDBOX') = (credentials IS NULL))
);
-- A message carries no seller but in its address.
CREATE UNIQUE INDEX processor_by_token ON processor (token, seller_id);
SELECT audit_table('processor', 'seller_id');

-- For readers that show a payment link only when somebody can pay there.
CREATE VIEW taking_payments AS
    SELECT seller.seller_id, coalesce(processor.can_take_payments, seller.mode = 'test') AS can_take_payments
    FROM seller
    LEFT JOIN processor USING (seller_id);

-- A company as one account of a processor knows it.
CREATE TABLE payer (
    seller_id    uuid        NOT NULL REFERENCES seller,
    company_id   uuid        NOT NULL,
    account_id   text        NOT NULL,
    processor_id text        NOT NULL, -- the processor's name for the company
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (seller_id, company_id, account_id),
    UNIQUE (seller_id, account_id, processor_id),
    FOREIGN KEY (seller_id, company_id) REFERENCES customer (seller_id, id)
);
SELECT audit_table('payer', 'company_id');

-- The methods that we have met. What they look like is read from the processor; whose they are, and which is the
-- default, is kept here. A removed one stays: charges refer to it.
CREATE TABLE payment_method (
    seller_id  uuid        NOT NULL,
    company_id uuid        NOT NULL,
    id         text        NOT NULL, -- the processor's
    account_id text        NOT NULL,
    type       text        NOT NULL CHECK (type IN ('CARD', 'US_BANK_ACCOUNT', 'LINK')),
    is_default boolean     NOT NULL DEFAULT false,
    added_at   timestamptz NOT NULL,
    removed_at timestamptz,
    PRIMARY KEY (seller_id, company_id, id),
    FOREIGN KEY (seller_id, company_id, account_id) REFERENCES payer (seller_id, company_id, account_id),
    CONSTRAINT a_removed_method_is_no_default CHECK (NOT is_default OR removed_at IS NULL)
);
CREATE UNIQUE INDEX one_default_method ON payment_method (seller_id, company_id) WHERE is_default;
SELECT audit_table('payment_method', 'id');

-- The sandbox's own book. It stands for a company on the other side of a wire: nothing of ours refers to it, and
-- none of it is audited.
CREATE TABLE sandbox_method (
    seller_id   uuid        NOT NULL,
    customer_id text        NOT NULL,
    method_id   text        NOT NULL,
    since       timestamptz NOT NULL,
    place       uuid        NOT NULL, -- ascends, for methods of the same moment
    PRIMARY KEY (seller_id, customer_id, method_id)
);

CREATE TABLE sandbox_charge (
    seller_id   uuid        NOT NULL,
    payment_id  uuid        NOT NULL,
    customer_id text        NOT NULL,
    method_id   text        NOT NULL,
    amount      bigint      NOT NULL CHECK (amount > 0),
    refunded    bigint      NOT NULL DEFAULT 0,
    currency    text        NOT NULL,
    is_present  boolean     NOT NULL,
    created_at  timestamptz NOT NULL,
    settles_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, payment_id),
    CONSTRAINT never_more_back_than_taken CHECK (refunded BETWEEN 0 AND amount)
);

CREATE TABLE sandbox_refund (
    seller_id  uuid        NOT NULL,
    refund_id  uuid        NOT NULL,
    payment_id uuid        NOT NULL,
    amount     bigint      NOT NULL CHECK (amount > 0),
    currency   text        NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, refund_id),
    FOREIGN KEY (seller_id, payment_id) REFERENCES sandbox_charge (seller_id, payment_id)
);

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
    state       text        NOT NULL CHECK (state IN ('OPEN', 'DONE', 'CLOSED')),
    PRIMARY KEY (seller_id, id),
    CONSTRAINT a_payment_has_an_amount CHECK (
        (payment_id IS NULL) = (amount IS NULL) AND (payment_id IS NULL) = (currency IS NULL))
);
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
CREATE INDEX sandbox_message_due_of_seller ON sandbox_message (seller_id, due_at, place);
