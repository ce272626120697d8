-- What a sweep could not do and tries again at a later moment: a bug, or an amount beyond what can be said.
-- The log says why; what went through at last is left to lie until it is purged.
CREATE TABLE held_up (
    seller_id uuid        NOT NULL REFERENCES seller,
    kind      text        NOT NULL, -- the table of the object
    object_id uuid        NOT NULL,
    until     timestamptz NOT NULL, -- by the clock of the seller
    PRIMARY KEY (seller_id, kind, object_id)
);
CREATE INDEX held_up_until ON held_up (until);
