-- Codes are ASCII, and the case of their letters does not count. The language of the database has no say in that: in
-- Turkish the small form of I is no i, and nobody found WINTER again.
ALTER TABLE discount_coupon DROP CONSTRAINT the_key_is_the_code;
UPDATE discount_coupon SET code_key = lower(code COLLATE "C") WHERE code_key <> lower(code COLLATE "C");
ALTER TABLE discount_coupon ADD CONSTRAINT the_key_is_the_code CHECK (code_key = lower(code COLLATE "C"));
