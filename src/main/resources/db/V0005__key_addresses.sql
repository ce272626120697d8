-- From where a key may be used (REL 2.5); empty for everywhere.
ALTER TABLE api_key ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}';
