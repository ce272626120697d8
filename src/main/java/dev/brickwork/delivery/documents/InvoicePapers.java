package dev.brickwork.delivery.documents;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.delivery.documents.InvoicePaper.Adjustment;
import dev.brickwork.delivery.documents.InvoicePaper.BankRow;
import dev.brickwork.delivery.documents.InvoicePaper.Line;
import dev.brickwork.delivery.documents.InvoicePaper.Settlement;
import dev.brickwork.delivery.documents.InvoicePaper.Stretch;
import dev.brickwork.delivery.documents.InvoicePaper.Tax;
import dev.brickwork.delivery.documents.InvoicePaper.TaxRate;
import dev.brickwork.payments.PayPageLinks;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.sellers.Address;
import dev.brickwork.sellers.BankAccount;
import dev.brickwork.sellers.PaymentMethodsConfig;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// Reads a stored version of an invoice as the paper that shows it. Writes nothing.
final class InvoicePapers {
    private final PayPageLinks payLinks;

    InvoicePapers(PayPageLinks payLinks) {
        this.payLinks = payLinks;
    }

    /// An invoice at one of its versions, as it stands in the tables.
    private record Stored(
            SellerId seller,
            int version,
            boolean isCurrent,
            String number,
            Optional<String> replaced,
            JsonNode snapshot,
            Currency currency,
            Zone zone,
            long paid,
            long credited,
            long offset,
            long remaining,
            Optional<Instant> voidedAt,
            Optional<String> voidReason,
            boolean isCollected,
            Optional<String> token,
            PaymentMethodsConfig accepted,
            Optional<String> logo,
            Optional<String> email) {
        static Stored of(ResultSet row) throws SQLException {
            return new Stored(
                    new SellerId(Columns.uuid(row, "seller_id")),
                    Columns.count(row, "version"),
                    Columns.count(row, "version") == Columns.count(row, "current_version"),
                    Columns.text(row, "number"),
                    Columns.maybeText(row, "replaced"),
                    JsonReader.stored(Columns.text(row, "snapshot")),
                    Columns.currency(row, "currency"),
                    Columns.zone(row, "time_zone"),
                    Columns.number(row, "paid"),
                    Columns.number(row, "credited"),
                    Columns.number(row, "offset_total"),
                    Columns.number(row, "remaining"),
                    Columns.maybeInstant(row, "voided_at"),
                    Columns.maybeText(row, "void_reason"),
                    Columns.flag(row, "is_collected"),
                    Columns.maybeText(row, "payment_token"),
                    PaymentMethodsConfig.stored(Columns.text(row, "accepted")),
                    Columns.maybeText(row, "logo"),
                    Columns.maybeText(row, "invoice_email_from"));
        }

        Locale locale() {
            return Locale.forLanguageTag(text("locale").orElse("en"));
        }

        DocumentText say() {
            return new DocumentText(locale(), currency);
        }

        long amount(String name) {
            return snapshot.path(name).longValue();
        }

        Optional<String> text(String name) {
            return Optional.ofNullable(snapshot.path(name).textValue());
        }

        LocalDate date(String name) {
            return LocalDate.parse(snapshot.path(name).textValue());
        }

        /// The agreed terms, unless the due date was set by hand; it may have passed when the invoice is issued.
        int daysToPay() {
            return (int) Math.max(0, ChronoUnit.DAYS.between(date("issued_on"), date("due_on")));
        }
    }

    /// Empty when there is no such version.
    ///
    /// @param version the newest where none is named
    Optional<InvoicePaper> read(SqlSession tx, SellerId seller, UUID invoice, Optional<Integer> version) {
        return tx.query("""
                SELECT i.seller_id, v.version, i.version AS current_version, v.number, before.number AS replaced, v.snapshot,
                    i.currency, i.time_zone, i.paid, i.credited, i.offset_total, i.remaining, i.voided_at, i.void_reason, i.payment_token,
                    collected.is_collected, seller.logo, seller.invoice_email_from,
                    coalesce(s.accepted_payment_methods_config, seller.accepted_payment_methods_config) AS accepted
                FROM invoice i
                JOIN invoice_version v ON v.seller_id = i.seller_id AND v.invoice_id = i.id
                LEFT JOIN invoice_version before
                    ON before.seller_id = v.seller_id AND before.invoice_id = v.invoice_id AND before.version = v.version - 1
                JOIN collected ON collected.seller_id = i.seller_id AND collected.invoice_id = i.id
                JOIN seller ON seller.seller_id = i.seller_id
                LEFT JOIN subscription s ON s.seller_id = i.seller_id AND s.id = i.subscription_id
                WHERE i.seller_id = :seller AND i.id = :invoice AND v.version = coalesce(:version::integer, i.version)
                """)
                .bind("seller", seller.value())
                .bind("invoice", invoice)
                .bind("version", version)
                .map((row, _) -> Stored.of(row))
                .findOne()
                .map(stored -> paper(tx, invoice, stored));
    }

