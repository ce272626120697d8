-- Every operation on a subscription reads the orders of its term.
CREATE INDEX order_by_term ON orders (seller_id, term_order_id);

-- The link's own index is unique already.
ALTER TABLE orders DROP CONSTRAINT orders_seller_id_form_token_key;
