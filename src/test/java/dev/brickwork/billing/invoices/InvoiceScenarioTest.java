package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Invoices from schedule to settlement, through the front door on a moving clock.
@Tag("verify")
final class InvoiceScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void whatIsDueAtTheStartIsIssuedAndTheRestOnItsDay() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-31T08:00:00Z");
        var id = till.started(till.order("2025-01-31", "QUARTERLY", ""));
        assertThat(till.invoices(id))
                .extracting(it -> it.path("status").asText())
                .containsExactly("OUTSTANDING", "SCHEDULED", "SCHEDULED", "SCHEDULED");
        var first = till.invoices(id).getFirst();
        assertThat(first.path("invoice_number").asText()).isEqualTo("2025-000001");
        assertThat(first.path("payment_url").asText()).matches("http.*/pay/[A-Za-z0-9_-]{43}");
        // Net 30 from the day of issue (rule S-06).
        assertThat(first.path("due_at").asText()).isEqualTo("2025-03-02T23:59:59.999999Z");

        till.seller.advanceTo("2025-04-29T23:59:59Z");
        assertThat(till.invoices(id).get(1).path("status").asText()).isEqualTo("SCHEDULED");
        till.seller.advanceTo("2025-04-30T00:00:00Z");
        var second = till.invoices(id).get(1);
        assertThat(second.path("issued_at").asText()).isEqualTo("2025-04-30T00:00:00Z");
        assertThat(second.path("invoice_number").asText()).isEqualTo("2025-000002");
        assertThat(Collections.frequency(till.events(), "invoice.start")).isEqualTo(2);
    }

    @Test
    void anInvoiceGoesFromOutstandingToDueToPastDueAndTellsOnce() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-31T08:00:00Z");
        var invoice = till.standalone(100, ", \"due_at\": \"2025-02-10\"");
        assertThat(till.status(invoice)).isEqualTo("OUTSTANDING");
        till.seller.advanceTo("2025-02-10T12:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("DUE");
        till.seller.advanceTo("2025-02-11T00:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAST_DUE");
        till.seller.advanceTo("2025-05-01T00:00:00Z");
        assertThat(Collections.frequency(till.events(), "invoice.past.due")).isOne();
        till.pay(invoice, 10_000).is(200);
        assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    /// A partly paid invoice keeps its status when it is late, also in lists and columns; the event is sent all the
    /// same.
    @Test
    void aPartlyPaidInvoiceThatIsLateIsTold() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-31T08:00:00Z");
        var invoice = till.standalone(100, ", \"due_at\": \"2025-02-10\"");
        till.pay(invoice, 1).is(200);
        till.seller.advanceTo("2025-02-11T00:00:00Z");
        assertThat(Collections.frequency(till.events(), "invoice.past.due")).isOne();
        var stored = HOUSE.database()
                .read(tx -> tx.query("SELECT status FROM invoice WHERE id = :id")
                        .bind("id", UUID.fromString(invoice))
                        .mapTo(String.class)
                        .one());
        assertThat(stored).isEqualTo("PARTIALLY_PAID").isEqualTo(till.status(invoice));
    }

    /// Paid when it was, also where that was ahead of its issue, and however often it is priced again.
    @Test
    void whatIsPaidWasPaidAtItsMoment() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-31T08:00:00Z");
        var next = till.invoice(till.started(till.order("2025-01-31", "MONTHLY", "")), 1);
        till.pay(next, 10_000).is(200);
        till.seller.advanceTo("2025-03-05T08:00:00Z");
        var moment = "\"fully_paid_at\":\"2025-01-31T08:00:00Z\"";
        assertThat(till.get(next).is(200, moment).text("status")).isEqualTo("PAID");
        till.seller.post("/invoices/%s/regenerate".formatted(next), "{}").is(200, moment, "\"status\":\"PAID\"");
    }

    /// Sums of what is open by its due date, and of what was invoiced by the month; void ones are in none.
    @Test
    void totalsTellWhatIsOwedAndWhatWasInvoiced() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-31T08:00:00Z");
        till.standalone(100, ", \"due_at\": \"2025-02-10\"");
        till.pay(till.standalone(50, ""), 5_000).is(200);
        till.seller.advanceTo("2025-03-05T08:00:00Z");
        till.pay(till.standalone(30, ", \"due_at\": \"2025-03-05\""), 1_000).is(200);
        till.standalone(7, ", \"due_at\": \"2025-04-04\"");
        till.standalone(5, ", \"due_at\": \"2025-04-05\"");
        var wrong = till.standalone(900, "");
        till.seller.post("/invoices/%s/void".formatted(wrong), "{}").is(200);
        var totals = till.seller
                .get("/invoices/totals")
                .is(
                        200,
                        "\"open\":[{\"currency\":\"USD\",\"count\":4,\"amount\":13200}]",
                        "\"past_due\":[{\"currency\":\"USD\",\"count\":1,\"amount\":10000}]",
                        "\"due_soon\":[{\"currency\":\"USD\",\"count\":2,\"amount\":2700}]",
                        "{\"month\":\"2024-04\",\"invoiced\":[]}",
                        "{\"month\":\"2025-01\",\"invoiced\":[{\"currency\":\"USD\",\"count\":2,\"amount\":15000}]}",
                        "{\"month\":\"2025-02\",\"invoiced\":[]}",
                        "{\"month\":\"2025-03\",\"invoiced\":[{\"currency\":\"USD\",\"count\":3,\"amount\":4200}]}");
        assertThat(months(totals)).hasSize(12).startsWith("2024-04").endsWith("2025-03");
    }

    /// Each currency by itself, and what another system has billed in none.
    @Test
    void totalsMixNoCurrenciesAndLeaveOutWhatIsMuted() {
        var till = InvoicingFixture.at(HOUSE, "2025-03-10T08:00:00Z");
        till.seller
                .patch("/seller", "{\"muted_before\": \"2025-03-01\", \"enabled_currencies\": [\"USD\", \"EUR\"]}")
                .is(200);
        till.started(till.order("2025-01-01", "MONTHLY", ", \"migrated\": true"));
        till.standalone(7, ", \"currency\": \"EUR\"");
        var sums =
                "[{\"currency\":\"EUR\",\"count\":1,\"amount\":700},{\"currency\":\"USD\",\"count\":1,\"amount\":10000}]";
        till.seller
                .get("/invoices/totals")
                .is(
                        200,
                        "\"open\":" + sums,
                        "\"past_due\":[]",
                        "{\"month\":\"2025-02\",\"invoiced\":[]}",
                        "\"month\":\"2025-03\",\"invoiced\":" + sums);
    }

    /// Days and months are those of the seller's zone, half a day before Greenwich or behind it.
    @ParameterizedTest
    @CsvSource(textBlock = """
            # zone,            billed,               on its last day,      a moment later
            Pacific/Kiritimati, 2025-02-28T10:30:00Z, 2025-03-11T09:59:59Z, 2025-03-11T10:00:00Z
            Pacific/Honolulu,   2025-04-01T09:30:00Z, 2025-04-12T09:59:59Z, 2025-04-12T10:00:00Z
            """)
    void totalsFollowTheZone(String zone, String billed, String last, String late) {
        var seller = HOUSE.seller(Mode.TEST, Zone.parse(zone).orElseThrow());
        seller.put("/test-clock", "{\"now\": \"%s\"}".formatted(billed)).is(200);
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var due = last.startsWith("2025-03") ? "2025-03-11" : "2025-04-11";
        seller.post("/invoices", """
                        {"customer_id": "%s", "due_at": "%s", "line_items": [{"description": "x", "unit_price": "10"}]}
                        """.formatted(customer, due)).is(200);
        var march = "{\"month\":\"2025-03\",\"invoiced\":[{\"currency\":\"USD\",\"count\":1,\"amount\":1000}]}";
        assertThat(months(seller.get("/invoices/totals").is(200, march))).endsWith("2025-03");
        seller.advanceTo(last);
        seller.get("/invoices/totals").is(200, "\"past_due\":[]", "\"due_soon\":[{");
        seller.advanceTo(late);
        seller.get("/invoices/totals").is(200, "\"past_due\":[{", "\"due_soon\":[]");
        seller.advanceTo("2026-02-20T00:00:00Z");
        assertThat(months(seller.get("/invoices/totals").is(200, march))).startsWith("2025-03");
    }

    private static List<String> months(TestServer.Reply totals) {
        return totals.json().path("months").findValuesAsText("month");
    }

    /// Rule I-07: effects and refusals.
    @Test
    void anUnpaidInvoiceIsVoidedOnceAndToldOnce() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        till.seller
                .post("/customers/%s/credits".formatted(till.customer), "{\"amount\": 3000, \"reason\": \"goodwill\"}")
                .is(200, "\"type\":\"MANUAL\"");
        var invoice = till.standalone(100, "");
        till.get(invoice).is(200, "\"credited_total\":3000", "\"remaining_amount\":7000");
        assertThat(till.credit()).isZero();
        var path = "/invoices/%s/void".formatted(invoice);
        till.seller
                .post(path, "{\"reason\": \"%s\"}".formatted("x".repeat(1001)))
                .is(400, "reason");
        till.seller
                .post(path, "{\"reason\": \"wrong customer\"}")
                .is(200, "\"status\":\"VOIDED\"", "\"remaining_amount\":7000");
        till.seller.post(path, "{}").is(400, "already void");
        till.pay(invoice, 100).is(400, "void");
        till.seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(400, "voided");
        assertThat(till.credit()).isEqualTo(3_000);
        assertThat(till.balance("RECEIVABLE")).isZero();
        assertThat(till.balance("REVENUE")).isZero();
        assertThat(Collections.frequency(till.events(), "invoice.voided")).isOne();
        till.seller
                .get("/invoices/%s/history".formatted(invoice))
                .is(200, "\"what\":\"ISSUED\"", "\"what\":\"VOIDED\"", "\"reason\":\"wrong customer\"");

        var paid = till.standalone(100, "");
        till.pay(paid, 1).is(200);
        till.seller.post("/invoices/%s/void".formatted(paid), "{}").is(400, "refund");
    }

    /// A scheduled invoice is waived: no number, and the period is not billed again.
    @Test
    void aScheduledInvoiceIsWaived() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", "MONTHLY", ""));
        var second = till.invoice(id, 1);
        till.seller.post("/invoices/%s/void".formatted(second), "{}").is(200, "\"invoice_number\":null");
        till.seller.advanceTo("2025-03-01T00:00:00Z");
        assertThat(till.status(second)).isEqualTo("VOIDED");
        assertThat(till.get(till.invoice(id, 2)).text("invoice_number")).isEqualTo("2025-000002");
        assertThat(till.events()).contains("invoice.voided");
    }

    /// Rule X-04: the tax follows the address at issue, unless the current one is asked for.
    @Test
    void aRegeneratedInvoiceIsANewVersion() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        till.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        till.seller
                .patch("/customers/" + till.customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        var invoice = till.standalone(100, "");
        till.get(invoice).is(200, "\"grand_total\":11900", "\"tax_total\":1900");
        till.pay(invoice, 11_900).is(200);
        till.seller
                .patch("/customers/" + till.customer, "{\"address\": {\"country\": \"US\"}}")
                .is(200);
        till.seller
                .post("/invoices/%s/regenerate".formatted(invoice), "{}")
                .is(200, "\"invoice_number\":\"2025-000001-2\"", "\"grand_total\":11900", "\"status\":\"PAID\"");
        till.seller
                .post("/invoices/%s/regenerate".formatted(invoice), "{\"should_use_current_address\": true}")
                .is(200, "\"invoice_number\":\"2025-000001-3\"", "\"grand_total\":10000", "\"remaining_amount\":0");
        assertThat(till.credit()).isEqualTo(1_900);
        assertThat(till.balance("TAX")).isZero();
        // The payment remembers the version that was paid.
        assertThat(till.get(invoice)
                        .json()
                        .path("payments")
                        .get(0)
                        .path("invoice_number")
                        .asText())
                .isEqualTo("2025-000001");
        till.seller.get("/invoices/%s/versions".formatted(invoice)).is(200, "\"count\":3");
        till.seller
                .get("/invoices/%s/versions/1".formatted(invoice))
                .is(200, "\"grand_total\":11900", "\"cause\":\"ISSUED\"", "\"name\":\"VAT\"");
        var path = "/invoices/%s/".formatted(invoice);
        for (var list : List.of("versions", "history", "payments", "collection")) {
            var oldest = results(till, path + list + "?ordering=created_at");
            assertThat(results(till, path + list + "?ordering=-created_at")).isEqualTo(oldest.reversed());
            till.seller.get(path + list + "?ordering=paid_at").is(400, "Must be one of created_at");
        }
        // The invoice is found by the number of any of its versions, as printed on an earlier copy.
        for (var number : List.of("2025-000001", "2025-000001-2", "2025-000001-3")) {
            till.seller.get("/invoices?number=" + number).is(200, "\"count\":1", invoice);
        }
        till.seller.get("/invoices?number=2025-000001-4").is(200, "\"count\":0");
        till.seller.get("/invoices/%s/versions/4".formatted(invoice)).is(404);
        till.seller.get("/invoices/%s/versions/x".formatted(invoice)).is(404);
        assertThat(Collections.frequency(till.events(), "invoice.regenerated")).isEqualTo(2);
        var scheduled = till.seller
                .post("/invoices", """
                        {"customer_id": "%s", "issued_at": "2025-06-01T00:00:00Z",
                         "line_items": [{"description": "Later", "unit_price": "1.00"}]}
                        """.formatted(till.customer))
                .is(200, "\"status\":\"SCHEDULED\"")
                .text("invoice_id");
        till.seller.post("/invoices/%s/regenerate".formatted(scheduled), "{}").is(400, "never generated");
    }

    private static List<JsonNode> results(InvoicingFixture till, String path) {
        return till.seller
                .get(path)
                .is(200)
                .json()
                .path("results")
                .valueStream()
                .toList();
    }

    /// A void is the last that happens to an invoice, also where the clocks of two processes differ.
    @Test
    void anInvoiceIsNotVoidedBeforeItsLastVersion() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:05:00Z");
        var invoice = till.standalone(100, "");
        till.seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200);
        HOUSE.database()
                .inTransaction(tx -> tx.handle()
                        .execute(
                                "UPDATE test_clock SET now = '2025-01-01T08:00:00Z' WHERE seller_id = ?",
                                till.seller.id().value()));
        till.seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200, "VOIDED");
        List<String> broken =
                HOUSE.database().inspect(tx -> HOUSE.wiring().invariants().run(tx, List.of("I6")));
        assertThat(broken).isEmpty();
    }

    /// Nothing is done that would be refused in the end.
    @Test
    void anInvoiceThatNobodyCanGetIsNotRegeneratedToBeMailed() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var invoice = till.standalone(100, "");
        var regenerate = "/invoices/%s/regenerate".formatted(invoice);
        till.seller.post(regenerate, "{\"send_invoice\": true}").is(400, "\"send_invoice\"", "no recipient");
        till.get(invoice).is(200, "\"version\":1");
        till.seller.post(regenerate, "{}").is(200, "\"version\":2");
    }

    /// Rule N-04: what an upgrade bills on the day on which the first invoice was paid is later than that one.
    @Test
    void theLatestInvoiceOfADayIsTheOneMadeLast() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", "SEMI_ANNUALLY", ""));
        till.pay(till.invoice(id, 0), 60_000).is(200);
        var path = "/subscriptions/" + id;
        till.seller.started(path + "/upgrade", """
                {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 5000}]}
                """.formatted(till.seats));
        till.seller
                .get(path + "/invoices/next?include_paid=true")
                .is(200, "\"status\":\"OUTSTANDING\"", "\"bill_at\":\"2025-01-01");
    }

    /// Rule N-04.
    @Test
    void theNextInvoiceIsTheEarliestUnpaidOrTheRenewal() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", "SEMI_ANNUALLY", ", \"renewal_uplifted_rate\": \"10\""));
        var next = "/subscriptions/%s/invoices/next".formatted(id);
        var first = till.seller.get(next).is(200, till.invoice(id, 0), "\"is_renewal_estimate\":false");
        var tag = till.seller.get("/invoices/" + till.invoice(id, 0)).header("ETag");
        assertThat(first.header("ETag")).isPresent().isEqualTo(tag);
        till.pay(till.invoice(id, 0), 60_000).is(200);
        till.seller.get(next).is(200, till.invoice(id, 1));
        for (var yes : List.of("true", "True", "1")) {
            till.seller.get(next + "?include_paid=" + yes).is(200, till.invoice(id, 0));
        }
        till.seller.get(next + "?include_paid=yes").is(400, "include_paid");
        till.pay(till.invoice(id, 1), 60_000).is(200);
        till.seller
                .get(next)
                .is(
                        200,
                        "\"invoice_id\":null",
                        "\"invoice_number\":null",
                        "\"is_renewal_estimate\":true",
                        "\"payment_url\":null",
                        "\"grand_total\":66000",
                        "\"billed_company_id\":\"" + till.customer,
                        "\"bill_at\":\"2026-01-01T00:00:00Z\"");
        till.seller.patch("/subscriptions/" + id, "{\"auto_renews\": false}").is(200);
        till.seller.get(next).is(404, "next invoice");
    }

    @Test
    void wordsAndDatesChangeAndMoneyDoesNot() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", "MONTHLY", ", \"purchase_order\": {\"code\": \"PO-S\"}"));
        var invoice = till.invoice(id, 0);
        var path = "/invoices/" + invoice;
        till.get(invoice).is(200, "\"purchase_order\":{\"code\":\"PO-S\"}");
        till.seller
                .patch(path, """
                        {"purchase_order": {"code": "PO-1"}, "memo": "thanks", "metadata": {"a": 1, "_b": 2},
                         "due_at": "2025-01-05", "collection_paused": true}
                        """)
                .is(
                        200,
                        "\"purchase_order\":{\"code\":\"PO-1\"}",
                        "\"memo\":\"thanks\"",
                        "\"metadata\":{\"a\": 1}",
                        "\"due_at\":\"2025-01-05T23:59:59.999999Z\"",
                        "\"status\":\"PAUSED\"");
        till.seller.advanceTo("2025-01-06T00:00:00Z");
        till.seller
                .patch(path, "{\"collection_paused\": false, \"purchase_order\": null}")
                .is(200, "\"status\":\"PAST_DUE\"", "\"purchase_order\":{\"code\":\"PO-S\"}");
        till.seller.patch(path, "{\"memo\": \"4111 1111 1111 1111\"}").is(400, "memo");
        till.seller.patch(path, "{\"due_at\": \"2024-12-31\"}").is(400, "Must not be before the day of issue.");
        till.seller.patch(path, "{\"due_at\": \"2025-01-01\"}").is(200, "\"status\":\"PAST_DUE\"");
        var scheduled = "/invoices/" + till.invoice(id, 1);
        till.seller.patch(scheduled, "{\"due_at\": \"2025-01-31\"}").is(400, "Must not be before the day of issue.");
        till.seller
                .patch(scheduled, "{\"due_at\": \"2025-02-01\", \"collection_paused\": true}")
                .is(200, "\"status\":\"SCHEDULED\"");
        till.seller
                .send("PATCH", path, "{\"memo\": \"x\"}", "If-Match", "\"1\"")
                .is(412);
        till.pay(invoice, 10_000).is(200);
        till.seller.patch(path, "{\"due_at\": \"2025-03-01\"}").is(400, "due_at");
        till.seller.advanceTo("2025-02-01T08:00:00Z");
        till.seller.get(scheduled).is(200, "\"status\":\"PAUSED\"", "\"version\":1");
    }

    /// Rule K-02: a pause moves a due date that was set with its invoice, not only the one by terms.
    @Test
    void aPauseMovesADueDateThatWasSet() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", "MONTHLY", ""));
        till.seller
                .patch("/invoices/" + till.invoice(id, 1), "{\"due_at\": \"2025-02-05\"}")
                .is(200);
        till.seller
                .post(
                        "/subscriptions/%s/pause".formatted(id),
                        "{\"paused_at\": \"2025-01-02\", \"scheduled_resume_at\": \"2025-01-12\"}")
                .is(200);
        till.seller.advanceTo("2025-01-12T00:00:00Z");
        till.get(till.invoice(id, 1))
                .is(
                        200,
                        "\"bill_at\":\"2025-02-11T00:00:00Z\"",
                        "\"due_at\":\"2025-02-15T23:59:59.999999Z\"",
                        "\"status\":\"SCHEDULED\"");
    }

    @Test
    void aStandaloneInvoiceNamesAllItsFaultsAtOnce() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-10T08:00:00Z");
        till.seller
                .post("/invoices", """
                        {"customer_id": "01985d2a-7c10-7000-8000-00000000c001", "issued_at": "2025-01-09",
                         "due_at": "2025-01-01", "currency": "EUR", "accounts_payable_emails": ["no address"],
                         "line_items": [{"unit_price": "-1"}, {"description": "x", "unit_price": "1", "quantity": 0,
                            "starts_at": "2025-02-01", "ends_at": "2025-01-01"}]}
                        """)
                .is(
                        400,
                        "customer_id",
                        "issued_at",
                        "due_at",
                        "accounts_payable_emails[0]",
                        "line_items[0].description",
                        "line_items[0].unit_price",
                        "line_items[1].quantity",
                        "line_items[1].ends_at");
        var invoice = till.seller
                .post("/invoices", """
                        {"customer_id": "%s", "memo": "As agreed", "line_items": [
                          {"description": "Training day", "quantity": 2.5, "unit_price": "950.005",
                           "starts_at": "2025-01-06", "ends_at": "2025-01-08"}]}
                        """.formatted(till.customer))
                .is(
                        200,
                        "\"subscription_id\":null",
                        "\"grand_total\":237501",
                        "\"quantity\":2.5",
                        "\"starts_at\":\"2025-01-06T00:00:00Z\"",
                        "\"ends_at\":\"2025-01-08T23:59:59.999999Z\"");
        invoice.is(200, "\"status\":\"OUTSTANDING\"", "\"invoice_number\":\"2025-000001\"");
    }

    /// Rule M-09: no amount is larger than every client can read, whether lines, tax or credit make it so.
    @Test
    void whatIsLargerThanCanBeReadIsRefused() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-10T08:00:00Z");
        var most = "{\"description\": \"x\", \"unit_price\": \"90071992547409.91\"}";
        var taxed = till.customer(", \"address\": {\"country\": \"DE\"}");
        till.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        for (var body : List.of(
                "{\"customer_id\": \"%s\", \"line_items\": [%s, %s]}".formatted(till.customer, most, most),
                "{\"customer_id\": \"%s\", \"line_items\": [%s]}".formatted(taxed, most),
                "{\"customer_id\": \"%s\", \"issued_at\": \"2025-02-01\", \"line_items\": [%s]}"
                        .formatted(taxed, most))) {
            till.seller.post("/invoices", body).is(400, "outside ±9007199254740991 minor units");
        }
        var invoice = till.standalone(1, "");
        till.pay(invoice, 9_007_199_254_740_991L).is(200);
        till.pay(invoice, 101).is(400, "paid_amount", "The credit of the customer would be more than can be kept.");
        till.pay(invoice, 100).is(200);
        assertThat(till.credit()).isEqualTo(9_007_199_254_740_991L);
    }

    /// Every status can be reached and is found by its name; the filter is the same function.
    @Test
    void everyStatusIsFoundByItsName() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var outstanding = till.standalone(10, ", \"due_at\": \"2025-12-01\"");
        var due = till.standalone(10, ", \"due_at\": \"2025-02-01\"");
        var pastDue = till.standalone(10, ", \"due_at\": \"2025-01-05\"");
        var paid = till.standalone(10, "");
        till.pay(paid, 1_000).is(200);
        var partlyPaid = till.standalone(10, "");
        till.pay(partlyPaid, 1).is(200);
        var voided = till.standalone(10, "");
        till.seller.post("/invoices/%s/void".formatted(voided), "{}").is(200);
        var halted = till.standalone(10, "");
        till.seller
                .patch("/invoices/" + halted, "{\"collection_paused\": true}")
                .is(200);
        var other = till.customer("");
        till.seller
                .post("/customers/%s/credits".formatted(other), "{\"amount\": 1000, \"reason\": \"x\"}")
                .is(200);
        var credited =
                till.seller.post("/invoices", """
                        {"customer_id": "%s", "line_items": [{"description": "x", "unit_price": "10"}]}
                        """.formatted(other)).is(200).text("invoice_id");
        var zero = till.standalone(0, "");
        var recast = till.started(till.order("2025-01-01", "ANNUALLY", ""));
        var adjusted = till.invoice(recast, 0);
        till.seller.advanceTo("2025-02-01T08:00:00Z");
        till.seller
                .post("/subscriptions/%s/terminate".formatted(recast), "{\"credit_unused\": true}")
                .is(200);
        till.pay(adjusted, 10_000).is(200);
        var scheduled = till.seller
                .post("/invoices", """
                        {"customer_id": "%s", "issued_at": "2025-06-01",
                         "line_items": [{"description": "x", "unit_price": "10"}]}
                        """.formatted(till.customer))
                .is(200)
                .text("invoice_id");
        found(till, "OUTSTANDING", outstanding);
        found(till, "DUE", due);
        found(till, "PAST_DUE", pastDue);
        found(till, "PARTIALLY_PAID", partlyPaid);
        found(till, "VOIDED", voided);
        found(till, "PAUSED", halted);
        found(till, "CREDITED", credited);
        found(till, "SCHEDULED", scheduled);
        found(till, "PAID", paid, zero, adjusted);
        found(till, "UNPAID");
        found(till, "MUTED");
        found(till, "DUE,PAST_DUE", due, pastDue);
        till.seller.get("/invoices?status=DRAFT").is(400, "Must be of MUTED, ", "VOIDED, separated by commas.");
        till.seller.get("/invoices?amount_min=1&amount_max=999").is(200, "\"count\":0");
        till.seller.get("/invoices?number=2025-000001").is(200, outstanding, "\"count\":1");
        till.seller.get("/invoices?issued_from=2025-02-01").is(200, "\"count\":0");
        till.seller
                .post(
                        "/invoices/search",
                        "{\"status\": [\"DUE\", \"VOIDED\"], \"customer_id\": \"%s\"}".formatted(till.customer))
                .is(200, "\"count\":2", due, voided);
        till.seller.post("/invoices/search", "{\"status\": \"DUE\"}").is(200, "\"count\":1", due);
        till.seller.post("/invoices/search", "{\"status\": \"DRAFT\"}").is(400, "\"status\"");
        till.seller
                .post(
                        "/invoices/search",
                        "{\"status\": [\"DUE\", \"VOIDED\"], \"limit\": 1, \"ordering\": \"-bill_at\"}")
                .is(200, "\"count\":2", "limit=1&offset=1");
        till.seller
                .post("/invoices/search?limit=2", "{\"status\": [\"DUE\", \"VOIDED\"], \"limit\": 1, \"offset\": 1}")
                .is(200, "\"count\":2", "\"next\":null", "limit=2&offset=0");
        till.seller.post("/invoices/search", "{\"limit\": 1001}").is(400, "\"limit\"");
        till.seller
                .post("/invoices/search", "{\"limit\": \"1\", \"offset\": 1.0, \"ordering\": []}")
                .is(400, "\"limit\"", "\"offset\"", "\"ordering\"");
        till.seller
                .get("/invoices?limit=0&offset=x&ordering=z&status=q&customer_id=z")
                .is(400, "\"limit\"", "\"offset\"", "\"ordering\"", "\"status\"", "\"customer_id\"");
        till.seller
                .post("/invoices/search", "{\"status\": [\"DRAFT\"], \"amount_min\": \"x\", \"amount_max\": \"5\"}")
                .is(400, "status[0]", "amount_min", "amount_max");
        for (var generated : List.of(outstanding, due, pastDue, partlyPaid, paid, zero, adjusted, halted, credited)) {
            regenerated(till, generated);
        }
        regenerationRefused(till, voided, "voided");
        regenerationRefused(till, scheduled, "never generated");
        for (var unpaid : List.of(outstanding, due, pastDue, zero, halted, credited, scheduled)) voided(till, unpaid);
        for (var holdsMoney : List.of(partlyPaid, paid, adjusted)) voidRefused(till, holdsMoney, "refund");
        voidRefused(till, voided, "already void");
    }

    /// A new version, and the status stays what it was.
    private static void regenerated(InvoicingFixture till, String invoice) {
        var before = till.get(invoice);
        till.seller
                .post("/invoices/%s/regenerate".formatted(invoice), "{}")
                .is(200, "\"status\":\"%s\"".formatted(before.text("status")), "\"version\":2");
    }

    private static void regenerationRefused(InvoicingFixture till, String invoice, String why) {
        till.seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(400, why);
    }

    /// From any status without money on it.
    private static void voided(InvoicingFixture till, String invoice) {
        till.seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200, "\"status\":\"VOIDED\"");
    }

    private static void voidRefused(InvoicingFixture till, String invoice, String why) {
        var before = till.status(invoice);
        till.seller.post("/invoices/%s/void".formatted(invoice), "{}").is(400, why);
        assertThat(till.status(invoice)).isEqualTo(before);
    }

    /// Of a list of statuses one must hold, and of none none does: a client whose list is empty is not told everything.
    @Test
    void anEmptyListOfStatusesFindsNothing() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        till.standalone(10, "");
        till.seller.post("/invoices/search", "{\"status\": []}").is(200, "\"count\":0");
        till.seller.post("/invoices/search", "{}").is(200, "\"count\":1");
        till.seller.post("/invoices/search", "{\"status\": [\"OUTSTANDING\"]}").is(200, "\"count\":1");
        till.seller.post("/subscriptions/search", "{\"status\": []}").is(200, "\"count\":0");
    }

    private static void found(InvoicingFixture till, String statuses, String... ids) {
        var found =
                till.seller.get("/invoices?status=" + statuses).is(200).json().path("results");
        var all = new java.util.ArrayList<String>();
        found.forEach(it -> all.add(it.path("invoice_id").asText()));
        assertThat(all).as(statuses).containsExactlyInAnyOrderElementsOf(List.of(ids));
    }

    /// An invoice that another system billed is muted: never issued, never numbered, but it takes payments.
    @Test
    void aMigratedSubscriptionBillsFromTheCutOver() {
        var till = InvoicingFixture.at(HOUSE, "2025-03-10T08:00:00Z");
        till.seller.patch("/seller", "{\"muted_before\": \"2025-03-01\"}").is(200);
        var id = till.started(till.order("2025-01-01", "MONTHLY", ", \"migrated\": true"));
        assertThat(till.invoices(id))
                .extracting(it -> it.path("status").asText())
                .startsWith("MUTED", "MUTED", "OUTSTANDING", "SCHEDULED");
        till.pay(till.invoice(id, 0), 10_000).is(200);
        assertThat(till.status(till.invoice(id, 0))).isEqualTo("MUTED");
        till.seller.get("/invoices?status=MUTED").is(200, "\"count\":2");
        var muted = "/invoices/%s".formatted(till.invoice(id, 1));
        till.seller.post(muted + "/regenerate", "{}").is(400, "the invoice was never generated\"");
        till.seller.post(muted + "/pay", "{}").is(400, "the invoice is not issued\"");
        till.seller.post(muted + "/send", "{}").is(400, "the invoice is not issued\"");
        till.seller.get("/subscriptions/%s/invoices/next".formatted(id)).is(200, till.invoice(id, 2));
    }

    /// A pause moves what was to be billed before the cut-over behind it, where no other system bills any more.
    @Test
    void aPauseTakesBillsOverTheCutOver() {
        var till = InvoicingFixture.at(HOUSE, "2025-02-20T08:00:00Z");
        till.seller.patch("/seller", "{\"muted_before\": \"2025-03-05\"}").is(200);
        var id = till.started(till.order("2025-01-01", "MONTHLY", ", \"migrated\": true"));
        var pause = "{\"paused_at\": \"2025-02-20\", \"scheduled_resume_at\": \"2025-03-02\"}";
        till.seller.post("/subscriptions/%s/pause".formatted(id), pause).is(200);
        till.seller.advanceTo("2025-03-12T08:00:00Z");
        assertThat(till.invoices(id))
                .extracting(it -> it.path("bill_at").asText().substring(0, 10) + " "
                        + it.path("status").asText())
                .startsWith("2025-01-01 MUTED", "2025-02-01 MUTED", "2025-03-11 OUTSTANDING", "2025-04-11 SCHEDULED");
    }

    /// A termination that is taken back bills nothing of what another system has billed; a recast that begins before
    /// the cut-over was never billed there.
    @Test
    void whatWasBilledElsewhereStaysSo() {
        var till = InvoicingFixture.at(HOUSE, "2025-03-10T08:00:00Z");
        till.seller.patch("/seller", "{\"muted_before\": \"2025-03-01\"}").is(200);
        var id = till.started(till.order("2025-01-01", "MONTHLY", ", \"migrated\": true"));
        var path = "/subscriptions/" + id;
        till.seller
                .post(path + "/terminate", "{\"termination_date\": \"2025-02-01\"}")
                .is(200);
        till.seller.post(path + "/reinstate", "{}").is(200);
        assertThat(till.invoices(id))
                .extracting(it -> it.path("status").asText())
                .startsWith("MUTED", "MUTED", "OUTSTANDING", "SCHEDULED");
        var recast = """
                {"starts_at": "2025-02-15", "contract_length": 12, "billing_frequency": "ANNUALLY",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(till.seats);
        till.seller.started(path + "/recast", recast);
        var first = till.invoices(id).getLast();
        assertThat(first.path("status").asText()).isEqualTo("OUTSTANDING");
        assertThat(first.path("bill_at").asText()).startsWith("2025-03-10");
    }

    /// Rule S-08: invoices of 12 periods at 0.00 are closed on their days, without a request to pay.
    @Test
    void zeroInvoicesAreClosedOnTheirDay() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started("""
                {"starts_at": "2025-01-01", "contract_length": 2, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1, "discount": [{"rate": "100"}]}], "customer_id": "%s",
                 "auto_renews": false}
                """.formatted(till.plan, till.seats, till.customer));
        till.get(till.invoice(id, 0))
                .is(200, "\"status\":\"PAID\"", "\"grand_total\":0", "\"invoice_number\":\"2025-000001\"");
        till.seller.get("/subscriptions/%s/invoices/next".formatted(id)).is(404);
    }

    /// Rule I-16: a partner is billed and taxed; the credit is the customer's.
    @Test
    void aPartnerIsBilledAndTheCustomersCreditPays() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var partner = till.customer(", \"is_partner\": true");
        till.seller
                .post("/customers/%s/credits".formatted(till.customer), "{\"amount\": 4000, \"reason\": \"x\"}")
                .is(200);
        var id =
                till.started(till.order("2025-01-01", "MONTHLY", ", \"billed_company_id\": \"%s\"".formatted(partner)));
        till.get(till.invoice(id, 0))
                .is(
                        200,
                        "\"billed_company_id\":\"" + partner,
                        "\"customer_id\":\"" + till.customer,
                        "\"credited_total\":4000",
                        "\"remaining_amount\":6000");
    }

    /// The billed company must be the customer or a partner, as for subscriptions.
    @Test
    void aStandaloneInvoiceIsBilledToItsCustomerOrToAPartner() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-31T08:00:00Z");
        var stranger = till.customer("");
        var invoice = """
                {"customer_id": "%s", "billed_company_id": "%s", "line_items": [{"description": "Training", "unit_price": "1.00"}]}
                """;
        till.seller
                .post("/invoices", invoice.formatted(till.customer, stranger))
                .is(400, "\"billed_company_id\":[\"The company is no partner.\"]");
        till.seller.post("/invoices", invoice.formatted(stranger, stranger)).is(200);
        till.seller.patch("/customers/" + stranger, "{\"is_partner\": true}").is(200);
        till.seller
                .post("/invoices", invoice.formatted(till.customer, stranger))
                .is(200, "\"billed_company_id\":\"" + stranger);
    }

    /// Numbers start anew with the year of the seller's zone, and each legal entity has its own (rule I-09).
    @Test
    void everyYearAndEntityHasItsOwnSeries() {
        var till = InvoicingFixture.at(HOUSE, "2025-12-31T22:00:00Z");
        till.seller
                .patch("/seller", "{\"time_zone\": \"Europe/Berlin\", \"invoice_number_prefix\": \"HL-\"}")
                .is(200);
        assertThat(till.get(till.standalone(1, "")).text("invoice_number")).isEqualTo("HL-2025-000001");
        till.seller.advanceTo("2025-12-31T23:00:00Z");
        assertThat(till.get(till.standalone(1, "")).text("invoice_number")).isEqualTo("HL-2026-000001");
        var entity = till.seller
                .post("/legal-entities", "{\"legal_name\": \"Harbour Light Ltd\", \"invoice_number_prefix\": \"UK\"}")
                .is(200)
                .text("legal_entity_id");
        assertThat(till.get(till.standalone(1, ", \"legal_entity_id\": \"%s\"".formatted(entity)))
                        .text("invoice_number"))
                .isEqualTo("UK2026-000001");
        assertThat(till.get(till.standalone(1, "")).text("invoice_number")).isEqualTo("HL-2026-000002");
    }

    /// Not even after the entity that printed it has another one: the next of the same number would bear it, too.
    @Test
    void aPrefixThatStandsOnInvoicesStaysWithItsEntity() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-31T08:00:00Z");
        assertThat(till.get(till.standalone(1, "")).text("invoice_number")).isEqualTo("2025-000001");
        till.seller.patch("/seller", "{\"invoice_number_prefix\": \"HL-\"}").is(200);
        var second = till.seller
                .post("/legal-entities", "{\"legal_name\": \"Harbour Light Ltd\"}")
                .is(200, "\"invoice_number_prefix\":\"E2-\"")
                .text("legal_entity_id");
        var path = "/legal-entities/" + second;
        till.seller.patch(path, "{\"invoice_number_prefix\": \"\"}").is(400, "invoice_number_prefix");
        till.seller
                .post("/legal-entities", "{\"legal_name\": \"Third Ltd\", \"invoice_number_prefix\": \"\"}")
                .is(400, "invoice_number_prefix");
        till.seller.patch(path, "{\"invoice_number_prefix\": \"UK-\"}").is(200);
        till.seller.patch("/seller", "{\"invoice_number_prefix\": \"E2-\"}").is(200); // No invoice bears it.
        till.seller.patch("/seller", "{\"invoice_number_prefix\": \"\"}").is(200); // Its own.
        assertThat(till.get(till.standalone(1, "")).text("invoice_number")).isEqualTo("2025-000002");
    }

    @Test
    void theJournalIsReadByAccountInvoiceAndTime() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var invoice = till.standalone(100, "");
        till.pay(invoice, 10_000).is(200);
        till.seller
                .get("/journal?invoice_id=" + invoice)
                .is(
                        200,
                        "\"count\":2",
                        "\"cause\":\"INVOICE_ISSUED\"",
                        "{\"account\":\"RECEIVABLE\",\"debit\":10000,\"credit\":0}",
                        "\"cause\":\"PAYMENT_RECORDED\"");
        till.seller.get("/journal?account=CASH").is(200, "\"count\":1");
        till.seller.get("/journal?account=RECEIVABLE").is(200, "\"count\":2");
        till.seller.get("/journal?currency=USD").is(200, "\"count\":2");
        till.seller.get("/journal?currency=EUR").is(200, "\"count\":0");
        till.seller.get("/journal?customer_id=" + till.customer).is(200, "\"count\":2");
        till.seller.get("/journal?customer_id=" + till.customer("")).is(200, "\"count\":0");
        for (var first : List.of("created_at INVOICE_ISSUED", "-created_at PAYMENT_RECORDED")) {
            var words = first.split(" ", 2);
            till.seller
                    .get("/journal?limit=1&ordering=" + words[0])
                    .is(200, "\"count\":2", "\"cause\":\"%s\"".formatted(words[1]));
        }
        till.seller.get("/journal?account=NOWHERE").is(400, "account");
        till.seller.get("/journal?from=2025-01-02").is(200, "\"count\":0");
        till.seller.get("/journal?to=2025-01-01").is(200, "\"count\":2");
        till.seller
                .get("/journal?from=2025-01-01T08:00:00Z&to=2025-01-01T08:00:00Z")
                .is(200, "\"count\":2");
        till.seller.get("/journal/balances").is(200, "{\"currency\":\"USD\",\"debit\":20000,\"credit\":20000}");
        till.seller.get("/journal/balances?as_of=2024-12-31").is(200, "\"balances\":[]");
    }
}
