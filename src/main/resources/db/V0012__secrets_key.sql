-- Which key seals the secrets of this database, told by its mark alone. A process that came with another one would open
-- nothing that is there, and seal what comes under a second key that nobody keeps.
CREATE TABLE secrets_key (
    is_only       boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (is_only),
    mark          text        NOT NULL,
    first_used_at timestamptz NOT NULL
);
