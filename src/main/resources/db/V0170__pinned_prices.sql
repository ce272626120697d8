-- What an open order is priced by (rule Q-01): the versions of its plans, and its coupons. A plan that is published anew
-- changes no open order. Orders that are open now keep the versions of this moment; an upgrade that names no plan keeps
-- what was agreed, and reads from the latest version what that lacks.
-- They are priced by them once more, which takes the service itself, so that they show what starting them bills.
ALTER TABLE orders ADD COLUMN pins jsonb NOT NULL DEFAULT '{}', ADD COLUMN reprice_at timestamptz;
CREATE INDEX order_to_reprice ON orders (seller_id, reprice_at) WHERE reprice_at IS NOT NULL;
SELECT audit_updates('orders', 'id', '{}');

UPDATE orders open
SET reprice_at = 'epoch', pins = jsonb_build_object(
    'plans', (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
            'plan_id', plan.id,
            'version_ids', jsonb_build_array(plan.latest_version_id))), '[]')
        FROM plan
        WHERE plan.seller_id = open.seller_id AND plan.latest_version_id IS NOT NULL
            AND plan.id IN (
                SELECT (jsonb_path_query(known.terms, 'lax $.phases[*].plan.plan_id') #>> '{}')::uuid
                FROM orders known
                WHERE known.seller_id = open.seller_id AND known.subscription_id = open.subscription_id
                UNION
                SELECT (known.terms -> 'plan' ->> 'plan_id')::uuid
                FROM orders known
                WHERE known.seller_id = open.seller_id AND known.subscription_id = open.subscription_id
                UNION
                SELECT (open.request ->> 'plan_id')::uuid)),
    'coupons', jsonb_path_query_array(open.terms, 'lax $.phases[*].coupon')
        || jsonb_path_query_array(open.terms, 'lax $.coupon'))
WHERE open.stage = 'BUILDING';

UPDATE orders open
SET pins = jsonb_set(open.pins, '{plans}', (
    SELECT coalesce(jsonb_agg(
        CASE WHEN (pin ->> 'plan_id')::uuid = agreed.plan_id
            THEN jsonb_set(pin, '{version_ids}', to_jsonb(ARRAY[agreed.id]) || (pin -> 'version_ids'))
            ELSE pin END), '[]')
    FROM jsonb_array_elements(open.pins -> 'plans') pin))
FROM (
    SELECT DISTINCT ON (closed.seller_id, closed.term_order_id)
        closed.seller_id, closed.term_order_id, version.id, version.plan_id
    FROM orders closed
    JOIN plan_version version ON version.seller_id = closed.seller_id AND version.id = closed.plan_version_id
    WHERE closed.stage = 'CLOSED'
        AND (closed.seller_id, closed.term_order_id) IN (
            SELECT seller_id, term_order_id FROM orders WHERE stage = 'BUILDING' AND order_type = 'UPGRADE')
    ORDER BY closed.seller_id, closed.term_order_id, closed.sequence DESC) agreed
WHERE open.stage = 'BUILDING' AND open.order_type = 'UPGRADE' AND open.request ->> 'plan_id' IS NULL
    AND agreed.seller_id = open.seller_id AND agreed.term_order_id = open.term_order_id;
