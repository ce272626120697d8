-- Sellers whose demo was begun. One that was cut short goes on at the next start.
CREATE TABLE demo (
    seller_id   uuid        PRIMARY KEY REFERENCES seller,
    begun_at    timestamptz NOT NULL, -- real time, and where the story ends
    finished_at timestamptz
);
