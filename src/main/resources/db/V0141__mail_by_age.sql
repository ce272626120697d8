-- Messages about invoices are kept four times as long as others. Those that are to go first have an index of their own:
-- by the other one, whoever looks for them would read all that are kept longer.
CREATE INDEX mail_of_others_by_age ON mail (queued_at) WHERE state <> 'WAITING' AND invoice_id IS NULL;