    private InvoicePaper paper(SqlSession tx, UUID invoice, Stored stored) {
        var adjustments = new ArrayList<Adjustment>();
        var lines = lines(tx, invoice, stored, adjustments);
        var settlements = settlements(tx, invoice, stored);
        long total = stored.amount("grand_total");
        long settled = settlements.stream().mapToLong(Settlement::cents).sum();
        return new InvoicePaper(
                stored.locale(),
                stored.currency,
                seller(stored),
                party(stored.snapshot.path("billed_company"), Optional.empty()),
                stored.snapshot.path("customer").isObject()
                        ? Optional.of(party(stored.snapshot.path("customer"), Optional.empty()))
                        : Optional.empty(),
                head(stored, lines),
                lines,
                taxes(stored),
                adjustments,
                new InvoicePaper.Totals(
                        stored.amount("sub_total"),
                        stored.amount("discount_total"),
                        stored.amount("tax_total"),
                        adjustments.stream().mapToLong(Adjustment::cents).sum(),
                        stored.voidedAt.isPresent() ? stored.remaining : total - settled),
                settlements,
                howToPay(tx, stored),
                stored.text("memo"),
                stored.voidedAt.map(at -> new InvoicePaper.Voided(stored.zone.dateOf(at), stored.voidReason)));
    }

    private static InvoicePaper.Seller seller(Stored stored) {
        var issuer = stored.snapshot.path("issuer");
        var contact = stored.email.map(
                email -> new Party.Contact("", Optional.empty(), Optional.of(email), Optional.empty()));
        return new InvoicePaper.Seller(party(issuer, contact), stored.logo.map(Companies::picture));
    }

    private static Party party(JsonNode json, Optional<Party.Contact> contact) {
        var address = json.path("address").isObject()
                ? Optional.of(Address.stored(json.path("address").toString()))
                : Optional.<Address>empty();
        return Companies.party(
                json.path("name").asText(),
                address,
                Optional.ofNullable(json.path("tax_id").textValue()),
                contact);
    }

    private static InvoicePaper.Head head(Stored stored, List<Line> lines) {
        var stretches =
                lines.stream().flatMap(line -> line.servicePeriod().stream()).toList();
        var first = stretches.stream().map(Stretch::first).min(LocalDate::compareTo);
        var last = stretches.stream().map(Stretch::last).max(LocalDate::compareTo);
        return new InvoicePaper.Head(
                stored.number,
                stored.version,
                stored.replaced,
                stored.date("issued_on"),
                stored.date("due_on"),
                stored.date("bill_on"),
                first.map(day -> new Stretch(day, last.orElseThrow())),
                stored.text("purchase_order"),
                stored.daysToPay(),
                stored.text("subject"));
    }

    /// Only the current version knows what was paid; an older one shows its own total.
    private static List<Settlement> settlements(SqlSession tx, UUID invoice, Stored stored) {
        if (stored.voidedAt.isPresent() || !stored.isCurrent) return List.of();
        var all = new ArrayList<Settlement>();
        if (stored.credited > 0) {
            all.add(new Settlement(Settlement.Kind.CREDIT, Optional.empty(), Optional.empty(), stored.credited));
        }
        if (stored.offset > 0) {
            all.add(new Settlement(Settlement.Kind.OFFSET, Optional.empty(), Optional.empty(), stored.offset));
        }
        if (stored.paid > 0) all.addAll(payments(tx, invoice, stored));
        return all;
    }

