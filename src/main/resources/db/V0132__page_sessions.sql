-- Forms of the processor are also opened from checkout and portal links, to add a method; they are counted alike.
ALTER TABLE page_session DROP CONSTRAINT page_session_seller_id_invoice_id_fkey;
ALTER TABLE page_session RENAME COLUMN invoice_id TO subject_id;
ALTER TABLE page_session ADD FOREIGN KEY (seller_id) REFERENCES seller (seller_id);
ALTER INDEX page_session_by_invoice RENAME TO page_session_by_subject;
