-- What an operator watches beside the requests. Both are the whole service's, not a seller's, and stand in the
-- database because any process may have done it, and every process tells it.

-- When each invariant was last found to hold or not, by the name of its check.
CREATE TABLE invariant_check (
    name         text        NOT NULL PRIMARY KEY,
    checked_at   timestamptz NOT NULL,
    broken_count integer     NOT NULL CHECK (broken_count >= 0)
);

-- Backups that were finished, as whoever makes them tells: no server knows that its copy has arrived somewhere.
CREATE TABLE backup (
    finished_at timestamptz NOT NULL PRIMARY KEY
);
