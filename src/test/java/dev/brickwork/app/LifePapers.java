package dev.brickwork.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer.Tenant;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/// Checks that each explanation and each e-invoice of a [LifeStory] adds up to the total of its invoice.
final class LifePapers {
    private static final Pattern LINE = Pattern.compile("<cac:InvoiceLine>.*?</cac:InvoiceLine>", Pattern.DOTALL);
    private static final Pattern DISCOUNT =
            Pattern.compile("<cac:AllowanceCharge>.*?</cac:AllowanceCharge>", Pattern.DOTALL);
    private static final Pattern TAX = Pattern.compile("<cac:TaxSubtotal>.*?</cac:TaxSubtotal>", Pattern.DOTALL);

    private final Tenant seller;
    private final List<String> wrong = new ArrayList<>();

    private LifePapers(Tenant seller) {
        this.seller = seller;
    }

    /// The documents that do not add up, one message each.
    static List<String> wrong(Tenant seller, List<JsonNode> invoices) {
        var papers = new LifePapers(seller);
        for (var invoice : invoices) {
            papers.explanation(invoice);
            boolean isVoid = invoice.path("status").asText().equals("VOIDED");
            if (!invoice.path("issued_at").isNull() && !isVoid) papers.electronic(invoice);
        }
        return papers.wrong;
    }

    private void explanation(JsonNode invoice) {
        var told = seller.get("/invoices/%s/explain".formatted(id(invoice)))
                .is(200)
                .json();
        long total = invoice.path("grand_total").asLong();
        expect(invoice, "explained", total, sum(told.path("parts")));
        for (var part : told.path("parts")) {
            var what = part.path("what").asText();
            long amount = part.path("amount").asLong();
            if (what.equals("line")) expect(invoice, part.toString(), amount, sum(part.path("parts")));
        }
        if (invoice.path("status").asText().equals("VOIDED")) return;
        if (invoice.path("issued_at").isNull()) return;
        expect(invoice, "settled", invoice.path("remaining_amount").asLong(), total + sum(told.path("settlement")));
    }

    private void electronic(JsonNode invoice) {
        var reply = seller.get("/invoices/%s/e-invoice?format=ubl".formatted(id(invoice)));
        if (reply.status() != 200) {
            boolean isKnown = reply.body().contains("at least one line")
                    || reply.body().contains("VAT id")
                    || reply.body().contains("has no tax id");
            if (!isKnown) wrong.add("no e-invoice: " + reply.body());
            return;
        }
        var xml = reply.body();
        var head = xml.substring(0, xml.indexOf("<cac:InvoiceLine>"));
        var totals = head.substring(head.indexOf("<cac:LegalMonetaryTotal>"));
        long net = cents(totals, "LineExtensionAmount");
        long lines = 0;
        for (var line = LINE.matcher(xml); line.find(); ) {
            lines += cents(line.group(), "LineExtensionAmount");
            line(invoice, line.group());
        }
        expect(invoice, "lines of " + xml, net, lines);
        long tax = cents(head.substring(head.indexOf("<cac:TaxTotal>")), "TaxAmount");
        long taxes = 0;
        for (var one = TAX.matcher(head); one.find(); ) {
            taxes += cents(one.group(), "TaxAmount");
            var rate = text(one.group(), "Percent");
            if (rate.isEmpty()) continue;
            var exact = BigDecimal.valueOf(cents(one.group(), "TaxableAmount"))
                    .multiply(new BigDecimal(rate))
                    .movePointLeft(2);
            var rounded = exact.setScale(0, RoundingMode.HALF_UP);
            expect(invoice, "category " + one.group(), rounded.longValueExact(), cents(one.group(), "TaxAmount"));
        }
        expect(invoice, "taxes of " + xml, tax, taxes);
        expect(invoice, "tax", invoice.path("tax_total").asLong(), tax);
        expect(invoice, "with tax", cents(totals, "TaxInclusiveAmount"), net + tax);
        long due = cents(totals, "PayableAmount");
        long paid = totals.contains("PrepaidAmount") ? cents(totals, "PrepaidAmount") : 0;
        expect(invoice, "due", due, net + tax - paid);
        expect(invoice, "remains", invoice.path("remaining_amount").asLong(), due);
    }

    private void line(JsonNode invoice, String xml) {
        var quantity = new BigDecimal(text(xml, "InvoicedQuantity"));
        var price = new BigDecimal(text(xml, "PriceAmount"));
        var base = new BigDecimal(text(xml, "BaseQuantity"));
        var net = quantity.multiply(price).divide(base, 6, RoundingMode.HALF_UP).setScale(2, RoundingMode.HALF_UP);
        for (var discounts = DISCOUNT.matcher(xml); discounts.find(); ) {
            var amount = new BigDecimal(text(discounts.group(), "Amount"));
            boolean isCharge = Boolean.parseBoolean(text(discounts.group(), "ChargeIndicator"));
            net = isCharge ? net.add(amount) : net.subtract(amount);
        }
        expect(
                invoice,
                xml,
                cents(xml, "LineExtensionAmount"),
                net.movePointRight(2).longValueExact());
    }

    private void expect(JsonNode invoice, String what, long expected, long actual) {
        if (expected != actual)
            wrong.add("%s %s: %d, not %d: %s".formatted(invoice.path("bill_at"), id(invoice), actual, expected, what));
    }

    private static String id(JsonNode invoice) {
        return invoice.path("invoice_id").asText();
    }

    private static long sum(JsonNode parts) {
        return StreamSupport.stream(parts.spliterator(), false)
                .mapToLong(part -> part.path("amount").asLong())
                .sum();
    }

    private static long cents(String xml, String name) {
        return new BigDecimal(text(xml, name)).movePointRight(2).longValueExact();
    }

    private static String text(String xml, String name) {
        var found = Pattern.compile("<cbc:%s[^>]*>([^<]*)<".formatted(name)).matcher(xml);
        return found.find() ? found.group(1) : "";
    }
}
