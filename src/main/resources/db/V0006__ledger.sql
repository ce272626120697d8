-- The journal and the credit of customers.

-- An entry holds transfers; a transfer debits one account and credits another with the same amount, so an entry that
-- does not balance cannot be written.
CREATE TABLE journal_entry (
    seller_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    occurred_at timestamptz NOT NULL, -- the seller's clock
    cause       text        NOT NULL,
    currency    text        NOT NULL,
    -- Its subject, by id only: the modules that own these build on this one.
    customer_id uuid,
    invoice_id  uuid,
    payment_id  uuid,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT a_journal_entry_has_one_currency UNIQUE (seller_id, id, currency)
);
COMMENT ON TABLE journal_entry IS
    'Owner: ledger. Distribution: by seller. The journal: every movement of money as double entry.';
CREATE INDEX journal_by_time ON journal_entry (seller_id, occurred_at, id);
CREATE INDEX journal_by_invoice ON journal_entry (seller_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX journal_by_customer ON journal_entry (seller_id, customer_id, occurred_at) WHERE customer_id IS NOT NULL;
CREATE TRIGGER entries_are_append_only BEFORE UPDATE OR DELETE ON journal_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE journal_transfer (
    seller_id uuid    NOT NULL,
    entry_id  uuid    NOT NULL,
    position  integer NOT NULL,
    currency  text    NOT NULL,
    debit     text    NOT NULL,
    credit    text    NOT NULL,
    amount    bigint  NOT NULL,
    PRIMARY KEY (seller_id, entry_id, position),
    CONSTRAINT the_entry_is_in_this_currency
        FOREIGN KEY (seller_id, entry_id, currency) REFERENCES journal_entry (seller_id, id, currency),
    CONSTRAINT amount_is_positive CHECK (amount > 0),
    CONSTRAINT money_moves CHECK (debit <> credit)
);
COMMENT ON TABLE journal_transfer IS
    'Owner: ledger. Distribution: by seller. The transfers of a journal entry, each from one account to another.';
CREATE TRIGGER transfers_are_append_only BEFORE UPDATE OR DELETE ON journal_transfer
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The trial balance without reading the whole journal. An entry waits in journal_fresh until a loop adds it, so that no
-- booking holds a total that another booking needs. Every entry is in exactly one of the two places; `check` compares.
-- Sums are numeric: a thousand of the largest amounts are more than a bigint holds, and the loop adds for all sellers
-- at once.
CREATE TABLE journal_total (
    seller_id uuid    NOT NULL,
    day       date    NOT NULL,
    account   text    NOT NULL,
    currency  text    NOT NULL,
    debit     numeric NOT NULL,
    credit    numeric NOT NULL,
    PRIMARY KEY (seller_id, day, account, currency),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE journal_total IS
    'Owner: ledger. Distribution: by seller. The sums of each account on each day (UTC).';

CREATE TABLE journal_fresh (
    seller_id uuid NOT NULL,
    entry_id  uuid NOT NULL,
    PRIMARY KEY (seller_id, entry_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
COMMENT ON TABLE journal_fresh IS
    'Owner: ledger. Distribution: by seller. Journal entries that are not in the totals yet.';

-- The balance is locked by every spender and never falls below zero (V7).
CREATE TABLE credit_balance (
    seller_id   uuid   NOT NULL,
    customer_id uuid   NOT NULL,
    currency    text   NOT NULL,
    balance     bigint NOT NULL,
    PRIMARY KEY (seller_id, customer_id, currency),
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller,
    CONSTRAINT the_customer_exists FOREIGN KEY (seller_id, customer_id) REFERENCES customer (seller_id, id),
    CONSTRAINT balance_is_an_amount CHECK (balance BETWEEN 0 AND 9007199254740991) -- M-09
);
COMMENT ON TABLE credit_balance IS
    'Owner: ledger. Distribution: by seller. The credit of each customer in each currency.';

CREATE TABLE credit_entry (
    seller_id   uuid        NOT NULL,
    id          uuid        NOT NULL,
    customer_id uuid        NOT NULL,
    currency    text        NOT NULL,
    type        text        NOT NULL,
    amount      bigint      NOT NULL,
    invoice_id  uuid,
    reason      text,
    actor       text        NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    CONSTRAINT the_balance_is_in_this_currency
        FOREIGN KEY (seller_id, customer_id, currency) REFERENCES credit_balance (seller_id, customer_id, currency),
    CONSTRAINT type_is_known CHECK (type IN ('ADJUSTMENT', 'OVERPAYMENT', 'DOWNGRADE', 'USAGE_CORRECTION',
                                             'VOID_RETURN', 'REFUND', 'MANUAL', 'APPLICATION')),
    CONSTRAINT an_entry_moves_and_an_application_takes CHECK (amount <> 0 AND (type <> 'APPLICATION' OR amount < 0))
);
COMMENT ON TABLE credit_entry IS
    'Owner: ledger. Distribution: by seller. Every change of a customer''s credit (rule I-11).';
CREATE INDEX credit_by_customer ON credit_entry (seller_id, customer_id, created_at, id);
CREATE INDEX credit_by_invoice ON credit_entry (seller_id, invoice_id) WHERE invoice_id IS NOT NULL;
CREATE TRIGGER credits_are_append_only BEFORE UPDATE OR DELETE ON credit_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
