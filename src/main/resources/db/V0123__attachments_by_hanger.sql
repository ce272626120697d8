-- Whoever shows an invoice asks for what hangs on it and on its subscription, and mostly there is nothing. One index
-- answers that in one look; two had to be joined for it.
CREATE INDEX attachment_by_hanger ON invoice_attachment (seller_id, coalesce(invoice_id, subscription_id));
DROP INDEX attachment_by_invoice;
DROP INDEX attachment_by_subscription;
