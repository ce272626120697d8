-- Why something was changed, where the one who changed it said so (REL 2.10): the reason of a void, the notes of a
-- termination. A default, so that every trigger that writes audit rows carries it without knowing of it.
ALTER TABLE audit ADD COLUMN reason text DEFAULT nullif(current_setting('brickwork.reason', true), '');
