package dev.brickwork.contracts;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import java.util.Optional;

/// The printed forms of orders. A form is printed anew when what it shows changes, until its order is agreed.
public final class OrderFormStore {
    /// Stands for the content of a form that was agreed to and stays.
    public static final String CLOSED = "CLOSED";

    /// A printed form.
    ///
    /// @param madeOf a hash of what it shows, or [#CLOSED]
    public record Printed(byte[] pdf, String madeOf) {}

    public Optional<Printed> find(SqlSession tx, SellerId seller, Order order) {
        return tx.query("""
                SELECT pdf, made_of
                FROM order_form
                WHERE seller_id = :seller AND order_id = :order AND made_of IS NOT NULL
                """)
                .bind("seller", seller.value())
                .bind("order", order.id().value())
                .map((row, _) -> new Printed(Columns.bytes(row, "pdf"), Columns.text(row, "made_of")))
                .findOne();
    }

    /// Keeps a form, unless a later state of the order was printed, or the agreed one; returns the rows written.
    public int keep(Tx tx, Order order, byte[] pdf, String madeOf) {
        return tx.update("""
                INSERT INTO order_form (seller_id, order_id, order_version, pdf, made_of)
                VALUES (:seller, :order, :version, :pdf, :madeOf)
                ON CONFLICT (seller_id, order_id) DO UPDATE SET order_version = :version, pdf = :pdf, made_of = :madeOf
                WHERE order_form.order_version <= :version AND order_form.made_of IS DISTINCT FROM :closed
                """)
                .bind("order", order.id().value())
                .bind("version", order.version())
                .bind("pdf", pdf)
                .bind("madeOf", madeOf)
                .bind("closed", CLOSED)
                .execute();
    }
}
