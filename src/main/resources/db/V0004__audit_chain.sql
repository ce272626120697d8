-- The chain over the audit: one hash per block of rows, each over the block before it, so that nobody can change,
-- add or take away a row without breaking every block after it. It is made after the commit by one chainer, because a
-- chain row by row would make every write wait for every other.
--
-- A block holds the rows of the transactions from `from_tx` up to, not including, `to_tx`. It is closed when all
-- of these have ended, so its rows are complete for ever. A database that was dumped and restored counts
-- transactions from the start again; `epoch_at` tells the rows since then from those before. The chain is one for
-- all sellers.
CREATE TABLE audit_block (
    number    bigint      NOT NULL PRIMARY KEY,
    from_tx   bigint      NOT NULL,
    to_tx     bigint      NOT NULL CHECK (to_tx > from_tx),
    epoch_at  timestamptz NOT NULL,
    row_count bigint      NOT NULL CHECK (row_count >= 0),
    rows_hash bytea       NOT NULL,
    hash      bytea       NOT NULL,
    closed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER audit_block_is_append_only BEFORE UPDATE OR DELETE ON audit_block
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What one row says, in a form that no setting of a session changes. As text at once: an array of jsonb would be
-- built from copies first.
CREATE FUNCTION audit_digest(a audit) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256(convert_to(json_build_array(
        a.seller_id, a.id, (extract(epoch FROM a.at) * 1000000)::bigint,
        (extract(epoch FROM a.business_at) * 1000000)::bigint, a.tx, a.actor, a.request_id, a.kind, a.object_id,
        a.operation, a.before, a.after, a.reason)::text, 'UTF8'))
$$;

-- The chainer and the check read the rows of a block by their transactions.
CREATE INDEX audit_by_tx ON audit (tx);
