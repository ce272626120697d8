package dev.brickwork.delivery.mail.outgoing;

import dev.brickwork.delivery.mail.letters.InvoiceFacts;
import dev.brickwork.delivery.mail.letters.SubscriptionFacts;
import dev.brickwork.payments.PayPageLinks;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Reads what messages tell and carry. Writes nothing.
public final class MailView {
    private static final Duration DAY = Duration.ofHours(24);

    private final String senderDefault;
    private final PayPageLinks payLinks;

    public MailView(String senderDefault, PayPageLinks payLinks) {
        this.senderDefault = senderDefault;
        this.payLinks = payLinks;
    }

    /// Empty when the invoice was never issued.
    public Optional<InvoiceFacts> invoice(SqlSession tx, SellerId seller, UUID invoice) {
        return invoices(tx, seller, List.of(invoice)).stream().findFirst();
    }

    /// Those of them that were issued, in any order.
    public List<InvoiceFacts> invoices(SqlSession tx, SellerId seller, Collection<UUID> invoices) {
        var payAt = payLinks.of(tx, seller);
        return tx.query("""
                SELECT i.id, i.number, i.version, i.currency, i.issued_on, i.due_on, i.grand_total,
                    CASE WHEN i.voided_at IS NULL THEN i.remaining ELSE 0 END AS remaining, i.voided_at,
                    i.void_reason, coalesce(i.purchase_order, s.purchase_order) AS purchase_order, i.payment_token,
                    seller.name AS seller_name, seller.invoice_email_from, billed.name AS billed_name,
                    billed.locale, i.is_mailed, collected.is_collected,
                    coalesce(nullif(i.accounts_payable_emails, '{}'), s.accounts_payable_emails, '{}') AS payable,
                    contact.email AS contact,
                    (SELECT p.email FROM person p
                     WHERE p.seller_id = i.seller_id AND p.customer_id = i.billed_company_id AND p.email IS NOT NULL
                     ORDER BY p.created_at, p.id LIMIT 1) AS first_person
                FROM invoice i
                JOIN collected ON collected.seller_id = i.seller_id AND collected.invoice_id = i.id
                JOIN seller ON seller.seller_id = i.seller_id
                JOIN customer billed ON billed.seller_id = i.seller_id AND billed.id = i.billed_company_id
                LEFT JOIN subscription s ON s.seller_id = i.seller_id AND s.id = i.subscription_id
                    AND s.billed_company_id = i.billed_company_id -- Else it is another one's by now.
                LEFT JOIN person contact ON contact.seller_id = i.seller_id AND contact.id = s.point_of_contact_id
                WHERE i.seller_id = :seller AND i.id = ANY (:invoices::uuid[]) AND i.issued_at IS NOT NULL
                """)
                .bind("seller", seller.value())
                .bind("invoices", IdList.of(invoices))
                .map((row, _) -> facts(row, payAt))
                .list();
    }

    private InvoiceFacts facts(ResultSet row, Function<String, Optional<String>> payAt) throws SQLException {
        return new InvoiceFacts(
                Columns.uuid(row, "id"),
                Columns.text(row, "number"),
                Columns.count(row, "version"),
                Columns.text(row, "seller_name"),
                Columns.maybeText(row, "invoice_email_from").orElse(senderDefault),
                Columns.text(row, "billed_name"),
                Locale.forLanguageTag(Columns.text(row, "locale")),
                recipients(row),
                Columns.currency(row, "currency"),
                Columns.date(row, "issued_on"),
                Columns.date(row, "due_on"),
                Columns.number(row, "grand_total"),
                Columns.number(row, "remaining"),
                Columns.maybeInstant(row, "voided_at").isPresent(),
                Columns.maybeText(row, "void_reason"),
                Columns.maybeText(row, "purchase_order"),
                Columns.flag(row, "is_mailed"),
                Columns.flag(row, "is_collected"),
                Columns.maybeText(row, "payment_token").flatMap(payAt));
    }

    /// The accounts-payable addresses, else the contact, else the first person of the company who has an email.
    private static List<String> recipients(ResultSet row) throws SQLException {
        var payable = Columns.texts(row, "payable");
        if (!payable.isEmpty()) return payable;
        var firstPerson = Columns.maybeText(row, "first_person");
        return Columns.maybeText(row, "contact").or(() -> firstPerson).stream().toList();
    }

