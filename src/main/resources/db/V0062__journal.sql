-- The journal: every movement of money as double entry. An entry holds transfers; a transfer debits one account and
-- credits another with the same amount, so an entry that does not balance cannot be written down.
CREATE TABLE journal_entry (
    seller_id   uuid        NOT NULL REFERENCES seller,
    id          uuid        NOT NULL,
    occurred_at timestamptz NOT NULL, -- the seller's clock
    cause       text        NOT NULL,
    currency    text        NOT NULL,
    -- What it is about, by id only: the rooms that own these build on this one.
    customer_id uuid,
    invoice_id  uuid,
    payment_id  uuid,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, id, currency)
);
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
    amount    bigint  NOT NULL CHECK (amount > 0),
    PRIMARY KEY (seller_id, entry_id, position),
    FOREIGN KEY (seller_id, entry_id, currency) REFERENCES journal_entry (seller_id, id, currency),
    CONSTRAINT money_moves CHECK (debit <> credit)
);
CREATE TRIGGER transfers_are_append_only BEFORE UPDATE OR DELETE ON journal_transfer
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The trial balance without reading the whole journal: what every account saw on every day (UTC). An entry waits in
-- journal_fresh until a loop adds it, so that no booking holds a total that another booking needs. Every entry is in
-- exactly one of the two places; `check` compares. Sums are numeric: a thousand of the largest amounts are more than a
-- bigint holds, and the loop adds for all sellers at once.
CREATE TABLE journal_total (
    seller_id uuid    NOT NULL REFERENCES seller,
    day       date    NOT NULL,
    account   text    NOT NULL,
    currency  text    NOT NULL,
    debit     numeric NOT NULL,
    credit    numeric NOT NULL,
    PRIMARY KEY (seller_id, day, account, currency)
);

CREATE TABLE journal_fresh (
    seller_id uuid NOT NULL,
    entry_id  uuid NOT NULL,
    PRIMARY KEY (seller_id, entry_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
