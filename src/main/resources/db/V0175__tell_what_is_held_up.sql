-- What a sweep could not do is told to the seller once for each day on which it fails, not only to the operator's log.
-- NULL once it was told. Rows from before are not told: they are noted again when they fail again.
ALTER TABLE held_up ADD COLUMN tell_at timestamptz;
CREATE INDEX held_up_to_tell ON held_up (seller_id, tell_at) WHERE tell_at IS NOT NULL;
