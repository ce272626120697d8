package dev.brickwork.contracts;

import dev.brickwork.ids.OrderId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import java.util.Optional;

/// The signatures under orders, one for each side.
public final class SignatureStore {
    public enum Side {
        CUSTOMER,
        SELLER
    }

    public void insert(Tx tx, OrderId order, Side side, Signature signature) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO order_signature (seller_id, order_id, side, name, title, address, signed_at)
                        VALUES (:seller, :order, :side, :name, :title, :address, :at)
                        """)
                        .bind("order", order.value())
                        .bind("side", side.name())
                        .bind("name", signature.name())
                        .bind("title", signature.title())
                        .bind("address", signature.address())
                        .bind("at", signature.at())
                        .execute(),
                "signature");
    }

    public Optional<Signature> find(Tx tx, OrderId order, Side side) {
        return tx.query("""
                SELECT name, title, address, signed_at
                FROM order_signature
                WHERE seller_id = :seller AND order_id = :order AND side = :side
                """)
                .bind("order", order.value())
                .bind("side", side.name())
                .map((row, _) -> new Signature(
                        Columns.text(row, "name"),
                        Columns.maybeText(row, "title"),
                        Columns.maybeText(row, "address"),
                        Columns.instant(row, "signed_at")))
                .findOne();
    }
}
