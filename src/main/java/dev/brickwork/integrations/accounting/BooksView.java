package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.BookLine;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Rounding;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Our documents as outside books need them; writes nothing.
final class BooksView {
    /// An older version is there only if the answer about it was lost, so the last few will do.
    private static final int NUMBERS_MAX = 5;

    /// An invoice with its current version's lines, and what the customer's credit paid of it: the adjustment
    /// credit of a recast, too, which is a line of ours but a note of its own over there. Without a number it is
    /// not issued yet.
    ///
    /// @param numbers of its versions, the newest first
    record Invoice(
            UUID id,
            Optional<String> number,
            List<String> numbers,
            UUID billed,
            String billedName,
            Currency currency,
            LocalDate issuedOn,
            LocalDate dueOn,
            List<BookLine> lines,
            Optional<String> memo,
            Money credited,
            boolean isVoided) {
        /// The number over there of what belongs to it and has none here.
        ///
        /// @param letter the kind of it
        String numberBeside(String letter, UUID id) {
            var end = id.toString();
            return "%s-%s%s".formatted(number.orElse(""), letter, end.substring(end.length() - 6));
        }

        /// An extra invoice for credit that a settlement takes back; the customer's credit pays it.
        Invoice takingBack(Settlement settlement) {
            var line = settlement.credit.negated();
            return new Invoice(
                    settlement.id,
                    Optional.of(numberBeside("D", settlement.id)),
                    List.of(),
                    billed,
                    billedName,
                    currency,
                    settlement.on,
                    settlement.on,
                    List.of(line),
                    Optional.empty(),
                    line.total(),
                    false);
        }
    }

    /// Money on an invoice, less what was refunded from it, and less what a lower version of it has set free: that is
    /// the customer's credit (rule I-08), of the oldest payment first.
    record Payment(UUID id, UUID invoice, Money left, LocalDate paidOn) {}

    /// A reduction of an issued invoice by a contract change, still in force. `credit` was paid for, and is below
    /// zero where the invoice itself had given more than it took (rule M-08); `offset` lowers what is owed.
    record Settlement(UUID id, UUID invoice, BookLine credit, BookLine offset, LocalDate on) {}

    /// Credit in the customer's ledger for the corrected usage of one window.
    ///
    /// @param id of the first correction of the window
    /// @param newest id of the last correction
    /// @param invoice the invoice that bills the window, one that is not void if there is any
    record UsageCredit(UUID id, UUID newest, UUID invoice, BookLine line, LocalDate on) {}

    Optional<Invoice> invoice(SqlSession tx, SellerId seller, UUID id) {
        var lines = tx.query("""
                SELECT line.name, line.gross - line.discount AS net, line.tax, i.currency
                FROM invoice i
                JOIN invoice_line line ON line.seller_id = i.seller_id AND line.invoice_id = i.id
                    AND line.version = i.version AND line.kind <> 'ADJUSTMENT_CREDIT'
                WHERE i.seller_id = :seller AND i.id = :id
                ORDER BY line.position
                """)
                .bind("seller", seller.value())
                .bind("id", id)
                .map((row, _) -> {
                    var currency = Columns.currency(row, "currency");
                    return new BookLine(
                            Columns.text(row, "name"),
                            new Money(Columns.number(row, "net"), currency),
                            new Money(Columns.number(row, "tax"), currency));
                })
                .list();
        var numbers = numbers(tx, seller, id);
        return tx.query("""
                SELECT i.number, i.currency, coalesce(i.issued_on, i.bill_on) AS issued_on, i.due_on, i.memo,
                       i.credited + CASE WHEN i.number IS NULL THEN 0 ELSE i.adjustment_credit END AS credited,
                       i.voided_at, c.id AS billed, coalesce(c.legal_name, c.name) AS billed_name
                FROM invoice i
                JOIN customer c ON c.seller_id = i.seller_id AND c.id = i.billed_company_id
                WHERE i.seller_id = :seller AND i.id = :id
                """)
                .bind("seller", seller.value())
                .bind("id", id)
                .map((row, _) -> new Invoice(
                        id,
                        Columns.maybeText(row, "number"),
                        numbers,
                        Columns.uuid(row, "billed"),
                        Columns.text(row, "billed_name"),
                        Columns.currency(row, "currency"),
                        Columns.date(row, "issued_on"),
                        Columns.date(row, "due_on"),
                        lines,
                        Columns.maybeText(row, "memo"),
                        new Money(Columns.number(row, "credited"), Columns.currency(row, "currency")),
                        Columns.maybeInstant(row, "voided_at").isPresent()))
                .findOne();
    }

