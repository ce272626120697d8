package dev.brickwork.accounting;

import dev.brickwork.accounting.CarryOver.Destination;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Every statement about credit notes over there and what they were set off against.
final class CreditStore {
    /// @param left what no invoice has used up yet, above zero
    record Open(String note, long left) {}

    record SetOff(String note, long amount, String remoteId) {}

    void keep(Handle tx, Destination to, String note, UUID company, Money amount) {
        tx.createUpdate("""
                INSERT INTO accounting_credit (seller_id, organisation, note_id, company_id, currency, amount)
                VALUES (:seller, :organisation, :note, :company, :currency, :amount)
                ON CONFLICT DO NOTHING
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("note", note)
                .bind("company", company)
                .bind("currency", amount.currency().name())
                .bind("amount", amount.minor())
                .execute();
    }

    /// The oldest first.
    List<Open> open(Handle tx, Destination to, BooksView.Invoice invoice) {
        return tx.createQuery("""
                SELECT c.note_id, c.amount - coalesce(sum(s.amount), 0) AS rest
                FROM accounting_credit c
                LEFT JOIN accounting_set_off s ON s.seller_id = c.seller_id AND s.organisation = c.organisation
                    AND s.note_id = c.note_id
                WHERE c.seller_id = :seller AND c.organisation = :organisation AND c.company_id = :company
                  AND c.currency = :currency
                GROUP BY c.seller_id, c.organisation, c.note_id
                HAVING c.amount > coalesce(sum(s.amount), 0)
                ORDER BY c.created_at, c.note_id
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("company", invoice.billed())
                .bind("currency", invoice.currency().name())
                .map((row, _) -> new Open(Columns.text(row, "note_id"), Columns.number(row, "rest")))
                .list();
    }

    List<SetOff> on(Handle tx, Destination to, UUID invoice) {
        return tx.createQuery("""
                SELECT note_id, amount, remote_id
                FROM accounting_set_off
                WHERE seller_id = :seller AND organisation = :organisation AND invoice_id = :invoice
                ORDER BY note_id
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("invoice", invoice)
                .map((row, _) -> new SetOff(
                        Columns.text(row, "note_id"), Columns.number(row, "amount"), Columns.text(row, "remote_id")))
                .list();
    }

    void add(Handle tx, Destination to, UUID invoice, SetOff setOff) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO accounting_set_off (seller_id, organisation, note_id, invoice_id, amount, remote_id)
                        VALUES (:seller, :organisation, :note, :invoice, :amount, :remote)
                        """)
                        .bind("seller", to.seller().value())
                        .bind("organisation", to.organisation())
                        .bind("note", setOff.note())
                        .bind("invoice", invoice)
                        .bind("amount", setOff.amount())
                        .bind("remote", setOff.remoteId())
                        .execute(),
                "set-off");
    }

    void remove(Handle tx, Destination to, UUID invoice, String note) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        DELETE FROM accounting_set_off
                        WHERE seller_id = :seller AND organisation = :organisation AND invoice_id = :invoice
                          AND note_id = :note
                        """)
                        .bind("seller", to.seller().value())
                        .bind("organisation", to.organisation())
                        .bind("invoice", invoice)
                        .bind("note", note)
                        .execute(),
                "removed set-off");
    }
}
