-- For readers that ask for money only where nobody is going to take it: a charge is planned and has a method, or it is
-- under way.
CREATE VIEW collected AS
    SELECT i.seller_id, i.id AS invoice_id,
        i.processing > 0 OR NOT i.is_collection_paused
            AND EXISTS (SELECT FROM collection c
                WHERE c.seller_id = i.seller_id AND c.invoice_id = i.id AND c.attempt_at IS NOT NULL)
            AND EXISTS (SELECT FROM payment_method m
                WHERE m.seller_id = i.seller_id AND m.company_id = i.billed_company_id AND m.is_default) AS is_collected
    FROM invoice i;
