package dev.brickwork.delivery.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.webhooks.endpoints.EventTypes;
import dev.brickwork.support.Await;
import dev.brickwork.support.Contract;
import dev.brickwork.support.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two years of one seller in which every event of the list happens: each where its rule says and as
/// often, in the shape that the OpenAPI file gives it, holding all that its golden file has.
@Tag("verify")
class EventStoryTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final Path GOLDEN = Path.of("src/test/resources/golden/events");
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern TOKEN = Pattern.compile("(/(?:pay|order-forms|files)/)[A-Za-z0-9_-]{20,}");
    private static final ObjectMapper PRETTY = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private static final List<JsonNode> FEED = new ArrayList<>();
    private static TestServer.Tenant seller;
    private static String plan;
    private static String seats;
    private static String work;
    private static String calls;
    private static String acme = "";

    @BeforeAll
    static void theStory() throws InterruptedException {
        seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
        var shop = new Shop(seller);
        seats = shop.brick("seats", "SUBSCRIPTION");
        work = shop.brick("rollout", "MILESTONE");
        calls = shop.brick("calls", "USAGE");
        plan = shop.plan(
                "Team",
                Shop.priced(seats, Shop.monthly("25.00")),
                Shop.priced(work, Shop.flat("300.00")),
                Shop.priced(calls, """
                        {"currency": "USD", "model": "FLAT", "unit_price": "0.04", "overage_unit_price": "0.06",
                         "pre_commitment_schedule": "MONTHLY"}"""));
        people();
        phasesPauseAndTermination();
        termsThatEnd();
        money();
        thresholds();
        fullBalance();
        read();
    }

    private static void people() {
        acme = customer("Acme");
        seller.patch("/customers/" + acme, "{\"legal_name\": \"Acme Robotics Inc\"}")
                .is(200);
        var persons = "/customers/%s/persons".formatted(acme);
        var ann = seller.post(
                        persons, "{\"first_name\": \"Ann\", \"last_name\": \"Lee\", \"email\": \"ann@example.com\"}")
                .is(200)
                .text("person_id");
        seller.patch(persons + "/" + ann, "{\"role\": \"CFO\"}").is(200);
    }

    private static void phasesPauseAndTermination() {
        var id = started("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                 "bricks": [], "customer_id": "%s", "auto_renews": false, "phases": [
                   {"phase_position": 1, "contract_length": 6, "bricks": [{"brick_id": "%s", "quantity": 10},
                     {"brick_id": "%s", "quantity": 3}]},
                   {"phase_position": 2, "contract_length": 6, "bricks": [{"brick_id": "%s", "quantity": 20}]}]}
                """.formatted(plan, acme, seats, work, seats));
        var path = "/subscriptions/" + id;
        var milestone = seller.get(path + "/milestones").first("milestone_id");
        seller.post(path + "/milestones/%s/complete".formatted(milestone), "{\"quantity\": 2}")
                .is(200);
        seller.advanceTo("2025-02-01T08:00:00Z");
        seller.post(path + "/pause", "{\"paused_at\": \"2025-02-01\"}").is(200);
        seller.advanceTo("2025-02-11T08:00:00Z");
        seller.post(path + "/resume", "{}").is(200);
        var order = seller.post(
                        path + "/upgrade",
                        "{\"starts_at\": \"2025-02-11\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 12}]}"
                                .formatted(seats))
                .is(200)
                .text("order_id");
        seller.delete(path + "/upgrade/" + order).is(200);
        seller.post(path + "/terminate", "{\"termination_date\": \"2025-09-01\", \"termination_notes\": \"moving\"}")
                .is(200);
        seller.post(path + "/reinstate", "{}").is(200);
        var open = seller.post("/subscriptions", simple("2025-03-01", 12, ""))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/terminate".formatted(open), "{}").is(200);
        seller.advanceTo("2025-08-01T08:00:00Z");
    }

    private static void termsThatEnd() {
        started(simple("2025-08-01", 1, ", \"auto_renews\": true, \"renewal_contract_period\": 12"));
        seller.advanceTo("2025-09-02T08:00:00Z");
        var gone = started(simple("2025-09-02", 12, ", \"auto_renews\": false"));
        seller.post("/subscriptions/%s/terminate".formatted(gone), "{}").is(200);
    }

    private static void money() {
        var payer = customer("Payer");
        seller.post(
                        "/customers/%s/payment-methods".formatted(payer),
                        "{\"sandbox_payment_method_id\": \"pm_sandbox_hard_decline\"}")
                .is(200);
        seller.put(
                        "/customers/%s/payment-methods/default".formatted(payer),
                        "{\"payment_method_id\": \"pm_sandbox_hard_decline\"}")
                .is(200);
        var declined = invoice(payer);
        seller.post("/invoices/%s/pay".formatted(declined), "{}").is(200);
        var paid = invoice(payer);
        var payment = seller.post(
                        "/invoices/%s/payments".formatted(paid),
                        "{\"payment_method\": \"CHECK\", \"paid_amount\": 10000, \"proof_of_payment\": \"cheque 7\"}")
                .is(200)
                .text("payment_id");
        seller.post(
                        "/payments/%s/refund".formatted(payment),
                        "{\"amount\": 4000, \"refund_method\": \"ACCOUNT_CREDIT\", \"reason\": \"goodwill\"}")
                .is(200);
        var wrong = invoice(payer);
        seller.post("/invoices/%s/regenerate".formatted(wrong), "{}").is(200);
        seller.post("/invoices/%s/void".formatted(wrong), "{\"reason\": \"wrong customer\"}")
                .is(200);
        seller.advanceTo("2025-11-15T08:00:00Z");
    }

    private static void thresholds() {
        var id = started("""
                {"starts_at": "2025-11-15", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 1000}]}
                """.formatted(plan, acme, calls));
        var path = "/subscriptions/%s/bricks/%s/usage/thresholds".formatted(id, calls);
        seller.put(path, "{\"precommitment\": [80], \"units\": [1500], \"money\": [1200]}")
                .is(200);
        for (int i = 0; i < 4; i++) {
            seller.post("/usage", """
                            {"transaction_id": "t%d", "subscription_id": "%s", "brick_id": "%s", "value": 500,
                             "time": "2025-11-15T07:00:00Z"}
                            """.formatted(i, id, calls)).is(201);
        }
    }

    /// Credit comes back that a full balance has no room for.
    private static void fullBalance() {
        var rich = customer("Rich");
        var credits = "/customers/%s/credits".formatted(rich);
        var most = "{\"amount\": 9007199254740991, \"reason\": \"goodwill\"}";
        seller.post(credits, most).is(200);
        var invoice = invoice(rich);
        seller.post(credits, "{\"amount\": 10000, \"reason\": \"goodwill\"}").is(200);
        seller.post("/invoices/%s/void".formatted(invoice), "{\"reason\": \"wrong customer\"}")
                .is(200);
    }

    private static void read() {
        Await.until(
                "every event is numbered",
                () -> HOUSE.database()
                        .read(tx -> tx.handle()
                                .select(
                                        "SELECT count(*) = 0 FROM event WHERE seller_id = ? AND is_public AND sequence IS NULL",
                                        seller.id().value())
                                .mapTo(Boolean.class)
                                .one()));
        seller.get("/events?limit=1000").is(200).json().path("results").forEach(FEED::add);
    }

    private static String customer(String name) {
        return seller.post("/customers", "{\"name\": \"%s\"}".formatted(name))
                .is(200)
                .text("customer_id");
    }

    private static String simple(String startsAt, int months, String more) {
        return """
                {"starts_at": "%s", "contract_length": %d, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 4}], "customer_id": "%s"%s}
                """.formatted(startsAt, months, plan, seats, acme, more);
    }

    private static String started(String order) {
        var id = seller.post("/subscriptions", order).is(200).text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return id;
    }

    private static String invoice(String customer) {
        return seller.post("/invoices", """
                        {"customer_id": "%s", "line_items": [
                           {"description": "Work", "quantity": 1, "unit_price": "100.00"}]}
                        """.formatted(customer)).is(200).text("invoice_id");
    }

    private static List<JsonNode> of(String type) {
        return FEED.stream()
                .filter(event -> event.path("event_type").asText().equals(type))
                .toList();
    }

    @Test
    void everyEventOfTheListHappened() {
        var seen = new LinkedHashSet<String>();
        FEED.forEach(event -> seen.add(event.path("event_type").asText()));
        assertThat(seen).containsExactlyInAnyOrderElementsOf(EventTypes.NAMES);
    }

    @Test
    void everyBodyIsAsTheContractSays() {
        for (var event : FEED) {
            Contract.checkEvent(
                    event.path("event_type").asText(),
                    event.path("data").toString().getBytes(UTF_8));
        }
    }

    /// As often as the story has it: once per transition.
    @Test
    void eachHappenedAsOftenAsItsRuleSays() {
        var counts = new TreeMap<String, Integer>();
        for (var event : FEED) counts.merge(event.path("event_type").asText(), 1, Integer::sum);
        var expected = new LinkedHashMap<String, Integer>();
        expected.put("company.created", 3);
        expected.put("company.updated", 1);
        expected.put("person.created", 1);
        expected.put("person.updated", 1);
        expected.put("order.new-ramping-period", 1);
        expected.put("subscription.paused", 1);
        expected.put("subscription.resumed", 1);
        expected.put("order.closed.delete", 1);
        expected.put("order.closed.lost", 1);
        expected.put("order.terminated", 2);
        expected.put("order.reinstated", 1);
        expected.put("subscription.renewed", 1);
        expected.put("subscription.inactive", 2);
        expected.put("subscription.started", 4);
        expected.put("milestone.completed", 1);
        expected.put("invoice.payment.succeeded", 1);
        expected.put("invoice.payment.failed", 1);
        expected.put("invoice.refunded", 1);
        expected.put("invoice.voided", 2);
        expected.put("problem.found", 1);
        expected.put("invoice.regenerated", 1);
        expected.put("usage.threshold.exceeded.precommitment", 1);
        expected.put("usage.threshold.exceeded.units", 1);
        expected.put("usage.threshold.exceeded.money", 1);
        assertThat(counts).containsAllEntriesOf(expected);
        long issued = HOUSE.database()
                .read(tx -> tx.handle()
                        .select(
                                "SELECT count(*) FROM invoice WHERE seller_id = ? AND issued_at IS NOT NULL",
                                seller.id().value())
                        .mapTo(Long.class)
                        .one());
        assertThat(Objects.requireNonNull(counts.get("invoice.start")).longValue())
                .as("one per issued invoice")
                .isEqualTo(issued);
    }

    /// An event that can happen to an object only once is published only once.
    @Test
    void nothingHappensTwiceToOneThing() {
        var once = Map.of(
                "company.created", "customer_id",
                "person.created", "person_id",
                "order.complete", "order_id",
                "order.end", "order_id",
                "order.closed.lost", "order_id",
                "order.closed.delete", "order_id",
                "invoice.start", "invoice_id",
                "invoice.past.due", "invoice_id",
                "invoice.voided", "invoice_id",
                "subscription.started", "subscription_id");
        once.forEach((type, id) -> assertThat(of(type))
                .as(type)
                .isNotEmpty()
                .extracting(event -> event.path("data").path(id).asText())
                .doesNotContain("")
                .doesNotHaveDuplicates());
    }

    /// The payload of an event stays compatible: a field may come, none may go or change its meaning.
    @Test
    void theFirstOfEachHoldsWhatItsGoldenFileHas() throws IOException {
        for (var type : EventTypes.NAMES) {
            var file = GOLDEN.resolve(type + ".json");
            var body = PRETTY.readTree(
                    withoutSecrets(of(type).getFirst().path("data").toString()));
            if ("write".equals(System.getProperty("golden"))) {
                Files.createDirectories(GOLDEN);
                Files.writeString(file, masked(PRETTY.writeValueAsString(body)) + "\n");
            }
            requireAll(type, PRETTY.readTree(Files.readString(file)), body, new LinkedHashMap<>());
        }
    }

    private static void requireAll(String where, JsonNode golden, JsonNode actual, Map<String, String> ids) {
        if (golden.isObject()) {
            golden.properties().forEach(field -> {
                var path = where + "." + field.getKey();
                assertThat(actual.has(field.getKey())).as(path).isTrue();
                requireAll(path, field.getValue(), actual.path(field.getKey()), ids);
            });
        } else if (golden.isArray()) {
            assertThat(actual.size()).as(where).isEqualTo(golden.size());
            for (int i = 0; i < golden.size(); i++)
                requireAll(where + "[" + i + "]", golden.get(i), actual.get(i), ids);
        } else if (golden.asText().startsWith("id-")) {
            assertThat(actual.asText()).as(where).matches(ID);
            assertThat(ids.computeIfAbsent(golden.asText(), _ -> actual.asText()))
                    .as(where)
                    .isEqualTo(actual.asText());
        } else if (!where.endsWith(".sequence")) {
            assertThat(actual).as(where).isEqualTo(golden);
        }
    }

    /// Ids become numbers in their order, so that two fields with one id show it.
    private static String masked(String text) {
        Map<String, String> known = new LinkedHashMap<>();
        return ID.matcher(text)
                .replaceAll(id -> known.computeIfAbsent(id.group(), _ -> "id-" + (known.size() + 1)))
                .replaceAll("(\"sequence\" : )[0-9]+", "$10");
    }

    private static String withoutSecrets(String text) {
        return TOKEN.matcher(text).replaceAll("$1token").replaceAll("localhost:[0-9]+", "localhost");
    }
}