    public Optional<SubscriptionFacts> subscription(SqlSession tx, SellerId seller, UUID subscription) {
        return tx.query("""
                SELECT s.plan_name, s.ends_on, seller.name AS seller_name, seller.invoice_email_from,
                    customer.name AS customer_name, customer.locale, s.accounts_payable_emails AS payable,
                    contact.email AS contact,
                    (SELECT p.email FROM person p
                     WHERE p.seller_id = s.seller_id AND p.customer_id = s.customer_id AND p.email IS NOT NULL
                     ORDER BY p.created_at, p.id LIMIT 1) AS first_person
                FROM subscription s
                JOIN seller ON seller.seller_id = s.seller_id
                JOIN customer ON customer.seller_id = s.seller_id AND customer.id = s.customer_id
                LEFT JOIN person contact ON contact.seller_id = s.seller_id AND contact.id = s.point_of_contact_id
                WHERE s.seller_id = :seller AND s.id = :subscription
                """)
                .bind("seller", seller.value())
                .bind("subscription", subscription)
                .map((row, _) -> new SubscriptionFacts(
                        Columns.text(row, "plan_name"),
                        Columns.text(row, "seller_name"),
                        Columns.maybeText(row, "invoice_email_from").orElse(senderDefault),
                        Columns.text(row, "customer_name"),
                        Locale.forLanguageTag(Columns.text(row, "locale")),
                        contactFirst(row),
                        Columns.date(row, "ends_on").minusDays(1)))
                .findOne();
    }

    /// The addresses to notify about thresholds of a brick; empty unless some were named.
    public List<String> alerted(SqlSession tx, SellerId seller, UUID subscription, UUID brick) {
        return tx.query("""
                SELECT unnest(notification_emails) AS email
                FROM usage_threshold
                WHERE seller_id = :seller AND subscription_id = :subscription AND brick_id = :brick
                """)
                .bind("seller", seller.value())
                .bind("subscription", subscription)
                .bind("brick", brick)
                .map((row, _) -> Columns.text(row, "email"))
                .list();
    }

    /// The contact, else the recipients of invoices: for messages that concern the contract.
    private static List<String> contactFirst(ResultSet row) throws SQLException {
        return Columns.maybeText(row, "contact").map(List::of).orElse(recipients(row));
    }

    /// The seller's own address for what concerns the seller; empty when it has set none.
    public record SellerAddress(String name, Optional<String> address) {}

    public SellerAddress seller(SqlSession tx, SellerId seller) {
        return tx.query("SELECT name, invoice_email_from FROM seller WHERE seller_id = :seller")
                .bind("seller", seller.value())
                .map((row, _) ->
                        new SellerAddress(Columns.text(row, "name"), Columns.maybeText(row, "invoice_email_from")))
                .one();
    }

    public String senderDefault() {
        return senderDefault;
    }

    /// Counts the messages about an invoice in the last 24 hours of the seller's clock. Locks the invoice until the
    /// caller has stored its own message, so that concurrent requests cannot exceed the limit.
    public int sentToday(Tx tx, UUID invoice) {
        tx.query("SELECT id FROM invoice WHERE seller_id = :seller AND id = :invoice FOR NO KEY UPDATE")
                .bind("invoice", invoice)
                .mapTo(UUID.class)
                .findOne();
        return tx.query("""
                SELECT count(*)
                FROM mail
                WHERE seller_id = :seller AND invoice_id = :invoice AND created_at > :since
                """)
                .bind("invoice", invoice)
                .bind("since", tx.now().minus(DAY))
                .mapTo(Integer.class)
                .one();
    }

    /// The PDFs of a message, the invoice first; empty while that is still being printed.
    Optional<List<MailAttachment>> enclosures(SqlSession tx, Claimed message) {
        if (message.invoice().isEmpty() || message.version().isEmpty()) return Optional.of(List.of());
        var invoice = message.invoice().get();
        var printed = tx.query("""
                SELECT v.number, p.pdf
                FROM invoice_pdf p
                JOIN invoice_version v
                    ON v.seller_id = p.seller_id AND v.invoice_id = p.invoice_id AND v.version = p.version
                WHERE p.seller_id = :seller AND p.invoice_id = :invoice AND p.version = :version
                """)
                .bind("seller", message.seller().value())
                .bind("invoice", invoice)
                .bind("version", message.version().get())
                .map((row, _) -> new MailAttachment(fileName(Columns.text(row, "number")), Columns.bytes(row, "pdf")))
                .findOne();
        if (printed.isEmpty()) return Optional.empty();
        var all = new ArrayList<>(List.of(printed.get()));
        if (message.kind() == MailKind.INVOICE || message.kind() == MailKind.REISSUE) {
            all.addAll(attachments(tx, message.seller(), invoice));
        }
        return Optional.of(all);
    }

    /// A slash would be a folder.
    private static String fileName(String number) {
        return number.replace('/', '_') + ".pdf";
    }

    private static List<MailAttachment> attachments(SqlSession tx, SellerId seller, UUID invoice) {
        return tx.query("""
                SELECT a.name, a.pdf
                FROM invoice i
                JOIN invoice_attachment a ON a.seller_id = i.seller_id
                    AND (a.invoice_id = i.id OR a.subscription_id = i.subscription_id)
                WHERE i.seller_id = :seller AND i.id = :invoice AND a.removed_at IS NULL
                ORDER BY a.place, a.created_at, a.id
                """)
                .bind("seller", seller.value())
                .bind("invoice", invoice)
                .map((row, _) -> new MailAttachment(Columns.text(row, "name"), Columns.bytes(row, "pdf")))
                .list();
    }
}
