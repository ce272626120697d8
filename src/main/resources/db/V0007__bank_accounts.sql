-- Where a legal entity is paid by transfer: printed on its invoices and shown on their payment pages. One document,
-- because nothing ever asks for a part of it.
ALTER TABLE legal_entity ADD COLUMN bank_account jsonb;
