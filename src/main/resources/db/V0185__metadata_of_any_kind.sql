-- Metadata may be JSON of any kind, as the API document says (2.1, 4.4), not only an object.
ALTER TABLE customer DROP CONSTRAINT customer_metadata_check;
