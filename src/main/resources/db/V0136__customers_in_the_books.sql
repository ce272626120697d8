-- What a customer is called over there, for each currency: QuickBooks keeps a customer in one currency for ever.
CREATE TABLE accounting_customer (
    seller_id    uuid        NOT NULL REFERENCES seller,
    organisation text        NOT NULL,
    company_id   uuid        NOT NULL,
    currency     text        NOT NULL,
    remote_id    text        NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (seller_id, organisation, company_id, currency)
);

-- Those that are known were made or found for their first invoice. Who has none over there is looked for by name again.
INSERT INTO accounting_customer (seller_id, organisation, company_id, currency, remote_id, created_at)
SELECT c.seller_id, c.organisation, c.object_id, first.currency, c.remote_id, c.created_at
FROM accounting_remote c
JOIN LATERAL (
    SELECT i.currency
    FROM accounting_remote r
    JOIN invoice i ON i.seller_id = r.seller_id AND i.id = r.object_id AND i.billed_company_id = c.object_id
    WHERE r.seller_id = c.seller_id AND r.organisation = c.organisation AND r.object_kind = 'INVOICE'
    ORDER BY r.created_at
    LIMIT 1) AS first ON true
WHERE c.object_kind = 'CUSTOMER';

DELETE FROM accounting_remote WHERE object_kind = 'CUSTOMER';
