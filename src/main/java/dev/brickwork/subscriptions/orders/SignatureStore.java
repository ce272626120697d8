package dev.brickwork.subscriptions.orders;

import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.subscriptions.OrderForm;
import dev.brickwork.subscriptions.OrderId;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// The signatures under orders, one for each side.
public final class SignatureStore {
    public enum Side {
        CUSTOMER,
        SELLER
    }

    public void insert(Handle tx, Caller caller, OrderId order, Side side, OrderForm.Signature signature) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO order_signature (seller_id, order_id, side, name, title, address, signed_at)
                        VALUES (:seller, :order, :side, :name, :title, :address, :at)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("order", order.value())
                        .bind("side", side.name())
                        .bind("name", signature.name())
                        .bind("title", signature.title())
                        .bind("address", signature.address())
                        .bind("at", signature.at())
                        .execute(),
                "signature");
    }

    public Optional<OrderForm.Signature> find(Handle tx, Caller caller, OrderId order, Side side) {
        return tx.createQuery("""
                SELECT name, title, address, signed_at
                FROM order_signature
                WHERE seller_id = :seller AND order_id = :order AND side = :side
                """)
                .bind("seller", caller.seller().value())
                .bind("order", order.value())
                .bind("side", side.name())
                .map((row, _) -> new OrderForm.Signature(
                        Columns.text(row, "name"),
                        Columns.maybeText(row, "title"),
                        Columns.maybeText(row, "address"),
                        Columns.instant(row, "signed_at")))
                .findOne();
    }
}
