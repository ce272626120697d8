package dev.brickwork.delivery.documents;

import dev.brickwork.delivery.documents.InvoicePaper.Adjustment;
import dev.brickwork.delivery.documents.InvoicePaper.Seller;
import dev.brickwork.delivery.documents.InvoicePaper.Stretch;
import dev.brickwork.delivery.documents.OrderFormPaper.Frequency;
import dev.brickwork.delivery.documents.OrderFormPaper.Head;
import dev.brickwork.delivery.documents.OrderFormPaper.Installment;
import dev.brickwork.delivery.documents.OrderFormPaper.Renewal;
import dev.brickwork.delivery.documents.OrderFormPaper.Signature;
import dev.brickwork.delivery.documents.OrderFormPaper.Signing;
import dev.brickwork.delivery.documents.Party.Contact;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// Order forms for tests: a year in quarters, open or signed.
final class Orders {
    private Orders() {}

    static OrderFormPaper open(Locale locale) {
        return order(locale, Signing.OPEN);
    }

    static OrderFormPaper signed() {
        var at = ZonedDateTime.of(2026, 2, 20, 15, 4, 5, 0, ZoneId.of("Europe/Berlin"));
        return order(
                Locale.US,
                new Signing(
                        Optional.empty(),
                        Optional.of(
                                new Signature("Erika Mustermann", Optional.empty(), at, Optional.of("203.0.113.7")))));
    }

    /// Open, with so many lines.
    static OrderFormPaper ofLength(int lines) {
        var paper = Papers.paper();
        for (int i = 1; i <= lines; i++) paper.line("Seat package " + i, "2", "19.90", Papers.GERMAN_VAT);
        return order(Locale.US, Signing.OPEN, paper.made());
    }

    private static OrderFormPaper order(Locale locale, Signing customer) {
        var invoice = Papers.paper()
                .line("Platform", "200", "39.00", List.of(Papers.percent("10", 780_00)), Papers.GERMAN_VAT)
                .tieredLine(Papers.GERMAN_VAT)
                .made();
        return order(locale, customer, invoice);
    }

    private static OrderFormPaper order(Locale locale, Signing customer, InvoicePaper invoice) {
        var start = LocalDate.of(2026, 3, 1);
        var jane = new Contact(
                "Erika Mustermann", Optional.of("Head of Purchasing"), Optional.of("e@example.com"), Optional.empty());
        return new OrderFormPaper(
                locale,
                invoice.currency(),
                new Seller(invoice.seller().party(), Optional.empty()),
                invoice.billed(),
                Optional.of(Papers.company(
                        "Reseller Partners Ltd", "GB", "1 Canada Square", "E14 5AB", "London", "GB999999973")),
                new Head(
                        "ORD-2026-0042",
                        OrderFormPaper.Type.RECAST,
                        "Business",
                        new Stretch(start, start.plusYears(1).minusDays(1)),
                        12,
                        Frequency.QUARTERLY,
                        List.of(30),
                        Optional.of("PO-77812"),
                        List.of("ap@hochbau.example", "rechnung@hochbau.example")),
                new Renewal(true, 12, Optional.of(new BigDecimal("3.5"))),
                invoice.lines(),
                List.of(),
                invoice.taxes(),
                List.of(new Adjustment("Adjustment credit", -548_39)),
                IntStream.range(0, 4)
                        .mapToObj(quarter -> new Installment(
                                start.plusMonths(3L * quarter),
                                Optional.of(new Stretch(
                                        start.plusMonths(3L * quarter),
                                        start.plusMonths(3L * quarter + 3).minusDays(1))),
                                quarter == 0 ? 1548_29 : 2096_68))
                        .toList(),
                0,
                Signing.OPEN,
                customer.signature().isPresent() ? customer : new Signing(Optional.of(jane), Optional.empty()));
    }
}
