-- Answers that show a new key or secret are remembered sealed: the secret itself is stored by its hash or sealed, and
-- must not lie in clear beside it for the thirty days that its answer is kept.
ALTER TABLE idempotency ADD COLUMN is_sealed boolean NOT NULL DEFAULT false;
