-- The trial balance without reading the whole journal: what every account saw on every day (UTC). An entry waits in
-- journal_fresh until a loop adds it, so that no booking holds a total that another booking needs. Every entry is in
-- exactly one of the two places; `check` compares.
CREATE TABLE journal_total (
    seller_id uuid   NOT NULL REFERENCES seller,
    day       date   NOT NULL,
    account   text   NOT NULL,
    currency  text   NOT NULL,
    debit     bigint NOT NULL,
    credit    bigint NOT NULL,
    PRIMARY KEY (seller_id, day, account, currency)
);

CREATE TABLE journal_fresh (
    seller_id uuid NOT NULL,
    entry_id  uuid NOT NULL,
    PRIMARY KEY (seller_id, entry_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

INSERT INTO journal_fresh (seller_id, entry_id)
SELECT seller_id, id
FROM journal_entry;
