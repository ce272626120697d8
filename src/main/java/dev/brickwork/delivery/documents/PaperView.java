package dev.brickwork.delivery.documents;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import java.util.Optional;

/// Which versions of an invoice there are, and their printed files; writes nothing.
final class PaperView {
    record Version(InvoiceId invoice, int version, String number) {}

    boolean isThere(SqlSession tx, SellerId seller, InvoiceId id) {
        return tx.query("SELECT EXISTS (SELECT FROM invoice WHERE seller_id = :seller AND id = :id) AS found")
                .bind("seller", seller.value())
                .bind("id", id.value())
                .map((row, _) -> row.getBoolean("found"))
                .one();
    }

    /// @param version absent for the newest
    Optional<Version> find(SqlSession tx, SellerId seller, InvoiceId id, Optional<Integer> version) {
        return tx.query("""
                SELECT version, number
                FROM invoice_version
                WHERE seller_id = :seller AND invoice_id = :invoice
                    AND (:version::integer IS NULL OR version = :version::integer)
                ORDER BY version DESC
                LIMIT 1
                """)
                .bind("seller", seller.value())
                .bind("invoice", id.value())
                .bind("version", version)
                .map((row, _) -> new Version(id, Columns.count(row, "version"), Columns.text(row, "number")))
                .findOne();
    }

    /// Empty while it is not printed.
    Optional<byte[]> printed(Tx tx, Version version) {
        return tx.query("""
                SELECT pdf
                FROM invoice_pdf
                WHERE seller_id = :seller AND invoice_id = :invoice AND version = :version
                """)
                .bind("invoice", version.invoice.value())
                .bind("version", version.version)
                .mapTo(byte[].class)
                .findOne();
    }
}
