package dev.brickwork.sellers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.billing.invoices.InvoicingFixture;
import dev.brickwork.platform.Caller;
import dev.brickwork.support.EntityTags;
import dev.brickwork.support.HeldInvoice;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("verify")
final class SellersScenarioTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    @Test
    void theOperatorMakesASellerWhoseFirstKeyWorks() {
        var made = HOUSE.operator()
                .post("/sellers", "{\"name\": \"Acme\", \"mode\": \"live\"}")
                .is(200);
        var seller = new TestServer.Tenant(HOUSE, dev.brickwork.platform.SellerId.OPERATOR, made.text("api_key"));

        seller.get("/seller").is(200, "\"name\":\"Acme\"", "\"mode\":\"live\"");
        seller.get("/sellers").is(403, "operator");
        seller.get("/test-clock").is(404);
        assertThat(HOUSE.operator().get("/sellers").is(200).json().path("count").asLong())
                .isPositive();
    }

    /// Where the contract has a set, a value that is sent twice is a slip.
    @Test
    void aSetHoldsNothingTwice() {
        var seller = HOUSE.seller();
        var why = "Must not hold a value twice.";
        seller.patch("/seller", "{\"enabled_currencies\": [\"USD\", \"USD\"]}").is(400, "enabled_currencies", why);
        seller.post("/api-keys", "{\"name\": \"K\", \"scopes\": [\"read\", \"read\"]}")
                .is(400, "scopes", why);
        seller.post("/plans", """
                {"plan_name": "P", "allowed_billing_frequencies": ["MONTHLY", "MONTHLY"]}
                """).is(400, "allowed_billing_frequencies", why);
    }

    @Test
    void settingsChangeOnlyWhereTheyWereSent() {
        var seller = HOUSE.seller();
        seller.patch("/seller", "{\"payment_terms\": 14, \"time_zone\": \"Europe/Paris\"}")
                .is(200, "\"payment_terms\":14", "\"time_zone\":\"Europe/Paris\"", "\"currency\":\"USD\"");
        seller.patch("/seller", "{\"payment_terms\": 1000, \"time_zone\": \"Mars\", \"mode\": \"live\"}")
                .is(400, "\"payment_terms\"", "\"time_zone\"", "\"mode\"");
        seller.get("/seller").is(200, "\"payment_terms\":14");
        seller.get("/audit?object_kind=seller").is(200, "\"operation\":\"UPDATE\"", "Europe/Paris");
        seller.get("/audit?object_kind=seller&limit=1&ordering=-created_at")
                .is(
                        200,
                        "\"operation\":\"UPDATE\"",
                        "\"before\":{\"version\": 1, \"time_zone\": \"UTC\", \"payment_terms\": 30}",
                        "\"after\":{\"version\": 2, \"time_zone\": \"Europe/Paris\", \"payment_terms\": 14}");
    }

    /// A day of the audit is one of the seller's zone, from its first moment to its last.
    @Test
    void theAuditIsAskedForByTheDay() {
        var seller = HOUSE.seller();
        seller.patch("/seller", "{\"time_zone\": \"Pacific/Kiritimati\"}").is(200);
        var first = seller.get("/audit?limit=1").is(200).json();
        var day = Instant.parse(first.at("/results/0/occurred_at").textValue())
                .atZone(ZoneId.of("Pacific/Kiritimati"))
                .toLocalDate();
        seller.get("/audit?limit=1&from=%1$s&to=%1$s".formatted(day)).is(200, "\"results\":[{");
        seller.get("/audit?from=" + day.plusDays(1)).is(200, "\"count\":0");
        seller.get("/audit?to=" + day.minusDays(1)).is(200, "\"count\":0");
        var moment = first.at("/results/0/occurred_at").textValue();
        seller.get("/audit?limit=1&from=%1$s&to=%1$s".formatted(moment)).is(200, "\"results\":[{");
    }

    /// The audit filtered by a key lists the changes made with that key only.
    @Test
    void theAuditIsAskedForByTheKey() {
        var seller = HOUSE.seller();
        seller.patch("/seller", "{\"payment_terms\": 14}").is(200);
        seller.get("/audit?api_key_id=" + seller.keyId()).is(200, "\"count\":1", "\"payment_terms\": 14");
        var other = seller.post("/api-keys", "{\"name\": \"Second\"}").is(200).text("api_key_id");
        seller.get("/audit?api_key_id=" + other).is(200, "\"count\":0");
    }

    /// A picture that no paper could print would keep every invoice and every mail of the seller back, so it is
    /// looked at when it is set: what is no base64, no picture, another kind than the address says, or beyond all
    /// measure.
    @Test
    void onlyAPictureThatCanBePrintedIsALogo() {
        var seller = HOUSE.seller();
        var png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        var huge = "iVBORw0KGgoAAAANSUhEUgABhqAAAYagCAIAAAAfFcSJ";
        var logo = "{\"logo\": \"data:image/%s;base64,%s\"}";

        seller.patch("/seller", logo.formatted("png", png)).is(200, png);
        for (var wrong : List.of(
                logo.formatted("png", "A"),
                logo.formatted("png", "AA=A"),
                logo.formatted("png", "="),
                logo.formatted("png", "bm8gcGljdHVyZSwganVzdCBzb21lIHRleHQgb2Ygb3Vycw=="),
                logo.formatted("jpeg", png),
                logo.formatted("png", huge))) {
            seller.patch("/seller", wrong).is(400, "\"logo\"", "PNG or JPEG");
        }
        seller.get("/seller").is(200, png);
        seller.patch("/seller", "{\"logo\": null}").is(200, "\"logo\":null");
    }

    @Test
    void aStaleEditorIsToldSo() {
        var seller = HOUSE.seller();
        var etag = seller.get("/seller").is(200).header("ETag").orElseThrow();
        seller.send("PATCH", "/seller", "{\"name\": \"One\"}", "If-Match", etag).is(200);
        seller.send("PATCH", "/seller", "{\"name\": \"Two\"}", "If-Match", etag).is(412);
        seller.get("/seller").is(200, "\"name\":\"One\"");
    }

    @Test
    void legalEntitiesHaveTheirOwnPrefix() {
        var seller = HOUSE.seller();
        var made = seller.post("/legal-entities", "{\"legal_name\": \"Acme GmbH\", \"invoice_number_prefix\": \"DE-\"}")
                .is(200);
        seller.post("/legal-entities", "{\"legal_name\": \"Other\", \"invoice_number_prefix\": \"DE-\"}")
                .is(400, "invoice_number_prefix");
        seller.patch("/legal-entities/" + made.text("legal_entity_id"), "{\"tax_id\": \"DE1\"}")
                .is(200, "\"DE1\"");
        seller.get("/legal-entities").is(200, "\"count\":2");
        seller.post("/legal-entities", "{\"legal_name\": \"Third\"}").is(200, "\"invoice_number_prefix\":\"E2-\"");
        seller.post("/legal-entities", "{\"legal_name\": \"Fourth\", \"invoice_number_prefix\": null}")
                .is(200, "\"invoice_number_prefix\":\"E3-\"");
        seller.get("/legal-entities?ordering=-created_at&limit=1").is(200, "Fourth");
        seller.get("/legal-entities?ordering=legal_name").is(400, "ordering");
        HOUSE.seller().get("/legal-entities/" + made.text("legal_entity_id")).is(404);
    }

    /// No number is used twice (I-09), also when the entity that had it numbers otherwise since.
    @Test
    void aPrefixThatAnotherEntityHasUsedIsNotFree() {
        var seller = HOUSE.seller();
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var work = """
                {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "1.00"}]%s}
                """;
        var invoice = seller.post("/invoices", work.formatted(customer, ""))
                .is(200, "\"invoice_number\":\"20")
                .text("invoice_id");
        seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200, "-000001-2\"");
        seller.patch("/seller", "{\"invoice_number_prefix\": \"HL-\"}").is(200);

        seller.post("/legal-entities", "{\"legal_name\": \"Second\", \"invoice_number_prefix\": \"\"}")
                .is(400, "invoice_number_prefix");
        var id = seller.post("/legal-entities", "{\"legal_name\": \"Second\"}")
                .is(200, "\"invoice_number_prefix\":\"E2-\"")
                .text("legal_entity_id");
        var second = "/legal-entities/" + id;
        seller.patch(second, "{\"invoice_number_prefix\": \"\"}").is(400, "invoice_number_prefix");
        seller.post("/invoices", work.formatted(customer, ", \"legal_entity_id\": \"%s\"".formatted(id)))
                .is(200, "\"invoice_number\":\"E2-20");
        seller.patch(second, "{\"invoice_number_prefix\": \"UK-\"}").is(200);
        seller.patch("/seller", "{\"invoice_number_prefix\": \"E2-\"}").is(400, "invoice_number_prefix");
        seller.patch("/seller", "{\"invoice_number_prefix\": \"\"}").is(200);
    }

    /// Of two processes the one whose clock is behind may come second: its numbers are not older than those before.
    @Test
    void numbersRunWithTimeAlsoWhereAClockIsBehind() {
        var seller = HOUSE.seller();
        var sellers = HOUSE.wiring().sellers();
        var now = Instant.parse("2026-05-01T12:00:00Z");
        HOUSE.database().inTransaction(tx -> {
            var ahead = new Caller(seller.id(), "test", "test", now);
            var behind = new Caller(seller.id(), "test", "test", now.minusSeconds(1));
            var entity = sellers.defaultEntity(tx.as(ahead)).id();
            assertThat(sellers.takeNumbers(tx.as(ahead), entity, 2026, 2)).isEqualTo(new NumbersTaken(1, now));
            assertThat(sellers.takeNumbers(tx.as(behind), entity, 2026, 1)).isEqualTo(new NumbersTaken(3, now));
            tx.handle().rollback();
            tx.handle().begin();
            return 0;
        });
    }

    /// The details printed on invoices are the default entity's; they follow the seller's until it is edited.
    @Test
    void theDefaultEntityFollowsTheSellerUntilItIsEdited() {
        var seller = HOUSE.seller();
        var entity = "/legal-entities/" + seller.get("/legal-entities").first("legal_entity_id");
        seller.patch("/seller", "{\"name\": \"Acme\"}").is(200);
        seller.get(entity).is(200, "\"legal_name\":\"Acme\"");
        seller.patch("/seller", """
            {"legal_name": "Acme GmbH", "tax_id": "DE136695976",
             "address": {"line_1": "Hafen 1", "city": "Hamburg", "country": "DE"}}
            """).is(200);
        seller.get(entity).is(200, "\"legal_name\":\"Acme GmbH\"", "\"tax_id\":\"DE136695976\"", "Hafen 1");
        seller.patch(entity, "{\"legal_name\": \"Acme Billing GmbH\"}").is(200);
        seller.patch("/seller", "{\"name\": \"Acme Group\", \"legal_name\": \"Acme AG\", \"tax_id\": null}")
                .is(200);
        seller.get(entity).is(200, "\"legal_name\":\"Acme Billing GmbH\"", "\"tax_id\":null", "Hafen 1");
    }

    @Test
    void aBankAccountIsCheckedKeptAndCleared() {
        var seller = HOUSE.seller();
        var entity = seller.post("/legal-entities", """
                {"legal_name": "Acme GmbH", "invoice_number_prefix": "DE-",
                 "bank_account": {"iban": "de75 5121 0800 1245 1261 99", "bic": "sogedeff", "bank_name": "Bank"}}
                """)
                .is(200, "\"iban\":\"DE75512108001245126199\"", "\"bic\":\"SOGEDEFF\"")
                .text("legal_entity_id");
        var path = "/legal-entities/" + entity;
        seller.patch(path, "{\"bank_account\": {\"iban\": \"DE76512108001245126199\", \"bic\": \"SOGE\"}}")
                .is(400, "bank_account.iban", "bank_account.bic");
        seller.patch(path, "{\"bank_account\": {\"bank_name\": \"Bank\"}}").is(400, "bank_account.iban");
        seller.patch(path, "{\"bank_account\": {\"iban\": \"DE75512108001245126199\", \"account_number\": \"1\"}}")
                .is(400, "bank_account.account_number");
        seller.patch(path, "{\"tax_id\": \"DE1\"}").is(200, "DE75512108001245126199");
        var buyer = seller.post("/customers", "{\"name\": \"Buyer\"}").is(200).text("customer_id");
        var invoice =
                seller.post("/invoices", """
                {"customer_id": "%s", "legal_entity_id": "%s", "line_items": [{"description": "Work", "unit_price": "9"}]}
                """.formatted(buyer, entity)).is(200).text("invoice_id");
        seller.get("/invoices/" + invoice + "/versions/1").is(200, "DE75512108001245126199");
        seller.patch(path, "{\"bank_account\": {\"account_number\": \"0001 23\", \"routing_number\": \"110000000\"}}")
                .is(200, "\"account_number\":\"0001 23\"", "\"iban\":null");
        seller.patch(path, "{\"bank_account\": null}").is(200, "\"bank_account\":null");
    }

    /// Four at once: each becomes the default for a moment, and one stays it.
    @Test
    void oneEntityIsTheDefaultWhoeverComesFirst() throws Exception {
        var seller = HOUSE.seller();
        var calls = new ArrayList<Callable<TestServer.Reply>>();
        for (int i = 0; i < 4; i++) {
            var body = "{\"legal_name\": \"E%d\", \"invoice_number_prefix\": \"E%d-\", \"is_default\": true}"
                    .formatted(i, i);
            calls.add(() -> seller.post("/legal-entities", body));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var reply : threads.invokeAll(calls)) reply.get().is(200);
        }
        var all = seller.get("/legal-entities").is(200, "\"count\":5").json().path("results");
        assertThat(all.findValuesAsText("is_default")).containsOnlyOnce("true");
    }

    @Test
    void keysAreListedInEitherOrder() {
        var seller = HOUSE.seller();
        var made = seller.post("/api-keys", "{\"name\": \"Second\"}").is(200).text("created_at");
        seller.get("/api-keys?ordering=-created_at&limit=1")
                .is(200, "\"count\":2", "\"name\":\"Second\"", "\"created_at\":\"%s\"".formatted(made));
        seller.get("/api-keys?ordering=created_at&limit=1&offset=1").is(200, "\"name\":\"Second\"");
        seller.get("/api-keys?ordering=name").is(400, "ordering");
    }

    @Test
    void aTestClockIsSetAndThenMovesForward() {
        var seller = HOUSE.sellerAt("2025-01-31T00:00:00Z");
        seller.get("/test-clock").is(200, "\"now\":\"2025-01-31T00:00:00Z\"", "\"follows_real_time\":false");
        seller.post("/test-clock/advance", "{\"days\": 3}").is(200, "2025-02-03T00:00:00Z");
        seller.post("/test-clock/advance", "{\"months\": 1}").is(200, "2025-03-03T00:00:00Z");
        seller.post("/test-clock/advance", "{\"to\": \"2025-01-01T00:00:00Z\"}").is(400, "forward");
        seller.post("/test-clock/advance", "{}").is(400, "exactly one");
        seller.post("/test-clock/advance", "{\"months\": null}").is(400, "exactly one");
        seller.post("/test-clock/advance", "{\"to\": \"soon\", \"days\": 0, \"months\": 1}")
                .is(400, "exactly one", "\"to\":[", "timestamp", "\"days\":[", "between 1 and", "\"months\":[");
        EntityTags.tellEditorsApart(
                HOUSE.seller(),
                "/test-clock",
                "{\"now\": \"2025-01-31T00:00:00Z\"}",
                "{\"now\": \"2025-02-28T00:00:00Z\"}");
    }

    /// Overdue work is done at the clock's current time, although it was due at an earlier one.
    @Test
    void whatIsOverdueDoesNotTurnTheClockBack() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(till.order("2025-01-01", "MONTHLY", ""));
        till.seller.clockAlone("2025-02-15T08:00:00Z");
        till.seller.advanceTo("2025-02-16T00:00:00Z");
        till.get(till.invoice(subscription, 1)).is(200, "\"issued_at\":\"2025-02-15T08:00:00Z\"");
    }

    /// A concurrent request has read the time before the uncommitted step of a move, and must not write it back
    /// after that step.
    @Test
    void whoAsksDuringAMoveDoesNotTurnTheClockBack() {
        var seller = HOUSE.sellerAt("2025-01-31T00:00:00Z");
        HOUSE.database().inTransaction(tx -> {
            tx.handle()
                    .execute(
                            "SELECT pg_advisory_xact_lock(hashtextextended('test_clock:' || ?, 0))",
                            seller.id().value().toString());
            tx.handle()
                    .execute(
                            "UPDATE test_clock SET now = '2025-03-01T00:00:00Z' WHERE seller_id = ?",
                            seller.id().value());
            return seller.post("/test-clock/advance", "{\"days\": 1}").is(409, "being moved by another request");
        });
        seller.get("/test-clock").is(200, "\"now\":\"2025-03-01T00:00:00Z\"");
    }

    /// A move may take minutes: meanwhile it holds no connection that requests need, its own statements included.
    @Test
    void aMoveTakesNoConnectionFromRequests() {
        try (var house = TestServer.own()) {
            var seller = house.sellerAt("2025-01-01T00:00:00Z");
            var moving = house.database().inTransaction(tx -> {
                tx.handle()
                        .execute(
                                "SELECT FROM test_clock WHERE seller_id = ? FOR UPDATE",
                                seller.id().value());
                var waiting = HeldInvoice.waiting(house, () -> seller.post("/test-clock/advance", "{\"days\": 1}"));
                assertThat(house.database().readingState().active()).isZero();
                return waiting;
            });
            moving.join().is(200, "2025-01-02T00:00:00Z");
        }
    }

    /// Who asked for a day while another move went on, and asks again afterwards, gets a day more and not the rest
    /// of one that is over.
    @Test
    void aMoveThatHadToWaitCountsFromWhereTheOtherEnded() {
        var seller = HOUSE.sellerAt("2025-01-31T00:00:00Z");
        var advance = "/test-clock/advance";
        var day = "{\"days\": 1}";
        HOUSE.database().inTransaction(tx -> {
            tx.handle()
                    .execute(
                            "SELECT pg_advisory_xact_lock(hashtextextended('test_clock:' || ?, 0))",
                            seller.id().value().toString());
            seller.send("POST", advance, day, "Idempotency-Key", "day").is(409);
            return tx.handle()
                    .execute(
                            "UPDATE test_clock SET now = '2025-03-01T00:00:00Z' WHERE seller_id = ?",
                            seller.id().value());
        });
        for (int i = 0; i < 2; i++) {
            seller.send("POST", advance, day, "Idempotency-Key", "day")
                    .is(200, "\"moved_from\":\"2025-03-01T00:00:00Z\"", "\"now\":\"2025-03-02T00:00:00Z\"");
        }
    }
}
