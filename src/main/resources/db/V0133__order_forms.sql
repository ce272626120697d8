-- What a printed order form was made of. Taxes, the credit of a recast and the parties move without the order, so
-- an open order is printed anew when they did. A closed one stays as it was printed first.
ALTER TABLE order_form ADD COLUMN made_of text;

UPDATE order_form
SET made_of = 'CLOSED'
FROM orders
WHERE orders.seller_id = order_form.seller_id AND orders.id = order_form.order_id AND orders.stage <> 'BUILDING'
    AND orders.version = order_form.order_version;