    private static List<String> numbers(SqlSession tx, SellerId seller, UUID id) {
        return tx.query("""
                SELECT number
                FROM invoice_version
                WHERE seller_id = :seller AND invoice_id = :id
                ORDER BY version DESC
                LIMIT :max
                """)
                .bind("seller", seller.value())
                .bind("id", id)
                .bind("max", NUMBERS_MAX)
                .map((row, _) -> Columns.text(row, "number"))
                .list();
    }

    /// Payments on an invoice that are in these books.
    List<UUID> paymentsThere(SqlSession tx, Destination to, UUID invoice) {
        return tx.query("""
                SELECT p.id
                FROM payment p
                JOIN accounting_remote r ON r.seller_id = p.seller_id AND r.organisation = :organisation
                    AND r.object_kind = 'PAYMENT' AND r.object_id = p.id
                WHERE p.seller_id = :seller AND p.invoice_id = :invoice
                ORDER BY p.paid_at, p.id
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("invoice", invoice)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    Optional<Payment> payment(SqlSession tx, SellerId seller, UUID id) {
        return tx.query("""
                SELECT p.invoice_id, p.currency, p.paid_at, i.time_zone, standing.amount
                FROM payment p
                JOIN invoice i ON i.seller_id = p.seller_id AND i.id = p.invoice_id
                JOIN LATERAL standing_payments(p.seller_id, p.invoice_id) standing ON standing.payment_id = p.id
                WHERE p.seller_id = :seller AND p.id = :id
                """)
                .bind("seller", seller.value())
                .bind("id", id)
                .map((row, _) -> new Payment(
                        id,
                        Columns.uuid(row, "invoice_id"),
                        new Money(Columns.number(row, "amount"), Columns.currency(row, "currency")),
                        Columns.zone(row, "time_zone").dateOf(Columns.instant(row, "paid_at"))))
                .findOne();
    }

    /// The payments that came before their invoice was issued.
    List<UUID> prepayments(SqlSession tx, SellerId seller, UUID invoice) {
        return tx.query("""
                SELECT id
                FROM payment
                WHERE seller_id = :seller AND invoice_id = :invoice AND state = 'SUCCEEDED'
                  AND invoice_version_id IS NULL
                ORDER BY paid_at, id
                """)
                .bind("seller", seller.value())
                .bind("invoice", invoice)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    /// The payment that something went back of, or came back to, and the others on its invoice where some of the money
    /// has become the customer's credit: there it may leave less of another one. What is more over there afterwards
    /// comes behind what is less, since no invoice takes more than it is open for.
    List<UUID> paymentsMoved(SqlSession tx, SellerId seller, UUID payment) {
        return tx.query("""
                SELECT p.id
                FROM payment one
                JOIN invoice i ON i.seller_id = one.seller_id AND i.id = one.invoice_id
                JOIN payment p ON p.seller_id = i.seller_id AND p.invoice_id = i.id
                WHERE one.seller_id = :seller AND one.id = :id AND p.state = 'SUCCEEDED'
                  AND (p.id = one.id
                       OR i.paid < (SELECT sum(applied) FROM payment
                                    WHERE seller_id = i.seller_id AND invoice_id = i.id AND state = 'SUCCEEDED')
                                 - (SELECT coalesce(sum(from_invoice), 0) FROM refund
                                    WHERE seller_id = i.seller_id AND invoice_id = i.id AND state = 'SUCCEEDED'))
                ORDER BY p.paid_at, p.id
                """)
                .bind("seller", seller.value())
                .bind("id", payment)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    /// A void invoice is lowered by nothing, and whatever was given back of it came to nothing with the void. A
    /// regenerated one may bear less of an offset than was taken off, the newest last. Of a recast's credit the
    /// customer got what its order says (rule R-06). The tax in it is booked as here (rule R-03): where the invoice
    /// got another one, this was taken back with that.
    Optional<Settlement> settlement(SqlSession tx, SellerId seller, UUID id) {
        return tx.query("""
                SELECT s.invoice_id, s.created_at, i.currency, i.time_zone, i.number, s.unused_net, s.unused_tax,
                       s.credit AS credit_taken, s.offset_amount AS offset_taken,
                       CASE WHEN i.voided_at IS NOT NULL THEN 0 ELSE s.given END AS credit,
                       CASE WHEN i.voided_at IS NOT NULL THEN 0
                            ELSE least(s.offset_amount, greatest(0, i.offset_total - s.lowered_before)) END AS lowered
                FROM (SELECT *, sum(offset_amount) OVER (ORDER BY first_id) - offset_amount AS lowered_before
                      FROM (SELECT s.seller_id, s.invoice_id, min(s.created_at) AS created_at,
                                   min(s.id::text) FILTER (WHERE s.cause <> 'RETAXED') AS first_id,
                                   sum(s.unused_net) AS unused_net, sum(s.unused_tax) AS unused_tax,
                                   sum(s.credit) AS credit, sum(s.given) AS given,
                                   sum(s.offset_amount) AS offset_amount
                            FROM invoice_settlement one
                            JOIN invoice_settlement s ON s.seller_id = one.seller_id AND s.invoice_id = one.invoice_id
                            WHERE one.seller_id = :seller AND one.id = :id
                            GROUP BY s.seller_id, s.invoice_id, s.order_id, s.order_line_id, s.service) change) s
                JOIN invoice i ON i.seller_id = s.seller_id AND i.id = s.invoice_id
                WHERE s.first_id = :id::text
                """)
                .bind("seller", seller.value())
                .bind("id", id)
                .map((row, _) -> settlement(row, id))
                .findOne();
    }

    private static Settlement settlement(ResultSet row, UUID id) throws SQLException {
        var words =
                "Unused service of invoice " + Columns.maybeText(row, "number").orElse("");
        var currency = Columns.currency(row, "currency");
        var taken = new dev.brickwork.pricing.Settlement(
                Columns.uuid(row, "invoice_id"),
                Columns.number(row, "unused_net"),
                Columns.number(row, "unused_tax"),
                Columns.number(row, "credit_taken"),
                Columns.number(row, "offset_taken"));
        return new Settlement(
                id,
                taken.invoiceId(),
                part(words, currency, Columns.number(row, "credit"), taken.credit(), taken.taxOfCredit()),
                part(words, currency, Columns.number(row, "lowered"), taken.offset(), taken.taxOfOffset()),
                Columns.zone(row, "time_zone").dateOf(Columns.instant(row, "created_at")));
    }

    /// The part of what was taken that counts, with its share of the tax.
    private static BookLine part(String words, Currency currency, long counts, long taken, long tax) {
        long share = taken == 0 ? 0 : Rounding.share(tax, counts, taken);
        return new BookLine(words, new Money(counts - share, currency), new Money(share, currency));
    }

    /// @param id of any correction of the window
    Optional<UsageCredit> usageCredit(SqlSession tx, SellerId seller, UUID id) {
        return tx.query("""
                SELECT sum(u.net)::bigint AS net, sum(u.tax)::bigint AS tax, min(u.id::text)::uuid AS first_id,
                       max(u.id::text)::uuid AS newest_id, max(u.created_at) AS created_at, max(i.currency) AS currency,
                       max(i.time_zone) AS time_zone, max(b.name) AS brick,
                       (array_agg(i.id ORDER BY i.voided_at IS NULL DESC, u.id::text DESC))[1] AS invoice_id
                FROM usage_credit one
                JOIN usage_credit u USING (seller_id, subscription_id, term_order_id, brick_id, window_start)
                JOIN invoice i ON i.seller_id = u.seller_id AND i.id = u.invoice_id
                JOIN brick b ON b.seller_id = u.seller_id AND b.id = u.brick_id
                WHERE one.seller_id = :seller AND one.id = :id
                HAVING count(*) > 0
                """)
                .bind("seller", seller.value())
                .bind("id", id)
                .map((row, _) -> usageCredit(row))
                .findOne();
    }

    private static UsageCredit usageCredit(ResultSet row) throws SQLException {
        var currency = Columns.currency(row, "currency");
        return new UsageCredit(
                Columns.uuid(row, "first_id"),
                Columns.uuid(row, "newest_id"),
                Columns.uuid(row, "invoice_id"),
                new BookLine(
                        "Corrected usage of " + Columns.text(row, "brick"),
                        new Money(Columns.number(row, "net"), currency),
                        new Money(Columns.number(row, "tax"), currency)),
                Columns.zone(row, "time_zone").dateOf(Columns.instant(row, "created_at")));
    }

    /// The settlements that lower one invoice after contract changes, each by the id of its first row.
    List<UUID> settlementsOf(SqlSession tx, SellerId seller, UUID invoice) {
        return tx.query("""
                SELECT min(id::text) FILTER (WHERE cause <> 'RETAXED')::uuid AS id
                FROM invoice_settlement
                WHERE seller_id = :seller AND invoice_id = :invoice
                GROUP BY order_id, order_line_id, service
                HAVING sum(offset_amount) > 0
                ORDER BY 1
                """)
                .bind("seller", seller.value())
                .bind("invoice", invoice)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    /// The changes of the contract that took credit back for an invoice, as far as that is in these books.
    List<UUID> takenBackThere(SqlSession tx, Destination to, UUID invoice) {
        return tx.query("""
                SELECT s.id
                FROM invoice_settlement s
                JOIN accounting_remote r ON r.seller_id = s.seller_id AND r.organisation = :organisation
                    AND r.object_kind = 'INVOICE' AND r.object_id = s.id
                WHERE s.seller_id = :seller AND s.invoice_id = :invoice
                ORDER BY s.id
                """)
                .bind("seller", to.seller().value())
                .bind("organisation", to.organisation())
                .bind("invoice", invoice)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    /// Settlements of contract changes of one subscription that are not in the books yet: those that give credit
    /// first, then those that take it.
    List<UUID> newSettlements(SqlSession tx, SellerId seller, UUID subscription) {
        return tx.query("""
                SELECT s.id
                FROM invoice_settlement s
                JOIN invoice i ON i.seller_id = s.seller_id AND i.id = s.invoice_id
                JOIN accounting_link l ON l.seller_id = s.seller_id AND s.created_at >= l.connected_at
                WHERE s.seller_id = :seller AND i.subscription_id = :subscription AND s.cause <> 'RETAXED'
                  AND (s.credit <> 0 OR s.offset_amount > 0)
                  AND NOT EXISTS (SELECT FROM accounting_push p
                                  WHERE p.seller_id = s.seller_id AND p.object_kind = 'CREDIT_NOTE' AND p.object_id = s.id)
                ORDER BY s.created_at, s.credit < 0, s.id
                """)
                .bind("seller", seller.value())
                .bind("subscription", subscription)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }
}
