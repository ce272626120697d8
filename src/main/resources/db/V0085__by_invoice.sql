-- A draft that the contract no longer needs is deleted, and these are asked whether they hold on to it.
CREATE INDEX refund_by_invoice ON refund (seller_id, invoice_id);
CREATE INDEX page_by_invoice ON pay_page (seller_id, invoice_id);
