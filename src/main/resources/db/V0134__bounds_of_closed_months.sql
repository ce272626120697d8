-- A closed month keeps its bounds when the seller moves to another zone.
ALTER TABLE accounting_period ADD COLUMN starts_at timestamptz; -- its first moment; absent where it was not written down
SELECT audit_updates('accounting_period', 'starts_on', '{}');
