-- A customer can be deleted at the processor, and is then made anew there under another name. What was charged before
-- bears the former one.
ALTER TABLE payer ADD COLUMN former_ids text[] NOT NULL DEFAULT '{}';
SELECT audit_updates('payer', 'company_id', '{}');
