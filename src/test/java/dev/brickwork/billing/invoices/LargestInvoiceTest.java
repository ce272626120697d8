package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import dev.brickwork.support.Tier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every brick that an order may have in every phase that it may have, all on one invoice. What the limits allow can
/// be billed, printed and corrected.
@Tag("full")
@Tag("soak")
final class LargestInvoiceTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final boolean IS_LONG = Tier.current() == Tier.SOAK;
    private static final int BRICKS = IS_LONG ? 200 : 10;
    private static final int PHASES = IS_LONG ? 60 : 12;

    @Test
    void itIsIssuedPrintedAndRegenerated() {
        var seller = HOUSE.sellerAt("2025-01-31T08:00:00Z");
        var shop = new Shop(seller);
        var bricks = IntStream.range(0, BRICKS)
                .mapToObj(i -> shop.brick("brick-" + i, "SUBSCRIPTION"))
                .toList();
        var plan = shop.plan(
                "Everything",
                bricks.stream()
                        .map(brick -> Shop.priced(brick, Shop.monthly("39.00")))
                        .toArray(String[]::new));
        var ordered = bricks.stream()
                .map("{\"brick_id\": \"%s\", \"quantity\": 2}"::formatted)
                .collect(Collectors.joining(", ", "[", "]"));
        var phases = IntStream.rangeClosed(1, PHASES)
                .mapToObj(
                        "{\"phase_position\": %%d, \"contract_length\": 1, \"bricks\": %s}".formatted(ordered)
                                ::formatted)
                .collect(Collectors.joining(", ", "[", "]"));
        var customer = seller.post("/customers", "{\"name\": \"Everything\"}").text("customer_id");
        var subscription = seller.post("/subscriptions", """
                {"starts_at": "2025-01-31", "contract_length": %d, "billing_frequency": "ALL_UPFRONT",
                 "plan_id": "%s", "customer_id": "%s", "bricks": %s, "phases": %s}
                """.formatted(PHASES, plan, customer, ordered, phases))
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        var invoice = seller.get("/subscriptions/%s/invoices".formatted(subscription))
                .json()
                .path("results")
                .path(0);
        assertThat(invoice.path("line_items")).hasSize(BRICKS * PHASES);
        assertThat(invoice.path("grand_total").asLong()).isEqualTo(78_00L * BRICKS * PHASES);

        var path = "/invoices/" + invoice.path("invoice_id").asText();
        var again = seller.post(path + "/regenerate", "{}").is(200).json();

        assertThat(again.path("grand_total")).isEqualTo(invoice.path("grand_total"));
        seller.get(path + "/pdf?version=2").is(200, "url");
    }
}
