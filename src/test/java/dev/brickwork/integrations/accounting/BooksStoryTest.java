package dev.brickwork.integrations.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.support.Await;
import dev.brickwork.support.Property;
import dev.brickwork.support.Shop;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Whatever happens to a contract and its invoices, the outside books say the same as the journal: what is owed, and
/// what tax is due.
@Tag("verify")
@Tag("full")
@Tag("soak")
class BooksStoryTest {
    private static final int STEP_COUNT = 10;
    private static final XeroBrain XERO = new XeroBrain();
    private static final BooksDouble DOUBLE = new BooksDouble(XERO);

    @AutoClose
    private static final TestServer HOUSE = DOUBLE.house();

    @Test
    void theBooksSayWhatTheJournalSays() {
        Property.holds(Property.cases(2, 60), random -> {
            var story = new Story(random);
            story.isTheSameThere();
            for (int i = 0; i < STEP_COUNT; i++) {
                story.step();
                story.isTheSameThere();
            }
        });
    }

    private static final class Story {
        private final Random random;
        private final TestServer.Tenant seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
        private final String name = "Story " + UUID.randomUUID();
        private final String frequency;
        private final String seats;
        private final String customer;
        private final String subscription;
        private final List<String> told = new ArrayList<>();
        private LocalDate today = LocalDate.parse("2025-01-01");

