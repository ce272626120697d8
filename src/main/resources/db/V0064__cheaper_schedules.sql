-- A schedule is the largest write there is: every row of it is checked once, by the cheapest check that holds.

-- The line first: nearly all rows of a table belong to few sellers, and a tree that begins with the seller is searched
-- from end to end for every new row.
ALTER TABLE invoice_charge DROP CONSTRAINT billed_once;
ALTER TABLE invoice_charge ADD CONSTRAINT billed_once
    EXCLUDE USING gist (order_line_id WITH =, service WITH &&, seller_id WITH =);

-- What another key of the same row says already: the customer is the seller's, the line is the subscription's.
ALTER TABLE invoice DROP CONSTRAINT invoice_seller_id_fkey;
ALTER TABLE invoice_charge DROP CONSTRAINT invoice_charge_seller_id_subscription_id_fkey;

-- The link's own index is unique and holds only the invoices that have one.
ALTER TABLE invoice DROP CONSTRAINT invoice_seller_id_payment_token_key;

-- The image of a row is made once, not once for its id and once for itself.
CREATE OR REPLACE FUNCTION audit_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit (seller_id, business_at, actor, request_id, kind, object_id, operation, after)
    SELECT n.seller_id, nullif(current_setting('brickwork.now', true), '')::timestamptz,
           coalesce(nullif(current_setting('brickwork.actor', true), ''), 'database'),
           coalesce(nullif(current_setting('brickwork.request', true), ''), '-'),
           TG_TABLE_NAME, coalesce(n.whole ->> TG_ARGV[0], '-'), 'INSERT', audited(n.whole)
    FROM (SELECT seller_id, to_jsonb(new_rows) AS whole FROM new_rows OFFSET 0) n;
    RETURN NULL;
END $$;

-- The planner takes the rows of a statement for few and would compare each with each.
CREATE OR REPLACE FUNCTION audit_update() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
    INSERT INTO audit (seller_id, business_at, actor, request_id, kind, object_id, operation, before, after)
    SELECT n.seller_id, nullif(current_setting('brickwork.now', true), '')::timestamptz,
           coalesce(nullif(current_setting('brickwork.actor', true), ''), 'database'),
           coalesce(nullif(current_setting('brickwork.request', true), ''), '-'),
           TG_TABLE_NAME, n.key, 'UPDATE', audited(o.whole), audited(n.whole)
    FROM (SELECT seller_id, coalesce(whole ->> TG_ARGV[0], '-') AS key, whole
          FROM (SELECT seller_id, to_jsonb(new_rows) AS whole FROM new_rows OFFSET 0) n OFFSET 0) n
    JOIN (SELECT seller_id, coalesce(whole ->> TG_ARGV[0], '-') AS key, whole
          FROM (SELECT seller_id, to_jsonb(old_rows) AS whole FROM old_rows OFFSET 0) o OFFSET 0) o
        ON o.seller_id = n.seller_id AND o.key = n.key
    WHERE o.whole <> n.whole;
    RETURN NULL;
END $$;

ALTER FUNCTION audit_personal() SET enable_nestloop = off;
