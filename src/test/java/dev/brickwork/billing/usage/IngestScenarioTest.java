package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Taking entries in: each once, each with its verdict (rule G-09).
@Tag("verify")
final class IngestScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void anEntryCountsOnceHoweverOftenItIsSent() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        meter.post("a", subscription, "12.5", "2025-01-10T10:00:00Z").is(201, "recorded");
        meter.post("a", subscription, "12.50", "2025-01-10T11:00:00+01:00").is(201, "recorded");
        meter.post("a", subscription, "13", "2025-01-10T10:00:00Z").is(400, "\"transaction_id\"", "Another entry");
        meter.seller
                .post(
                        "/usage",
                        meter.entry("-", subscription, "0.000000000001", "2025-01-10T10:30:00Z")
                                .replace("\"transaction_id\": \"-\",", ""))
                .is(201, "warnings");
        meter.seller
                .get(meter.path(subscription))
                .is(
                        200,
                        "\"used\":12.500000000001",
                        "\"remaining\":987.499999999999",
                        "\"overages\":0",
                        "\"overage_rate\":\"0.06\"");
        meter.seller.get(meter.path(subscription) + "/entries").is(200, "\"count\":1", "\"value\":12.5");
    }

    /// Numbers longer than any may be, also by an exponent, and in whatever place, spoil nothing but their own entry.
    @Test
    void aNumberBeyondAllLimitsIsOneFaultyEntry() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        meter.post("a", subscription, "1e999999999999", "2025-01-10T10:00:00Z").is(400, "more than 40 digits");
        for (var beyond : List.of("1E400", "1E2147483647", "-1e-400", "0.0000" + "3".repeat(40), "3".repeat(200))) {
            meter.post("a", subscription, beyond, "2025-01-10T10:00:00Z").is(400);
            var right = meter.entry("b" + beyond, subscription, "1", "2025-01-10T10:00:00Z");
            var wrong = meter.entry("c", subscription, beyond, "2025-01-10T10:00:00Z");
            var hidden = meter.entry("d", subscription, "1", "2025-01-10T10:00:00Z")
                    .replaceFirst("\\}\\s*$", ", \"properties\": {\"a\": [%s]}}".formatted(beyond));
            meter.seller
                    .post("/usage/batch", "[%s, %s, %s]".formatted(right, wrong, hidden))
                    .is(201, "\"accepted\":1", "\"rejected\":2", "value: ", "properties: ");
        }
    }

    @Test
    void aLongNameInPropertiesIsOneFaultyEntry() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        var right = meter.entry("a", subscription, "1", "2025-01-10T10:00:00Z");
        var wrong = meter.entry("b", subscription, "1", "2025-01-10T10:00:00Z")
                .replaceFirst("\\}\\s*$", ", \"properties\": {\"%s\": 1}}".formatted("n".repeat(300)));
        meter.seller
                .post("/usage/batch", "[%s, %s]".formatted(right, wrong))
                .is(201, "\"accepted\":1", "\"rejected\":1", "long names");
    }

    /// A recast on the first day leaves no day on which the brick gave service.
    @Test
    void aBrickThatWasTakenOffOnItsFirstDayTakesNothing() {
        var meter = new Meterage(HOUSE, "2025-01-01T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        meter.post("a", subscription, "5", "2025-01-01T10:00:00Z").is(201);
        var recast = "/subscriptions/%s/recast".formatted(subscription);
        meter.seller.started(recast, """
                        {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY",
                         "bricks": [{"brick_id": "%s", "quantity": 1}]}
                        """.formatted(meter.seats));
        meter.post("b", subscription, "5", "2025-01-01T11:00:00Z").is(400, "\"brick_id\"", "no such usage brick");
        meter.seller.get(meter.path(subscription)).is(404, "usage brick of the subscription");
        meter.seller.send("DELETE", "/usage", "{\"transaction_id\": \"a\"}").is(200);
    }

    /// Late usage would be billed on an invoice of its own, and an erased customer cannot get one.
    @Test
    void anErasedCustomerUsesNothingMore() {
        var meter = new Meterage(HOUSE, "2025-01-01T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 1, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.post("a", subscription, "5", "2025-01-01T10:00:00Z").is(201);
        meter.seller.advanceTo("2025-03-01T00:00:00Z").is(200);
        var customer =
                meter.seller.get("/subscriptions/" + subscription).is(200).text("customer_id");
        meter.seller.delete("/customers/%s/personal-data".formatted(customer)).is(200);
        meter.post("b", subscription, "5", "2025-01-01T11:00:00Z").is(400, "\"subscription_id\"", "erased");
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"a\", \"value\": 50}")
                .is(400, "erased");
        meter.seller.send("DELETE", "/usage", "{\"transaction_id\": \"a\"}").is(400, "erased");
    }

    @Test
    void whatCannotBeCountedIsToldWhy() {
        var meter = new Meterage(HOUSE, "2025-03-15T12:00:00Z");
        var subscription =
                meter.subscription("2025-03-10", 12, "MONTHLY", 1000, ", \"time_zone\": \"America/Los_Angeles\"");
        meter.post("1", subscription, "1", "2025-03-10T06:59:59Z").is(400, "\"time\"", "before the start");
        meter.post("2", subscription, "1", "2025-03-10T07:00:00Z").is(201);
        meter.post("3", subscription, "1", "2025-03-15T12:05:00Z").is(201);
        meter.post("4", subscription, "1", "2025-03-15T12:05:01Z").is(400, "\"time\"", "future");
        meter.post("5", meter.calls, "1", "2025-03-11T00:00:00Z")
                .is(400, "\"subscription_id\"", "no such subscription");
        meter.seller
                .post(
                        "/usage",
                        meter.entry("6", subscription, "1", "2025-03-11T00:00:00Z")
                                .replace(meter.calls, meter.seats))
                .is(400, "\"brick_id\"", "no such usage brick");
        meter.seller
                .post("/usage", "{}")
                .is(400, "subscription_id", "brick_id", "value", "time", "This field is required.");
        meter.post("7", subscription, "100000000000000", "2025-03-11T00:00:00Z").is(400, "\"value\"");
        meter.post("8", subscription, "99999999999999.999999999999", "2025-03-11T00:00:00Z")
                .is(201);
        meter.post("9", subscription, "1", "2025-03-11").is(400, "\"time\"");
        var open = meter.seller
                .post("/subscriptions", """
                {"starts_at": "2025-03-01", "contract_length": 1, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "bricks": [{"brick_id": "%s"}]}
                """.formatted(meter.plan, meter.customer(), meter.calls))
                .is(200)
                .text("subscription_id");
        meter.post("10", open, "1", "2025-03-11T00:00:00Z").is(400, "has not been started");
    }

    /// Errors of the subscription are reported together with errors of form, for a single entry and in a batch.
    @Test
    void allThatIsWrongWithAnEntryIsToldAtOnce() {
        var meter = new Meterage(HOUSE, "2025-03-15T12:00:00Z");
        var subscription = meter.subscription("2025-03-10", 12, "MONTHLY", 1000, "");
        var unknown = meter.entry("1", meter.calls, "\"many\"", "2025-03-11");
        var foreign =
                meter.entry("2", subscription, "null", "2025-03-16T00:00:00Z").replace(meter.calls, meter.seats);

        meter.seller
                .post("/usage", unknown)
                .is(400, "There is no such subscription.", "Must be a number.", "\"time\":[");
        meter.seller
                .post("/usage", foreign)
                .is(400, "no such usage brick", "This field is required.", "Must not lie in the future.");
        meter.seller
                .post("/usage/batch", "[%s, %s, 7]".formatted(unknown, foreign))
                .is(
                        201,
                        "subscription_id: There is no such subscription.",
                        "value: Must be a number.",
                        "brick_id: The subscription has no such usage brick.",
                        "time: Must not lie in the future.",
                        "An entry is a JSON object.",
                        "\"rejected\":3");
    }

    @Test
    void noUsageWhilePausedAndNoneAfterTheEnd() {
        var meter = new Meterage(HOUSE, "2025-01-10T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 1, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.seller
                .post("/subscriptions/%s/pause".formatted(subscription), """
                {"paused_at": "2025-01-10", "scheduled_resume_at": "2025-01-20"}""")
                .is(200);
        meter.post("1", subscription, "1", "2025-01-09T23:59:59Z").is(201);
        meter.post("2", subscription, "1", "2025-01-10T00:00:00Z").is(400, "paused");
        meter.seller.advanceTo("2025-02-11T12:00:00Z");
        meter.post("3", subscription, "1", "2025-01-20T00:00:00Z").is(201);
        meter.post("4", subscription, "1", "2025-02-10T23:59:59.999999Z").is(201);
        meter.post("5", subscription, "1", "2025-02-11T00:00:00Z").is(400, "after the end");
        meter.post("1", subscription, "1", "2025-01-09T23:59:59Z").is(201);
    }

    @Test
    void aBadEntryNeverSinksTheOthers() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        meter.post("known", subscription, "1", "2025-01-02T00:00:00Z").is(201);
        var good = meter.entry("good", subscription, "2", "2025-01-03T00:00:00Z");
        var batch = "[%s, 7, %s, %s, %s, {\"value\": \"x\", \"transaction_id\": \"odd\"}, %s]"
                .formatted(
                        good,
                        good,
                        meter.entry("known", subscription, "1", "2025-01-02T00:00:00Z"),
                        meter.entry("known", subscription, "9", "2025-01-02T00:00:00Z"),
                        meter.entry("early", subscription, "1", "2024-12-31T23:59:59Z"));
        var reply = meter.seller.post("/usage/batch", batch).is(201, "\"accepted\":1,\"duplicates\":2,\"rejected\":4");
        var verdicts = new ArrayList<String>();
        reply.json()
                .path("results")
                .forEach(each -> verdicts.add(each.path("verdict").asText()));
        assertThat(verdicts)
                .containsExactly("accepted", "rejected", "duplicate", "duplicate", "rejected", "rejected", "rejected");
        reply.is(201, "value: Must be a number.", "time: Lies before the start", "An entry is a JSON object.");
        meter.seller.get(meter.path(subscription)).is(200, "\"used\":3");
        var lines = "%s\n\nnonsense\n%s\n"
                .formatted(
                        meter.entry("l1", subscription, "1", "2025-01-03T00:00:00Z"),
                        meter.entry("l2", subscription, "1", "2025-01-03T00:00:00Z"));
        meter.seller
                .send("POST", "/usage/batch", lines, "Content-Type", "application/x-ndjson")
                .is(201, "\"accepted\":2,\"duplicates\":0,\"rejected\":1", "not well-formed");
        meter.seller.post("/usage/batch", "[" + good).is(400, "not well-formed");
        meter.seller.post("/usage/batch", "[]").is(400, "empty");
        meter.seller.post("/usage/batch", "{}").is(400, "array");
        meter.seller
                .send("POST", "/usage/batch", "x", "Content-Type", "text/csv")
                .is(415);
    }

    @Test
    void anIdempotencyKeyRemembersTheAnswer() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        var body =
                meter.entry("k", subscription, "2", "2025-01-03T00:00:00Z").replace("\"transaction_id\": \"k\",", "");
        var first = meter.seller
                .send("POST", "/usage", body, "Idempotency-Key", "once")
                .is(201);
        var again = meter.seller
                .send("POST", "/usage", body, "Idempotency-Key", "once")
                .is(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        meter.seller.get(meter.path(subscription)).is(200, "\"used\":2");
        var batch = "[%s]".formatted(body);
        meter.seller
                .send("POST", "/usage/batch", batch, "Idempotency-Key", "many")
                .is(201, "\"accepted\":1");
        meter.seller
                .send("POST", "/usage/batch", batch, "Idempotency-Key", "many")
                .is(201, "\"accepted\":1");
        meter.seller.get(meter.path(subscription)).is(200, "\"used\":4");
    }

    @Test
    void propertiesAreKeptAsTheyCame() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        var entry = meter.entry("p", subscription, "1", "2025-01-03T00:00:00Z");
        var with =
                entry.substring(0, entry.length() - 1) + ", \"properties\": {\"b\": 1.50, \"a\": [null, true, \"ü\"]}}";
        meter.seller.post("/usage", with).is(201);
        meter.seller
                .post("/usage", with.replace("\"b\": 1.50, ", "").replace("]}}", "], \"b\": 1.5}}"))
                .is(201);
        assertThat(meter.seller
                        .get(meter.path(subscription) + "/entries")
                        .is(200)
                        .body())
                .as("to the letter")
                .contains("\"properties\":{\"b\":1.50,\"a\":[null,true,\"ü\"]}");
        meter.seller.post("/usage", with.replace("1.50", "1.51")).is(400, "Another entry");
        var large = "{\"x\": \"%s\"}".formatted("y".repeat(17_000));
        meter.seller
                .post("/usage", entry.substring(0, entry.length() - 1) + ", \"properties\": " + large + "}")
                .is(400, "\"properties\"");
        meter.seller
                .post(
                        "/usage",
                        entry.substring(0, entry.length() - 1)
                                + ", \"properties\": \"%s\"}".formatted("y".repeat(16_383)))
                .is(400, "\"properties\":[\"At most 16384 bytes of JSON.\"]");
    }

    /// An entry keeps properties of every kind of JSON, one by one, in a batch and after an edit (API 2.10).
    @Test
    void propertiesMayBeOfAnyKind() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        var deep = "[".repeat(30) + "]".repeat(30);
        for (var kind : List.of("[1,{\"a\":[]}]", "\"text\"", "1.50", "true", "{}", deep)) {
            var id = "kind " + Integer.toHexString(kind.hashCode());
            var entry = meter.entry(id, subscription, "1", "2025-01-03T00:00:00Z");
            var with = entry.substring(0, entry.length() - 1) + ", \"properties\": " + kind + "}";
            meter.seller.post("/usage", with).is(201);
            meter.seller.post("/usage", with).is(201);
            meter.seller.post("/usage/batch", "[" + with + "]").is(201, "\"duplicates\":1");
            meter.seller.get(meter.path(subscription) + "/entries").is(200, "\"properties\":" + kind);
            meter.seller
                    .patch("/usage", "{\"transaction_id\": \"%s\", \"properties\": [%s]}".formatted(id, kind))
                    .is(200, "\"properties\":[" + kind + "]");
        }
    }
}