        Story(Random random) {
            this.random = random;
            this.frequency = List.of("ANNUALLY", "QUARTERLY", "MONTHLY").get(random.nextInt(3));
            BooksDouble.connectXero(seller);
            seller.post("/tax-registrations", "{\"country\": \"GB\"}").is(200);
            seller.patch("/seller", "{%s}".formatted(at("GB"))).is(200);
            var shop = new Shop(seller);
            seats = shop.brick("seats", "SUBSCRIPTION");
            var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("33.33")));
            customer = seller.post("/customers", "{\"name\": \"%s\", %s}".formatted(name, at("GB")))
                    .is(200)
                    .text("customer_id");
            subscription = seller.post("/subscriptions", """
                            {"customer_id": "%s", "plan_id": "%s", "starts_at": "2025-01-01", "contract_length": 12,
                             "billing_frequency": "%s", "bricks": [{"brick_id": "%s", "quantity": 5}]}
                            """.formatted(customer, plan, frequency, seats))
                    .is(200)
                    .text("subscription_id");
            tell("start " + frequency, seller.post("/subscriptions/%s/start".formatted(subscription), "{}"));
        }

        private static String at(String country) {
            return "\"address\": {\"line_1\": \"2 Quay\", \"city\": \"Hull\", \"country\": \"%s\"}".formatted(country);
        }

        /// Something that is refused is no less a part of the story.
        void step() {
            var invoice = someInvoice();
            var path = "/invoices/" + invoice.path("invoice_id").asText();
            var number = invoice.path("invoice_number").asText();
            switch (random.nextInt(14)) {
                case 0, 1, 2 -> {
                    long open = invoice.path("remaining_amount").asLong();
                    long amount = List.of(open, open / 2, open + 700).get(random.nextInt(3));
                    tell("pay %d on %s".formatted(amount, number), seller.post(path + "/payments", """
                            {"payment_method": "WIRE", "paid_amount": %d}
                            """.formatted(
                                    amount)));
                }
                case 3 -> refund(seller.get(path).is(200).json().path("payments"));
                case 4 -> tell("grant", seller.post("/customers/%s/credits".formatted(customer), """
                            {"amount": 3000, "reason": "Goodwill"}
                            """));
                case 5 -> tell("void " + number, seller.post(path + "/void", "{}"));
                case 6 -> tell("regenerate " + number, seller.post(path + "/regenerate", "{}"));
                case 7 -> {
                    var country = random.nextBoolean() ? "US" : "GB";
                    seller.patch("/customers/" + customer, "{%s}".formatted(at(country)))
                            .is(200);
                    tell("regenerate %s for %s".formatted(number, country), seller.post(path + "/regenerate", """
                            {"should_use_current_address": true}
                            """));
                }
                case 8, 9 -> change("upgrade", random.nextInt(12), "");
                case 10 -> {
                    var terms = ", \"contract_length\": 12, \"billing_frequency\": \"%s\"".formatted(frequency);
                    var byHand = random.nextBoolean() ? "" : ", \"adjustment_credit\": 5000";
                    change("recast", 1 + random.nextInt(9), terms + byHand);
                }
                case 11 -> tell("spend credit on " + number, seller.post(path + "/apply-credit", "{}"));
                case 12 -> tell("training", seller.post("/invoices", """
                            {"customer_id": "%s", "line_items": [{"description": "Training", "unit_price": "99.99"}]}
                            """.formatted(customer)));
                default -> {
                    today = today.plusDays(20 + random.nextInt(30));
                    seller.advanceTo(today + "T08:00:00Z");
                    told.add("go to " + today);
                }
            }
        }

        private JsonNode someInvoice() {
            var issued = StreamSupport.stream(
                            seller.get("/subscriptions/%s/invoices?limit=1000".formatted(subscription))
                                    .is(200)
                                    .json()
                                    .path("results")
                                    .spliterator(),
                            false)
                    .filter(invoice -> !invoice.path("invoice_number").isNull())
                    .toList();
            return issued.get(random.nextInt(issued.size()));
        }

        private void refund(JsonNode payments) {
            if (payments.isEmpty()) return;
            var payment = payments.get(random.nextInt(payments.size())).path("payment_id");
            var toCredit = "{\"amount\": 2000, \"refund_method\": \"ACCOUNT_CREDIT\"}";
            var body = List.of("{}", "{\"amount\": 1000}", toCredit).get(random.nextInt(3));
            tell("refund " + body, seller.post("/payments/%s/refund".formatted(payment.asText()), body));
        }

        private void change(String kind, int quantity, String more) {
            var path = "/subscriptions/%s/%s".formatted(subscription, kind);
            var made = seller.post(path, """
                    {"starts_at": "%s", "bricks": [{"brick_id": "%s", "quantity": %d}]%s}
                    """.formatted(today, seats, quantity, more));
            if (made.status() != 200) return;
            tell(
                    "%s to %d on %s%s".formatted(kind, quantity, today, more),
                    seller.post("%s/%s/start".formatted(path, made.text("order_id")), "{}"));
        }

        private void tell(String what, TestServer.Reply reply) {
            assertThat(reply.status()).as(what + reply.body()).isLessThan(500);
            told.add(what + ": " + reply.status());
        }

        void isTheSameThere() {
            Await.until(
                    "it is there as it is here",
                    () -> isAllDone() && there().equals(here()),
                    () -> "there %s, here %s after %s: %s"
                            .formatted(
                                    there(),
                                    here(),
                                    told,
                                    seller.get("/accounting/log").body()));
        }

        /// The amount owed and the tax in the books.
        private String there() {
            if (XERO.kept("Contacts", "Name", name).isEmpty()) return "no contact";
            var standing = XERO.standing(name).split(" ", -1);
            return standing[0] + " " + standing[3];
        }

        private String here() {
            var owed = BigDecimal.ZERO;
            var tax = BigDecimal.ZERO;
            for (var one : seller.get("/journal/balances").is(200).json().path("balances")) {
                var balance = BigDecimal.valueOf(one.path("balance").asLong(), 2);
                if (one.path("account").asText().equals("RECEIVABLE")) owed = balance;
                if (one.path("account").asText().equals("TAX")) tax = balance.negate();
            }
            return owed + " " + tax;
        }

        private boolean isAllDone() {
            var entries =
                    seller.get("/accounting/log?limit=1000").is(200).json().path("results");
            return !entries.isEmpty()
                    && StreamSupport.stream(entries.spliterator(), false)
                            .allMatch(entry -> entry.path("outcome").asText().equals("DONE"));
        }
    }
}
