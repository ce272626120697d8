package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Await;
import dev.brickwork.support.ReceivedSpans;
import dev.brickwork.support.Receiver;
import dev.brickwork.support.Shop;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Counts the SQL statements of regenerating an invoice that bears many windows of usage: all are read at once.
@Tag("verify")
final class RegenerateStatementsTest {
    private static final Receiver COLLECTOR = Receiver.open();

    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp(Map.of("BRICKWORK_TRACES_URL", COLLECTOR.url()));

    @AfterAll
    static void close() {
        COLLECTOR.close();
    }

    @Test
    void windowsAreAskedForTogether() {
        assertThat(statements(4, "4")).containsExactlyElementsOf(statements(2, "2"));
    }

    /// Of one regeneration of an invoice that bears so many windows, some of each of which was given back as credit.
    private static List<String> statements(int windows, String digit) {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z");
        var shop = new Shop(seller);
        var bricks = IntStream.range(0, windows)
                .mapToObj(i -> shop.brick("calls" + i, "USAGE"))
                .toList();
        var plan = shop.plan(
                "Metered", bricks.stream().map(brick -> Shop.priced(brick, """
                {"currency": "USD", "model": "FLAT", "unit_price": "0.04", "overage_unit_price": "0.06",
                 "pre_commitment_schedule": "MONTHLY"}""")).toArray(String[]::new));
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var subscription = seller.post("/subscriptions", """
                {"starts_at": "2025-01-01", "contract_length": 3, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "bricks": [%s]}""".formatted(
                                plan,
                                customer,
                                String.join(
                                        ",",
                                        bricks.stream()
                                                .map("{\"brick_id\": \"%s\", \"quantity\": 100}"::formatted)
                                                .toList())))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        seller.advanceTo("2025-01-20T00:00:00Z");
        for (var brick : bricks)
            for (var id : List.of("kept", "gone"))
                seller.post("/usage", """
                        {"transaction_id": "%s %s", "subscription_id": "%s", "brick_id": "%s", "value": 150,
                         "time": "2025-01-10T00:00:00Z"}""".formatted(id, brick, subscription, brick))
                        .is(201);
        seller.advanceTo("2025-02-10T00:00:00Z");
        for (var brick : bricks)
            seller.send("DELETE", "/usage", "{\"transaction_id\": \"gone %s\"}".formatted(brick))
                    .is(200);
        seller.advanceTo("2025-02-11T00:00:00Z");
        assertThat(seller.get("/customers/%s/credits".formatted(customer))
                        .is(200)
                        .json()
                        .at("/balances/0/balance")
                        .asLong())
                .isEqualTo(windows * 900L);
        var invoice = seller.get("/subscriptions/%s/invoices".formatted(subscription))
                .is(200)
                .json()
                .at("/results/1/invoice_id")
                .asText();
        var trace = digit.repeat(32);
        seller.send(
                        "POST",
                        "/invoices/%s/regenerate".formatted(invoice),
                        "{}",
                        "traceparent",
                        "00-%s-%s-01".formatted(trace, digit.repeat(16)))
                .is(200);
        Await.until(
                "the span of the request is there",
                () -> spans(trace).stream().anyMatch(name -> name.startsWith("POST")));
        return spans(trace);
    }

    /// The names of the spans of a trace, sorted.
    private static List<String> spans(String trace) {
        return COLLECTOR.all().stream()
                .flatMap(received -> ReceivedSpans.of(received).stream())
                .filter(span -> ReceivedSpans.isOf(span, trace))
                .map(span -> span.getName())
                .sorted()
                .toList();
    }
}
