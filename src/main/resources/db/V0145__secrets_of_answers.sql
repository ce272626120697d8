-- A remembered answer that shows a secret is kept without it. Whole it is kept beside, sealed for the key that asked, for
-- the day in which that key is shown it again: another key of the seller, with fewer scopes perhaps, gets it without.
-- Rows of releases before have one sealed body and no key (`is_sealed`): they show their secret to no key any more.
ALTER TABLE idempotency ADD COLUMN asked_by text, ADD COLUMN secret bytea,
    ADD CONSTRAINT a_secret_is_of_one_key CHECK (secret IS NULL OR asked_by IS NOT NULL);
-- What the purge and a change of the sealing key look for: few rows among many.
CREATE INDEX idempotency_secret ON idempotency (created_at) WHERE secret IS NOT NULL;
