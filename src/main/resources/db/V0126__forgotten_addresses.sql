-- The addresses that bills go to also stand in what was sent with an order. There, too, they stay out of the audit, as
-- does the name of whoever signed (ADR 11), and go when the customer is erased (REL 2.10).
CREATE OR REPLACE FUNCTION audited(whole jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT (whole - ARRAY['secret_hash', 'secret', 'credentials', 'previous_secret', 'token', 'pdf', 'search_text',
        'accounts_payable_emails', 'signed_by']) #- '{request,accounts_payable_emails}'
$$;

-- Forgetting an address is no change of what was agreed.
DROP TRIGGER closed_terms_are_frozen ON orders;
CREATE TRIGGER closed_terms_are_frozen BEFORE UPDATE ON orders
    FOR EACH ROW
    WHEN (OLD.stage <> 'BUILDING' AND (
        NEW.stage, NEW.terms, NEW.request - 'accounts_payable_emails', NEW.starts_on, NEW.ends_on, NEW.contract_value,
        NEW.adjustment_credit, NEW.plan_version_id, NEW.currency, NEW.term_order_id, NEW.sequence, NEW.closed_at)
        IS DISTINCT FROM (
        OLD.stage, OLD.terms, OLD.request - 'accounts_payable_emails', OLD.starts_on, OLD.ends_on, OLD.contract_value,
        OLD.adjustment_credit, OLD.plan_version_id, OLD.currency, OLD.term_order_id, OLD.sequence, OLD.closed_at))
    EXECUTE FUNCTION refuse_change();
