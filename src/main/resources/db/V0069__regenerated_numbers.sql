-- An invoice is also found by the numbers of its earlier versions; few are ever regenerated, so the index is small and
-- issuing does not touch it.
CREATE INDEX invoice_by_first_number ON invoice (seller_id, left(number, -1 - length(version::text)))
    WHERE version > 1;
