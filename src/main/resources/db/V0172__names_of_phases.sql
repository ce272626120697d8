-- A milestone tells the name of its phase (rule Q-03). Those that are there have the names that phases have where none is
-- given, by their place in the term.
ALTER TABLE milestone ADD COLUMN phase_name text NOT NULL DEFAULT 'Phase 1';
SELECT audit_updates('milestone', 'id', '{}');

UPDATE milestone
SET phase_name = 'Phase ' || phase.place
FROM orders
JOIN orders base ON base.seller_id = orders.seller_id AND base.id = orders.term_order_id
CROSS JOIN LATERAL jsonb_array_elements(base.terms -> 'phases') WITH ORDINALITY AS phase (terms, place)
WHERE orders.seller_id = milestone.seller_id AND orders.id = milestone.order_id
    AND milestone.phase_position = (phase.terms ->> 'position')::integer AND phase.place > 1;
