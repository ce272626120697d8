package dev.brickwork.invoicing.issued;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;

/// The printed versions. A version is printed once; only a void has the newest printed anew, with its stamp.
public final class PdfStore {
    /// Keeps what was printed first: two printers may have been at it.
    public void keep(Tx tx, InvoiceId invoice, int version, byte[] pdf) {
        Rows.atMostOne(
                tx.update("""
                        INSERT INTO invoice_pdf (seller_id, invoice_id, version, pdf)
                        VALUES (:seller, :invoice, :version, :pdf)
                        ON CONFLICT (seller_id, invoice_id, version) DO NOTHING
                        """)
                        .bind("invoice", invoice.value())
                        .bind("version", version)
                        .bind("pdf", pdf)
                        .execute(),
                "printed version");
    }

    public void replace(Tx tx, InvoiceId invoice, int version, byte[] pdf) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO invoice_pdf (seller_id, invoice_id, version, pdf)
                        VALUES (:seller, :invoice, :version, :pdf)
                        ON CONFLICT (seller_id, invoice_id, version)
                            DO UPDATE SET pdf = excluded.pdf, printed_at = clock_timestamp()
                        """)
                        .bind("invoice", invoice.value())
                        .bind("version", version)
                        .bind("pdf", pdf)
                        .execute(),
                "printed version");
    }

    /// Deletes the PDF of the newest version, so that it is not read without the stamp of its void.
    public void discard(Tx tx, InvoiceId invoice) {
        Rows.atMostOne(tx.update("""
                        DELETE FROM invoice_pdf
                        WHERE seller_id = :seller AND invoice_id = :invoice
                            AND version = (SELECT max(version) FROM invoice_version
                                WHERE seller_id = :seller AND invoice_id = :invoice)
                        """).bind("invoice", invoice.value()).execute(), "printed version");
    }
}
