-- A seller was sent to its accounting service to agree; whoever comes back with the state brings the code. One per
-- seller: asking again ends what was asked before. The state is stored by its hash, and used up by the first answer.
CREATE TABLE accounting_consent (
    seller_id     uuid        NOT NULL PRIMARY KEY REFERENCES seller,
    state_hash    bytea       NOT NULL,
    kind          text        NOT NULL CHECK (kind IN ('QUICKBOOKS', 'XERO')),
    client_id     text        NOT NULL,
    client_secret bytea       NOT NULL, -- sealed
    mapping       jsonb       NOT NULL,
    asked_at      timestamptz NOT NULL, -- by the seller's clock
    expires_at    timestamptz NOT NULL
);
CREATE INDEX accounting_consent_state ON accounting_consent (state_hash);
