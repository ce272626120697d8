package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.BookSetOff;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.pricing.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Every statement about credit notes over there and what they were set off against.
final class CreditStore {
    /// @param left what no invoice has used up yet, above zero
    record Open(String note, long left) {}

    /// @param isOffset by a note that lowers what is owed, not by credit
    record SetOff(String note, long amount, String remoteId, boolean isOffset) {}

    /// A note as it was written.
    ///
    /// @param settlement what took back a part of an invoice
    /// @param usage what corrected the usage of a window; neither of them is credit from elsewhere
    /// @param isOffset it lowers what is owed on that invoice, and pays no other
    record Note(
            String id, Optional<UUID> settlement, Optional<UUID> usage, boolean isOffset, Money amount, Money tax) {}

    void keep(SqlSession tx, Destination to, UUID company, Note note) {
        tx.update("""
                INSERT INTO accounting_credit (seller_id, organisation, note_id, company_id, currency, amount,
                    tax, settlement_id, usage_credit_id, is_offset)
                VALUES (:seller, :organisation, :note, :company, :currency, :amount, :tax, :settlement::uuid,
                    :usage::uuid, :isOffset)
                ON CONFLICT (seller_id, organisation, note_id) DO NOTHING
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("note", note.id())
                .bind("company", company)
                .bind("currency", note.amount().currency().code())
                .bind("amount", note.amount().minor())
                .bind("tax", note.tax().minor())
                .bind("settlement", note.settlement())
                .bind("usage", note.usage())
                .bind("isOffset", note.isOffset())
                .execute();
    }

    /// The notes that take back parts of one invoice.
    List<Note> notesOf(SqlSession tx, Destination to, UUID invoice) {
        return tx.query("""
                SELECT c.*
                FROM invoice_settlement s
                JOIN accounting_credit c ON c.seller_id = s.seller_id AND c.organisation = :organisation
                    AND c.settlement_id = s.id
                WHERE s.seller_id = :seller AND s.invoice_id = :invoice
                ORDER BY c.created_at, c.note_id
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("invoice", invoice)
                .map((row, _) -> note(row))
                .list();
    }

    /// The note for the usage of one window.
    Optional<Note> noteOfUsage(SqlSession tx, Destination to, UUID usage) {
        return tx.query("""
                SELECT *
                FROM accounting_credit
                WHERE seller_id = :seller AND organisation = :organisation AND usage_credit_id = :usage
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("usage", usage)
                .map((row, _) -> note(row))
                .findOne();
    }

    private static Note note(ResultSet row) throws SQLException {
        var currency = Columns.currency(row, "currency");
        return new Note(
                Columns.text(row, "note_id"),
                Columns.maybeUuid(row, "settlement_id"),
                Columns.maybeUuid(row, "usage_credit_id"),
                Columns.flag(row, "is_offset"),
                new Money(Columns.number(row, "amount"), currency),
                new Money(Columns.number(row, "tax"), currency));
    }

    /// The invoices that a note is set off against.
    List<UUID> payees(SqlSession tx, Destination to, String note) {
        return tx.query("""
                SELECT invoice_id
                FROM accounting_set_off
                WHERE seller_id = :seller AND organisation = :organisation AND note_id = :note
                ORDER BY invoice_id
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("note", note)
                .map((row, _) -> Columns.uuid(row, "invoice_id"))
                .list();
    }

    /// The note has ended over there.
    void forget(SqlSession tx, Destination to, String note) {
        Rows.exactlyOne(
                tx.update("""
                        DELETE FROM accounting_credit
                        WHERE seller_id = :seller AND organisation = :organisation AND note_id = :note
                        """)
                        .bind("seller", to.seller().value())
                        .bind("organisation", to.organisation())
                        .bind("note", note)
                        .execute(),
                "ended note");
    }

    /// Credit notes of the billed company with an unspent rest, the oldest first; without offsets of one invoice.
    List<Open> open(SqlSession tx, Destination to, BooksView.Invoice invoice) {
        return tx.query("""
                SELECT c.note_id, c.amount - coalesce(sum(s.amount), 0) AS rest
                FROM accounting_credit c
                LEFT JOIN accounting_set_off s ON s.seller_id = c.seller_id AND s.organisation = c.organisation
                    AND s.note_id = c.note_id
                WHERE c.seller_id = :seller AND c.organisation = :organisation AND c.company_id = :company
                  AND c.currency = :currency AND NOT c.is_offset
                GROUP BY c.seller_id, c.organisation, c.note_id
                HAVING c.amount > coalesce(sum(s.amount), 0)
                ORDER BY c.created_at, c.note_id
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("company", invoice.billed())
                .bind("currency", invoice.currency().code())
                .map((row, _) -> new Open(Columns.text(row, "note_id"), Columns.number(row, "rest")))
                .list();
    }

    List<SetOff> on(SqlSession tx, Destination to, UUID invoice) {
        return tx.query("""
                SELECT s.note_id, s.amount, s.remote_id, c.is_offset
                FROM accounting_set_off s
                JOIN accounting_credit c USING (seller_id, organisation, note_id)
                WHERE s.seller_id = :seller AND s.organisation = :organisation AND s.invoice_id = :invoice
                ORDER BY s.note_id
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("invoice", invoice)
                .map((row, _) -> new SetOff(
                        Columns.text(row, "note_id"),
                        Columns.number(row, "amount"),
                        Columns.text(row, "remote_id"),
                        Columns.flag(row, "is_offset")))
                .list();
    }

    void add(SqlSession tx, Destination to, UUID invoice, BookSetOff setOff, String remoteId) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO accounting_set_off (seller_id, organisation, note_id, invoice_id, amount, remote_id)
                        VALUES (:seller, :organisation, :note, :invoice, :amount, :remote)
                        """)
                        .bind("seller", to.seller().value())
                        .bind("organisation", to.organisation())
                        .bind("note", setOff.noteId())
                        .bind("invoice", invoice)
                        .bind("amount", setOff.amount().minor())
                        .bind("remote", remoteId)
                        .execute(),
                "set-off");
    }

    void remove(SqlSession tx, Destination to, UUID invoice, String note) {
        Rows.exactlyOne(
                tx.update("""
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
