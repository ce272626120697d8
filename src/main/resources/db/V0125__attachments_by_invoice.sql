-- As in V0085.
CREATE INDEX attachment_by_invoice ON invoice_attachment (seller_id, invoice_id) WHERE invoice_id IS NOT NULL;
