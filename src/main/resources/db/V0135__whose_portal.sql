-- Whose invoices a portal shows: the subscription may become another company's while the link lives.
ALTER TABLE page_link ADD COLUMN company_id uuid;
ALTER TABLE page_link ADD FOREIGN KEY (seller_id, company_id) REFERENCES customer (seller_id, id);
SELECT audit_updates('page_link', 'id', '{}');
