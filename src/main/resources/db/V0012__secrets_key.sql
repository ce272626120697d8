-- Which key seals the secrets of this database, told by its mark alone. A process that came with another one would open
-- nothing that is there, and seal what comes under a second key that nobody keeps.
CREATE TABLE secrets_key (
    is_only       boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (is_only),
    mark          text        NOT NULL,
    first_used_at timestamptz NOT NULL
);

-- Every writing connection of a service begins with this. The lock tells commands that the service is there, for as long
-- as the connection lives; a command that must not meet one holds it alone. A service that was cut off from the database
-- while the key changed finds no way back to it.
CREATE FUNCTION serve(ours text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_try_advisory_lock_shared(hashtextextended('served', 0)) THEN
        RAISE EXCEPTION 'a command has this database to itself' USING ERRCODE = 'lock_not_available';
    END IF;
    IF EXISTS (SELECT FROM secrets_key WHERE mark <> ours) THEN
        RAISE EXCEPTION 'the secrets in this database are sealed with another key' USING ERRCODE = 'invalid_password';
    END IF;
END $$;
