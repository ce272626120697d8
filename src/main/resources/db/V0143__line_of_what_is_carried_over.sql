-- What waits to be carried into outside books is walked in its order, as far as one round goes and no further: a backlog
-- may be long, and what was carried over long ago stands in the same table.
CREATE INDEX accounting_line ON accounting_push (seller_id, occurred_at, id) WHERE outcome = 'RETRYING';
