-- A payment link carries no seller.
CREATE UNIQUE INDEX invoice_by_payment_token ON invoice (payment_token, seller_id) WHERE payment_token IS NOT NULL;
