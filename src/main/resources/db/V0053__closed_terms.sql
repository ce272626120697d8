-- What was agreed never changes: the table itself refuses it, whoever asks. Ending an order early, or signing it, is not
-- a change of what was agreed.
CREATE TRIGGER closed_terms_are_frozen BEFORE UPDATE ON orders
    FOR EACH ROW
    WHEN (OLD.stage <> 'BUILDING' AND (
        NEW.stage, NEW.terms, NEW.request, NEW.starts_on, NEW.ends_on, NEW.contract_value, NEW.adjustment_credit,
        NEW.plan_version_id, NEW.currency, NEW.term_order_id, NEW.sequence, NEW.closed_at)
        IS DISTINCT FROM (
        OLD.stage, OLD.terms, OLD.request, OLD.starts_on, OLD.ends_on, OLD.contract_value, OLD.adjustment_credit,
        OLD.plan_version_id, OLD.currency, OLD.term_order_id, OLD.sequence, OLD.closed_at))
    EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_orders_stay BEFORE DELETE ON orders
    FOR EACH ROW
    WHEN (OLD.stage <> 'BUILDING')
    EXECUTE FUNCTION refuse_change();