    /// Each payment with what it settled; what went back or went over to credit is left out, so that they add up.
    private static List<Settlement> payments(SqlSession tx, UUID invoice, Stored stored) {
        return tx.query("""
                SELECT paid_at, amount
                FROM standing_payments(:seller, :invoice) -- of one seller_id
                WHERE amount > 0
                ORDER BY paid_at, payment_id
                """)
                .bind("seller", stored.seller.value())
                .bind("invoice", invoice)
                .map((row, _) -> new Settlement(
                        Settlement.Kind.PAYMENT,
                        Optional.of(stored.zone.dateOf(Columns.instant(row, "paid_at"))),
                        Optional.empty(),
                        Columns.number(row, "amount")))
                .list();
    }

    private InvoicePaper.HowToPay howToPay(SqlSession tx, Stored stored) {
        if (stored.voidedAt.isPresent()) return InvoicePaper.HowToPay.NOT_AT_ALL;
        var url = stored.token.flatMap(token -> payLinks.of(tx, stored.seller, token));
        boolean isWired = stored.accepted.paywallWire() && !stored.isCollected;
        return new InvoicePaper.HowToPay(stored.isCollected, url, isWired ? bank(stored) : List.of());
    }

    /// The account of the issuer as it was frozen with the version.
    private static List<BankRow> bank(Stored stored) {
        var issuer = stored.snapshot.path("issuer");
        if (!issuer.path("bank_account").isObject()) return List.of();
        return BankAccount.stored(issuer.path("bank_account"))
                .rows(issuer.path("name").asText())
                .stream()
                .map(row -> bankRow(stored.say(), row))
                .toList();
    }

    private static BankRow bankRow(DocumentText say, BankAccount.Row row) {
        return switch (row.part()) {
            case HOLDER -> new BankRow(BankRow.Kind.HOLDER, say.text("account_holder"), row.value());
            case IBAN -> new BankRow(BankRow.Kind.ACCOUNT, "IBAN", row.value());
            case ACCOUNT_NUMBER -> new BankRow(BankRow.Kind.ACCOUNT, say.text("account_number"), row.value());
            case ROUTING_NUMBER -> new BankRow(BankRow.Kind.OTHER, say.text("routing_number"), row.value());
            case BIC -> new BankRow(BankRow.Kind.BANK_CODE, "BIC", row.value());
            case BANK -> new BankRow(BankRow.Kind.OTHER, say.text("bank"), row.value());
            case INSTRUCTIONS -> new BankRow(BankRow.Kind.OTHER, say.text("memo"), row.value());
        };
    }

    private static List<Tax> taxes(Stored stored) {
        var all = new ArrayList<Tax>();
        for (var tax : stored.snapshot.path("taxes")) {
            all.add(new Tax(
                    rate(tax),
                    tax.path("taxable_amount").longValue(),
                    tax.path("amount").longValue()));
        }
        return all;
    }

    private static TaxRate rate(JsonNode tax) {
        return TaxRate.of(
                tax.path("name").asText(),
                new BigDecimal(tax.path("rate").asText()),
                tax.path("reverse_charge").booleanValue());
    }

    /// Reads the lines. One that only balances the total becomes an adjustment below the tax (rules R-04, M-08).
    private static List<Line> lines(SqlSession tx, UUID invoice, Stored stored, List<Adjustment> adjustments) {
        var frozen = FrozenLine.all(tx, stored.seller, invoice, stored.version);
        var terms = AgreedTerms.of(tx, stored.seller, frozen);
        var lines = new ArrayList<Line>();
        boolean isAllIdle = frozen.stream().allMatch(each -> each.isIdle() || each.isBalancing());
        for (var each : frozen) {
            if (each.isIdle() && !isAllIdle) continue;
            if (each.isBalancing()) {
                adjustments.add(new Adjustment(each.name(), each.gross()));
            } else {
                var rates = rates(stored.snapshot.path("rates").path(each.taxCategory()));
                lines.add(
                        each.line(stored.currency, each.order().map(terms::get).map(each::in), rates));
            }
        }
        return lines;
    }

    private static List<TaxRate> rates(JsonNode ofCategory) {
        var all = new ArrayList<TaxRate>();
        for (var rate : ofCategory) all.add(rate(rate));
        return all;
    }
}
