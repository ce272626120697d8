package dev.brickwork;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.House.Tenant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// What came of a [LifeStory]: the invoices and the credits of its customers.
record LifeBooks(Tenant seller, List<String> customers) {
    List<JsonNode> invoices() {
        var page = seller.get("/invoices?limit=1000").is(200).json().path("results");
        return StreamSupport.stream(page.spliterator(), false).toList();
    }

    /// Those that are not void.
    List<JsonNode> standing() {
        return invoices().stream()
                .filter(invoice -> !invoice.path("status").asText().equals("VOIDED"))
                .toList();
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

    /// What the customers have paid and still owe, without what is left of their credit.
    long cost() {
        long sum = 0;
        for (var invoice : standing()) sum += invoice.path("remaining_amount").asLong();
        for (var invoice : invoices())
            for (var payment : invoice.path("payments"))
                sum += payment.path("paid_amount").asLong();
        for (var credit : credits())
            for (var balance : credit.path("balances"))
                sum -= balance.path("balance").asLong();
        return sum;
    }

    /// Each line, each tax and each credit is rounded for itself.
    long roundings() {
        long roundings = 1;
        for (var credit : credits()) roundings += credit.path("count").asLong();
        for (var invoice : invoices())
            roundings += 1 + invoice.path("line_items").size();
        return roundings;
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
