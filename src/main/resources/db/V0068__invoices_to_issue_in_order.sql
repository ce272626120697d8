-- In the order in which a bite takes them: without the id in it, each bite of a billing day sorts all that is still due.
DROP INDEX invoice_to_issue_of_seller;
CREATE INDEX invoice_to_issue_of_seller ON invoice (seller_id, issuable_from, id)
    WHERE issued_at IS NULL AND voided_at IS NULL AND NOT is_paused AND NOT is_muted;
