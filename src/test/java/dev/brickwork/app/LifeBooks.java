package dev.brickwork.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer.Tenant;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// The results of a [LifeStory]: the invoices and the credits of its customers.
record LifeBooks(Tenant seller, List<String> customers) {
    List<JsonNode> invoices() {
        var page = seller.get("/invoices?limit=1000").is(200).json().path("results");
        return StreamSupport.stream(page.spliterator(), false).toList();
    }

    /// Those that are not void.
    List<JsonNode> standing() {
        return invoices().stream().filter(LifeBooks::isStanding).toList();
    }

    List<JsonNode> issued() {
        return standing().stream()
                .filter(invoice -> !invoice.path("issued_at").isNull())
                .toList();
    }

    /// Invoices that are yet to be issued.
    List<JsonNode> waiting() {
        return standing().stream()
                .filter(invoice -> invoice.path("issued_at").isNull())
                .toList();
    }

    boolean isPaused() {
        return waiting().stream()
                .anyMatch(invoice -> invoice.path("status").asText().equals("PAUSED"));
    }

    /// The net amounts by billing date, customer, billed company and legal entity, before tax and credit.
    Map<String, Long> netByPayer() {
        var byPayer = new TreeMap<String, Long>();
        for (var invoice : standing()) {
            long net = invoice.path("sub_total").asLong()
                    - invoice.path("discount_total").asLong();
            var payer = Stream.of("bill_at", "customer_id", "billed_company_id", "legal_entity_id")
                    .map(name -> invoice.path(name).asText())
                    .collect(Collectors.joining(" "));
            byPayer.merge(payer, net, Long::sum);
        }
        byPayer.values().removeIf(net -> net == 0);
        return byPayer;
    }

    /// The amount that the customers have paid and still owe in a currency, less the rest of their credit.
    long cost(String currency) {
        long sum = 0;
        for (var invoice : invoices()) {
            if (!isIn(currency, invoice)) continue;
            if (isStanding(invoice)) sum += invoice.path("remaining_amount").asLong();
            for (var payment : invoice.path("payments"))
                sum += payment.path("paid_amount").asLong();
        }
        return sum - credit().getOrDefault(currency, 0L) - returned(currency);
    }

    /// The revenue in the journal, without tax.
    long revenue(String currency) {
        for (var one : seller.get("/journal/balances").is(200).json().path("balances")) {
            if (one.path("account").asText().equals("REVENUE") && isIn(currency, one))
                return -one.path("balance").asLong();
        }
        return 0;
    }

    private static boolean isIn(String currency, JsonNode amount) {
        return amount.path("currency").asText().equals(currency);
    }

    private static boolean isStanding(JsonNode invoice) {
        return !invoice.path("status").asText().equals("VOIDED");
    }

    /// @param isByProcessor else by hand
    private record Returned(String currency, boolean isByProcessor, long amount) {}

    /// Money that went back, by hand or by the processor.
    private long returned(String currency) {
        return returned().stream()
                .filter(refund -> refund.currency.equals(currency))
                .mapToLong(Returned::amount)
                .sum();
    }

    long returnedByProcessor() {
        return returned().stream()
                .filter(Returned::isByProcessor)
                .mapToLong(Returned::amount)
                .sum();
    }

    private List<Returned> returned() {
        return seller.house()
                .database()
                .read(tx -> tx.query("""
                    SELECT currency, account_id IS NOT NULL AS by_processor, amount
                    FROM refund
                    WHERE seller_id = :seller AND method = 'ORIGINAL_PAYMENT_METHOD' AND state = 'SUCCEEDED'
                    """)
                        .bind("seller", seller.id().value())
                        .map((row, _) -> new Returned(
                                row.getString("currency"), row.getBoolean("by_processor"), row.getLong("amount")))
                        .list());
    }

    /// By invoice, how much tax stands on it more or less than its rate says of what was not taken back; half a unit
    /// for each rounding is left out.
    Map<String, Long> wrongTaxes() {
        var wrong = new TreeMap<String, Long>();
        for (var invoice : issued()) {
            var id = invoice.path("invoice_id").asText();
            var taken = taken(UUID.fromString(id));
            var rate = new BigDecimal(invoice.at("/taxes/0/rate").asText("0"));
            long net = invoice.path("sub_total").asLong()
                    - invoice.path("discount_total").asLong()
                    - taken.net;
            long tax = invoice.path("tax_total").asLong() - taken.tax;
            var missed = missed(rate, Math.max(0, net), tax);
            if (isFeeGivenBack(invoice)) missed = missed.min(missed(rate, net, tax));
            long roundings = 1 + taken.count * invoice.path("line_items").size();
            if (missed.compareTo(BigDecimal.valueOf(5 * roundings, 1)) > 0)
                wrong.put("%s %s".formatted(invoice.path("bill_at").asText(), id), missed.longValue());
        }
        return wrong;
    }

    /// The explanations and e-invoices that do not add up to their invoices, one message each.
    List<String> wrongPapers() {
        return LifePapers.wrong(seller, invoices());
    }

    private static BigDecimal missed(BigDecimal rate, long net, long tax) {
        var exact = rate.multiply(BigDecimal.valueOf(net)).movePointLeft(2);
        return BigDecimal.valueOf(tax).subtract(exact).abs();
    }

    /// Whether a commitment fee comes back on the invoice, which has its tax in it (rule G-06), unlike other lines
    /// below
    /// zero (rule M-06).
    private static boolean isFeeGivenBack(JsonNode invoice) {
        for (var line : invoice.path("line_items"))
            if (line.path("kind").asText().equals("COMMITMENT")
                    && line.path("sub_total").asLong() < 0) return true;
        return false;
    }

    private record Taken(long net, long tax, long count) {}

    /// Of an invoice, by changes of the contract.
    private Taken taken(UUID invoice) {
        return seller.house()
                .database()
                .read(tx -> tx.query("""
                        SELECT coalesce(sum(unused_net), 0)::bigint AS net, coalesce(sum(unused_tax), 0)::bigint AS tax,
                            count(*) AS count
                        FROM invoice_settlement
                        WHERE seller_id = :seller AND invoice_id = :invoice
                        """)
                        .bind("seller", seller.id().value())
                        .bind("invoice", invoice)
                        .map((row, _) -> new Taken(row.getLong("net"), row.getLong("tax"), row.getLong("count")))
                        .one());
    }

    /// Each line, each tax and each credit is rounded for itself.
    long roundings() {
        long roundings = 1;
        for (var credit : credits()) roundings += credit.path("count").asLong();
        for (var invoice : invoices())
            roundings += 1 + invoice.path("line_items").size();
        return roundings;
    }

    /// The remaining credit of all customers, by currency.
    Map<String, Long> credit() {
        var credit = new TreeMap<String, Long>();
        for (var one : credits())
            for (var balance : one.path("balances"))
                credit.merge(
                        balance.path("currency").asText(),
                        balance.path("balance").asLong(),
                        Long::sum);
        return credit;
    }

    private List<JsonNode> credits() {
        return customers.stream()
                .map(customer -> seller.get("/customers/%s/credits?limit=1000".formatted(customer))
                        .is(200)
                        .json())
                .toList();
    }

    @Override
    public String toString() {
        var bills = invoices().stream()
                .map(invoice -> "%s %s %s of %s"
                        .formatted(
                                invoice.path("bill_at").asText(),
                                invoice.path("status").asText(),
                                invoice.path("remaining_amount").asText(),
                                invoice.path("grand_total").asText()))
                .collect(Collectors.joining("\n"));
        return "%s\n\n%s".formatted(bills, credits());
    }
}
