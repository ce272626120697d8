-- Whose a subscription is, as customer or as payer, is asked in one way everywhere, as of invoices. An index of partners
-- alone made each statement repeat what a partner is.
CREATE INDEX subscription_by_billed_company ON subscription (seller_id, billed_company_id);
DROP INDEX subscription_by_partner;
