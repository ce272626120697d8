-- Who agreed to an order, for which side, when and from where. It is what the order form shows for good, so it never
-- changes. Not audited apart: it is append-only itself, and the audit holds no personal values.
CREATE TABLE order_signature (
    seller_id uuid        NOT NULL,
    order_id  uuid        NOT NULL,
    side      text        NOT NULL CHECK (side IN ('CUSTOMER', 'SELLER')),
    name      text        NOT NULL,
    title     text,
    address   text, -- the network address that it came from
    signed_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, order_id, side),
    FOREIGN KEY (seller_id, order_id) REFERENCES orders (seller_id, id)
);
CREATE TRIGGER signatures_are_append_only BEFORE UPDATE OR DELETE ON order_signature
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
