-- When a scanner found a key in public (REL 2.5).
ALTER TABLE api_key ADD COLUMN leaked_at timestamptz;
