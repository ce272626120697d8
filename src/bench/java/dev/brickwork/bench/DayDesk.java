package dev.brickwork.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;

/// One seller of a working day: what its clients may ask, each time something else. Answers leave behind what
/// others ask about: an order to be started, an invoice to be paid.
final class DayDesk {
    private static final int CONTRACTS = 25;
    private static final int BATCH = 20;
    private static final int MONTHS = 12;

    /// One request.
    ///
    /// @param then takes the body of a success
    record Ask(String kind, byte[] request, Consumer<JsonNode> then) {
        static Ask read(Client client, String path) {
            return new Ask("read", client.bytes("GET", path, ""), _ -> {});
        }
    }

    private final Client client;
    private final TeamPlan plan;
    private final String today = LocalDate.now(ZoneOffset.UTC).toString();
    private final List<String> customers = new ArrayList<>();
    private final List<String> subscriptions = new ArrayList<>();
    private final List<String> invoices = new ArrayList<>();
    private final Deque<String> toStart = new ConcurrentLinkedDeque<>();
    private final Deque<JsonNode> toPay = new ConcurrentLinkedDeque<>();
    private long entries;

    DayDesk(Client client) {
        this.client = client;
        this.plan = TeamPlan.create(client);
        for (int i = 0; i < CONTRACTS; i++) {
            var customer = client.post("/customers", "{\"name\": \"Customer %d\"}".formatted(i))
                    .path("customer_id")
                    .asText();
            customers.add(customer);
            var id = client.post("/subscriptions", order(customer))
                    .path("subscription_id")
                    .asText();
            client.post("/subscriptions/%s/start".formatted(id), "{}");
            subscriptions.add(id);
        }
        for (var invoice :
                client.call("GET", "/invoices?limit=100&status=OUTSTANDING", "").path("results"))
            invoices.add(invoice.path("invoice_id").asText());
    }

    /// Of twenty requests twelve read, five meter usage and three move money.
    Ask next(Random random) {
        int turn = random.nextInt(20);
        if (turn < 12) return read(random);
        return turn < 17 ? meter(random) : move(random);
    }

    private Ask read(Random random) {
        return Ask.read(
                client,
                switch (random.nextInt(6)) {
                    case 0 -> "/subscriptions/" + any(subscriptions, random);
                    case 1 -> "/customers/" + any(customers, random);
                    case 2 -> "/subscriptions/%s/invoices".formatted(any(subscriptions, random));
                    case 3 -> "/subscriptions/%s/bricks/%s/usage".formatted(any(subscriptions, random), plan.calls());
                    default -> "/invoices/" + any(invoices, random);
                });
    }

    private Ask meter(Random random) {
        if (random.nextInt(5) > 0) return new Ask("usage", client.bytes("POST", "/usage", entry(random)), _ -> {});
        var batch = new StringBuilder("[");
        for (int i = 0; i < BATCH; i++) batch.append(i == 0 ? "" : ",").append(entry(random));
        return new Ask(
                "usage", client.bytes("POST", "/usage/batch", batch.append(']').toString()), _ -> {});
    }

    private String entry(Random random) {
        return """
                {"transaction_id": "day-%d", "subscription_id": "%s", "brick_id": "%s", "value": %d, "time": "%s"}""".formatted(entries++, any(subscriptions, random), plan.calls(), random.nextInt(100), Instant.now());
    }

    /// An order or its start, an invoice of its own or its end.
    private Ask move(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> order(random);
            case 1 ->
                Optional.ofNullable(toStart.poll())
                        .map(id -> money("start", "/subscriptions/%s/start".formatted(id), "{}", _ -> {}))
                        .orElseGet(() -> order(random));
            case 2 -> invoice(random);
            default ->
                Optional.ofNullable(toPay.poll())
                        .map(invoice -> settle(invoice, random))
                        .orElseGet(() -> invoice(random));
        };
    }

    private Ask order(Random random) {
        return money(
                "order",
                "/subscriptions",
                order(any(customers, random)),
                made -> toStart.add(made.path("subscription_id").asText()));
    }

    private String order(String customer) {
        return """
                {"starts_at": "%s", "contract_length": %d, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "bricks": %s}""".formatted(today, MONTHS, plan.plan(), customer, plan.bricks(20));
    }

    private Ask invoice(Random random) {
        var body = """
                {"customer_id": "%s", "line_items": [{"description": "Advice", "quantity": 3, "unit_price": "25.00"}]}""".formatted(any(customers, random));
        return money("invoice", "/invoices", body, toPay::add);
    }

    /// Most are paid, some are voided.
    private Ask settle(JsonNode invoice, Random random) {
        var path = "/invoices/" + invoice.path("invoice_id").asText();
        if (random.nextInt(5) == 0) return money("void", path + "/void", "{\"reason\": \"ordered twice\"}", _ -> {});
        var paid = """
                {"payment_method": "WIRE", "paid_amount": %d}""".formatted(invoice.path("remaining_amount").asLong());
        return money("payment", path + "/payments", paid, _ -> {});
    }

    private Ask money(String kind, String path, String body, Consumer<JsonNode> then) {
        return new Ask(kind, client.bytes("POST", path, body), then);
    }

    private static String any(List<String> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}
