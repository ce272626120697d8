-- The demo seller of a first start.

-- A demo that was cut short goes on at the next start.
CREATE TABLE demo (
    seller_id   uuid        PRIMARY KEY,
    begun_at    timestamptz NOT NULL, -- real time, and where the story ends
    finished_at timestamptz,
    CONSTRAINT the_seller_exists FOREIGN KEY (seller_id) REFERENCES seller
);
COMMENT ON TABLE demo IS
    'Owner: demo. Distribution: by seller. Sellers whose demo was begun.';
