package dev.brickwork.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer.Tenant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/// Checks facts of a [LifeStory] that the API reports in more than one place: sums that must be equal, and events
/// that come once.
record LifeTold(Tenant seller, LifeBooks books) {
    /// The facts that differ, one message each.
    List<String> wrong() {
        var wrong = new ArrayList<String>();
        var invoices = books.invoices();
        var events = events();
        for (var invoice : invoices) events(wrong, invoice, events);
        expect(wrong, "open", open(invoices), totals());
        expect(wrong, "owed", open(invoices), balances("RECEIVABLE", 1));
        expect(wrong, "credit", books.credit(), balances("CUSTOMER_CREDIT", -1));
        return wrong;
    }

    private static void events(List<String> wrong, JsonNode invoice, Map<String, Integer> events) {
        boolean isIssued = !invoice.path("issued_at").isNull();
        boolean isVoid = invoice.path("status").asText().equals("VOIDED");
        var told = new TreeMap<String, Integer>();
        told.put("invoice.start", isIssued ? 1 : 0);
        if (isIssued || !isVoid) told.put("invoice.voided", isVoid ? 1 : 0); // A change drops unissued ones silently.
        told.put("invoice.payment.succeeded", payments(invoice, "SUCCEEDED"));
        told.put("invoice.payment.failed", payments(invoice, "FAILED"));
        told.forEach((type, count) -> {
            int heard = events.getOrDefault(type + invoice.path("invoice_id").asText(), 0);
            if (heard != count) wrong.add("%s %d times and not %d: %s".formatted(type, heard, count, invoice));
        });
    }

    private static int payments(JsonNode invoice, String state) {
        return (int) StreamSupport.stream(invoice.path("payments").spliterator(), false)
                .filter(payment -> payment.path("state").asText().equals(state))
                .count();
    }

    /// By type and object.
    private Map<String, Integer> events() {
        var counts = new HashMap<String, Integer>();
        seller.house()
                .database()
                .read(tx -> tx.query("""
                    SELECT event_type || object_id
                    FROM event
                    WHERE seller_id = :seller AND is_public
                    """)
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .list())
                .forEach(told -> counts.merge(told, 1, Integer::sum));
        return counts;
    }

    private static Map<String, Long> open(List<JsonNode> invoices) {
        var open = new TreeMap<String, Long>();
        for (var invoice : invoices) {
            var status = invoice.path("status").asText();
            if (invoice.path("issued_at").isNull() || status.equals("VOIDED")) continue;
            open.merge(
                    invoice.path("currency").asText(),
                    invoice.path("remaining_amount").asLong(),
                    Long::sum);
        }
        return open;
    }

    private Map<String, Long> totals() {
        var totals = new TreeMap<String, Long>();
        for (var sum : seller.get("/invoices/totals").is(200).json().path("open"))
            totals.put(sum.path("currency").asText(), sum.path("amount").asLong());
        return totals;
    }

    private Map<String, Long> balances(String account, int sign) {
        var balances = new TreeMap<String, Long>();
        for (var one : seller.get("/journal/balances").is(200).json().path("balances")) {
            if (one.path("account").asText().equals(account))
                balances.put(
                        one.path("currency").asText(),
                        sign * one.path("balance").asLong());
        }
        return balances;
    }

    private static void expect(List<String> wrong, String what, Map<String, Long> here, Map<String, Long> there) {
        here.values().removeIf(amount -> amount == 0);
        there.values().removeIf(amount -> amount == 0);
        if (!here.equals(there)) wrong.add("%s: %s here, and %s there".formatted(what, here, there));
    }
}
