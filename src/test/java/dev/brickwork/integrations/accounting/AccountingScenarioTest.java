package dev.brickwork.integrations.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.integrations.accounting.BooksDouble.Answer;
import dev.brickwork.integrations.accounting.BooksDouble.Request;
import dev.brickwork.integrations.accounting.BooksDouble.Trouble;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.support.Await;
import dev.brickwork.support.EntityTags;
import dev.brickwork.support.HeldInvoice;
import dev.brickwork.support.Shop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the sync to accounting services through the API, against a double that checks what it is sent.
@Tag("verify")
class AccountingScenarioTest {
    private static final XeroBrain XERO = new XeroBrain();
    private static final QuickBooksBrain QUICKBOOKS = new QuickBooksBrain();
    private static final BooksDouble DOUBLE = new BooksDouble(AccountingScenarioTest::answer);

    @AutoClose
    private static final TestServer HOUSE = DOUBLE.house();

    private static Answer answer(Request request) {
        return request.path().startsWith("/v3/") ? QUICKBOOKS.answer(request) : XERO.answer(request);
    }

    private static TestServer.Tenant connected() {
        var seller = HOUSE.sellerAt("2025-05-01T08:00:00Z");
        seller.get("/accounting").is(200, "NOT_CONNECTED");
        connect(seller);
        assertThat(seller.get("/accounting").body()).doesNotContain("canary", "refresh-0");
        return seller;
    }

    private static void connect(TestServer.Tenant seller) {
        BooksDouble.connectXero(seller).is(200, "\"state\":\"CONNECTED\"", "\"revenue\":\"200\"");
    }

    @Test
    void editorsOfTheLinkAreToldApart() {
        EntityTags.tellEditorsApart(
                connected(), "/accounting", "{\"kind\": \"XERO\", \"active\": false}", "{\"kind\": \"XERO\"}");
    }

    private static String invoice(TestServer.Tenant seller, String name) {
        return invoiceTo(seller, customer(seller, name));
    }

    private static String customer(TestServer.Tenant seller, String name) {
        return seller.post("/customers", "{\"name\": \"%s\"}".formatted(name))
                .is(200)
                .text("customer_id");
    }

    private static String invoiceTo(TestServer.Tenant seller, String customer) {
        return seller.post("/invoices", """
                        {"customer_id": "%s", "line_items": [
                           {"description": "Work", "quantity": 2, "unit_price": "50.00"}]}
                        """.formatted(customer)).is(200).text("invoice_id");
    }

    private static String number(TestServer.Tenant seller, String invoice) {
        return seller.get("/invoices/" + invoice).is(200).text("invoice_number");
    }

    private static void awaitDone(TestServer.Tenant seller, String kind, String action) {
        Await.until(
                "%s %s is carried over".formatted(kind, action),
                () -> isDone(seller, kind, action),
                () -> seller.get("/accounting/log").body());
    }

    private static void awaitDone(TestServer.Tenant seller, int count) {
        Await.until(
                "so many are carried over: " + count,
                () -> done(seller) == count,
                () -> seller.get("/accounting/log").body());
    }

    private static boolean isDone(TestServer.Tenant seller, String kind, String action) {
        for (var entry : seller.get("/accounting/log").is(200).json().path("results")) {
            if (entry.path("object_kind").asText().equals(kind)
                    && entry.path("action").asText().equals(action)
                    && entry.path("outcome").asText().equals("DONE")) return true;
        }
        return false;
    }

    @Test
    void anInvoiceItsPaymentAndARefundGoOver() {
        var seller = connected();
        var name = "Acme " + UUID.randomUUID();
        var invoice = invoice(seller, name);
        var number = number(seller, invoice);
        awaitDone(seller, "INVOICE", "CREATE");
        var contact = XERO.kept("Contacts", "Name", name).getFirst();
        var book = XERO.kept("Invoices", "InvoiceNumber", number).stream()
                .filter(one -> one.path("Contact").path("ContactID").equals(contact.path("ContactID")))
                .findFirst()
                .orElseThrow();
        assertThat(book.path("LineItems").path(0).path("LineAmount").decimalValue())
                .isEqualByComparingTo("100");

        var payment = seller.post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 10000}")
                .is(200)
                .text("payment_id");
        awaitDone(seller, "PAYMENT", "CREATE");
        var paid = XERO.paymentsOf(book);
        assertThat(paid).hasSize(1);
        assertThat(paid.getFirst().path("Amount").decimalValue()).isEqualByComparingTo("100");

        seller.post(
                        "/payments/%s/refund".formatted(payment),
                        "{\"amount\": 4000, \"refund_method\": \"ACCOUNT_CREDIT\"}")
                .is(200);
        awaitDone(seller, "PAYMENT", "UPDATE");
        var left = XERO.livePaymentsOf(book);
        assertThat(left).hasSize(1);
        assertThat(left.getFirst().path("Amount").decimalValue()).isEqualByComparingTo("60");
        seller.get("/accounting").is(200, "\"last_synced_at\":\"");
    }

    /// A refund under way has taken nothing from the invoice yet, and this one never will: the processor does not know
    /// it. The payment stands over there as it does here.
    @Test
    void aRefundThatFailsTakesNothingFromThePayment() {
        var seller = connected();
        var till = new PaymentsFixture(seller);
        var invoice = till.invoice(till.paying("Refund " + UUID.randomUUID(), "pm_sandbox_refund_timeout"), 10_000);
        awaitDone(seller, "INVOICE", "CREATE");
        seller.put("/accounting", "{\"kind\": \"XERO\", \"active\": false}").is(200);
        var payment = till.pay(invoice).is(200, "SUCCEEDED").text("payment_id");
        till.refund(payment, "{\"amount\": 4000}").is(200, "\"state\":\"PROCESSING\"");
        seller.put("/accounting", "{\"kind\": \"XERO\", \"active\": true}").is(200);
        awaitDone(seller, "PAYMENT", "CREATE");

        HOUSE.database()
                .inTransaction(tx -> tx.handle()
                        .execute(
                                "DELETE FROM sandbox_refund WHERE seller_id = ?",
                                seller.id().value()));
        seller.advanceTo("2025-05-01T09:00:00Z");
        assertThat(till.remaining(invoice)).isZero();
        assertThat(till.cash()).isEqualTo(10_000);
        var paid = XERO.livePaymentsOf(XERO.book(remote(seller, invoice)));
        assertThat(paid).hasSize(1);
        assertThat(paid.getFirst().path("Amount").decimalValue()).isEqualByComparingTo("100");
        assertThat(till.events(invoice)).endsWith("invoice.refunded");
        Await.until("every event is followed", till::isFollowedUp);
        assertThat(seller.get("/accounting/log").is(200).body()).doesNotContain("UPDATE");
    }

    /// Months before its invoice is issued: it follows that invoice, and keeps nothing else of the company waiting.
    @Test
    void moneyThatComesEarlyGoesOverWithItsInvoice() {
        var seller = connected();
        var name = "Early " + UUID.randomUUID();
        var customer = customer(seller, name);
        var later = seller.post("/invoices", """
                        {"customer_id": "%s", "issued_at": "2025-08-01", "line_items": [
                           {"description": "Work", "unit_price": "100.00"}]}
                        """.formatted(customer)).is(200).text("invoice_id");
        seller.post("/invoices/%s/payments".formatted(later), "{\"payment_method\": \"WIRE\", \"paid_amount\": 4000}")
                .is(200);
        invoiceTo(seller, customer);
        awaitDone(seller, "INVOICE", "CREATE");
        assertThat(XERO.standing(name)).isEqualTo("100.00 0.00 100.00 0.00");

        seller.advanceTo("2025-08-01T08:00:00Z");
        Await.until(
                "what is owed there is less by the money",
                () -> XERO.standing(name).equals("160.00 0.00 200.00 0.00"));
    }

    /// The new version takes the place of the old one, and what was paid stands on it.
    @Test
    void aRegeneratedInvoiceKeepsItsPayment() {
        var seller = connected();
        var invoice = invoice(seller, "Regenerated " + UUID.randomUUID());
        payAndRegenerate(seller, invoice);
        var old = XERO.book(remote(seller, invoice));
        var book = XERO.book(remote(seller, invoice, "UPDATE"));
        assertThat(old.path("Status").asText()).isEqualTo("VOIDED");
        assertThat(XERO.livePaymentsOf(old)).isEmpty();
        assertThat(XERO.livePaymentsOf(book)).hasSize(1);
        assertThat(XERO.livePaymentsOf(book).getFirst().path("Amount").decimalValue())
                .isEqualByComparingTo("40");
    }

    /// Books that are connected once more are known: what was carried over before is found again, not written anew.
    @Test
    void whatIsConnectedAgainGoesOnWhereItStood() {
        var seller = connected();
        var customer = customer(seller, "Again " + UUID.randomUUID());
        seller.post("/customers/%s/credits".formatted(customer), "{\"amount\": 2000, \"reason\": \"goodwill\"}")
                .is(200);
        var credited = invoiceTo(seller, customer);
        awaitDone(seller, "CREDIT_NOTE", "UPDATE");
        var paid = invoiceTo(seller, customer);
        var payment = seller.post(
                        "/invoices/%s/payments".formatted(paid),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 10000}")
                .is(200)
                .text("payment_id");
        awaitDone(seller, "PAYMENT", "CREATE");
        var book = XERO.book(remote(seller, paid));

        seller.put("/accounting", "{\"kind\": null}").is(200, "NOT_CONNECTED");
        connect(seller);
        seller.post(
                        "/payments/%s/refund".formatted(payment),
                        "{\"amount\": 4000, \"refund_method\": \"ACCOUNT_CREDIT\"}")
                .is(200);
        awaitDone(seller, "PAYMENT", "UPDATE");
        assertThat(XERO.livePaymentsOf(book)).hasSize(1);
        assertThat(XERO.livePaymentsOf(book).getFirst().path("Amount").decimalValue())
                .isEqualByComparingTo("60");
        seller.post("/invoices/%s/void".formatted(credited), "{}").is(200);
        awaitDone(seller, "INVOICE", "VOID");
        assertThat(XERO.book(remote(seller, credited)).path("Status").asText()).isEqualTo("VOIDED");
    }

    private static void payAndRegenerate(TestServer.Tenant seller, String invoice) {
        seller.post("/invoices/%s/payments".formatted(invoice), "{\"payment_method\": \"WIRE\", \"paid_amount\": 4000}")
                .is(200);
        awaitDone(seller, "PAYMENT", "CREATE");
        seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200);
        awaitDone(seller, "PAYMENT", "UPDATE");
    }

    /// Credit pays a part of an invoice over there, too; it is free again when the invoice is voided, and pays the
    /// next.
    @Test
    void creditThatIsSpentIsSetOffThere() {
        var seller = connected();
        var customer = customer(seller, "Credit " + UUID.randomUUID());
        seller.post("/customers/%s/credits".formatted(customer), "{\"amount\": 4000, \"reason\": \"goodwill\"}")
                .is(200);
        var first = invoiceTo(seller, customer);
        awaitDone(seller, "CREDIT_NOTE", "UPDATE");
        var number = number(seller, first);
        var note = XERO.kept("CreditNotes", "CreditNoteNumber", "A-" + number)
                .getLast()
                .path("CreditNoteID")
                .asText();
        assertThat(XERO.setOff(note)).containsExactly(remote(seller, first) + " 40");

        seller.post("/invoices/%s/void".formatted(first), "{}").is(200);
        awaitDone(seller, "INVOICE", "VOID");
        assertThat(XERO.setOff(note)).isEmpty();

        var second = invoiceTo(seller, customer);
        Await.until("the credit is set off", () -> !XERO.setOff(note).isEmpty());
        assertThat(XERO.setOff(note)).containsExactly(remote(seller, second) + " 40");

        var third = invoiceTo(seller, customer);
        var own = "A-" + number(seller, third);
        for (var expected : List.of(own, own + "-2")) {
            seller.post("/customers/%s/credits".formatted(customer), "{\"amount\": 1000, \"reason\": \"goodwill\"}")
                    .is(200);
            seller.post("/invoices/%s/apply-credit".formatted(third), "{}").is(200);
            Await.until(
                    "the note is there",
                    () -> !XERO.kept("CreditNotes", "CreditNoteNumber", expected)
                            .isEmpty());
            var byHand = XERO.kept("CreditNotes", "CreditNoteNumber", expected).getLast();
            Await.until(
                    "the note is set off",
                    () -> !XERO.setOff(byHand.path("CreditNoteID").asText()).isEmpty());
            assertThat(XERO.setOff(byHand.path("CreditNoteID").asText()))
                    .containsExactly(remote(seller, third) + " 10");
        }
    }

    /// A note pays a part of an invoice, becomes free again elsewhere and pays the rest: one set-off stands for both.
    @Test
    void creditThatIsFreeAgainPaysMoreOfTheSameInvoice() {
        var seller = connected();
        var customer = customer(seller, "Again " + UUID.randomUUID());
        seller.post("/customers/%s/credits".formatted(customer), "{\"amount\": 13000, \"reason\": \"goodwill\"}")
                .is(200);
        var first = invoiceTo(seller, customer);
        var second = invoiceTo(seller, customer);
        var note = Await.found(
                "the note",
                () -> XERO.kept("CreditNotes", "CreditNoteNumber", "A-" + number(seller, first)).stream()
                        .map(kept -> kept.path("CreditNoteID").asText())
                        .filter(id -> !XERO.setOff(id).isEmpty())
                        .findFirst());
        seller.post("/invoices/%s/void".formatted(first), "{}").is(200);
        Await.until("the credit is free", () -> XERO.setOff(note).isEmpty());
        seller.post("/invoices/%s/apply-credit".formatted(second), "{}").is(200);
        Await.until("most of it is set off", () -> XERO.setOff(note).contains(remote(seller, second) + " 70"));
        var third = invoiceTo(seller, customer);
        Await.until("the rest is set off", () -> XERO.setOff(note).size() == 2);
        assertThat(XERO.setOff(note)).endsWith(remote(seller, third) + " 30");

        seller.post("/invoices/%s/void".formatted(second), "{}").is(200);
        Await.until("most of it is free again", () -> XERO.setOff(note).size() == 1);
        seller.post("/invoices/%s/apply-credit".formatted(third), "{}").is(200);

        Await.until("all of it is set off", () -> XERO.setOff(note).equals(List.of(remote(seller, third) + " 100")));
    }

    private static String remote(TestServer.Tenant seller, String invoice) {
        return remote(seller, invoice, "CREATE");
    }

    private static String remote(TestServer.Tenant seller, String invoice, String action) {
        for (var entry : seller.get("/accounting/log").is(200).json().path("results")) {
            if (entry.path("object_id").asText().equals(invoice)
                    && entry.path("object_kind").asText().equals("INVOICE")
                    && entry.path("action").asText().equals(action)) {
                return entry.path("remote_id").asText();
            }
        }
        throw new AssertionError("not in the log: " + invoice);
    }

    private static TestServer.Tenant connectedToQuickBooks() {
        var seller = HOUSE.sellerAt("2025-05-01T08:00:00Z");
        seller.put("/accounting", """
                        {"kind": "QUICKBOOKS", "credentials": {"client_id": "client", "client_secret": "canary",
                           "refresh_token": "refresh-0", "realm_id": "4620"}}
                        """).is(200, "\"state\":\"CONNECTED\"");
        return seller;
    }

    @Test
    void quickBooksKeepsThePaymentOfARegeneratedInvoice() {
        var seller = connectedToQuickBooks();
        var invoice = invoice(seller, "Regenerated " + UUID.randomUUID());
        payAndRegenerate(seller, invoice);
        assertThat(QUICKBOOKS.isVoid(remote(seller, invoice))).isTrue();
        assertThat(QUICKBOOKS.open(remote(seller, invoice, "UPDATE"))).isEqualByComparingTo("60");
    }

    private static String invoiceIn(TestServer.Tenant seller, String currency, String customer) {
        return seller.post("/invoices", """
                        {"customer_id": "%s", "currency": "%s", "line_items": [
                           {"description": "Work", "unit_price": "100.00"}]}
                        """.formatted(customer, currency))
                .is(200)
                .text("invoice_id");
    }

    /// QuickBooks keeps a customer in one currency for ever: who is billed in two is two customers there.
    @Test
    void quickBooksHasACustomerForEachCurrency() {
        var seller = connectedToQuickBooks();
        seller.patch("/seller", "{\"enabled_currencies\": [\"USD\", \"EUR\"]}").is(200);
        var name = "Worldwide " + UUID.randomUUID();
        var customer = customer(seller, name);
        var dollars = invoiceIn(seller, "USD", customer);
        var euros = invoiceIn(seller, "EUR", customer);
        var more = invoiceIn(seller, "EUR", customer);
        seller.post("/invoices/%s/payments".formatted(more), "{\"payment_method\": \"WIRE\", \"paid_amount\": 4000}")
                .is(200);
        awaitDone(seller, 4);
        assertThat(QUICKBOOKS.customerOf(remote(seller, dollars))).isEqualTo(name);
        assertThat(QUICKBOOKS.customerOf(remote(seller, euros))).isEqualTo(name + " (EUR)");
        assertThat(QUICKBOOKS.customerOf(remote(seller, more))).isEqualTo(name + " (EUR)");
        assertThat(QUICKBOOKS.open(remote(seller, more))).isEqualByComparingTo("60");
    }

    /// Credit and offset of one change are two notes. QuickBooks keeps the end of a long number, by which a note is
    /// found again whose answer was lost.
    @Test
    void quickBooksTellsTheNotesOfOneChangeApart() {
        var seller = connectedToQuickBooks();
        seller.patch("/seller", "{\"invoice_number_prefix\": \"ACME-\"}").is(200);
        var name = "Notes " + UUID.randomUUID();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100.00")));
        var subscription = seller.post("/subscriptions", """
                        {"customer_id": "%s", "plan_id": "%s", "starts_at": "2025-05-01", "contract_length": 12,
                         "billing_frequency": "ANNUALLY", "bricks": [{"brick_id": "%s", "quantity": 1}]}
                        """.formatted(customer(seller, name), plan, seats))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        var invoice = seller.get("/subscriptions/%s/invoices".formatted(subscription))
                .json()
                .at("/results/0/invoice_id")
                .asText();
        seller.post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 90000}")
                .is(200);
        seller.advanceTo("2025-11-01T08:00:00Z");
        seller.post(
                        "/subscriptions/%s/terminate".formatted(subscription),
                        "{\"termination_date\": \"2025-11-01\", \"credit_unused\": true}")
                .is(200);
        awaitDone(seller, "CREDIT_NOTE", "CREATE");
        assertThat(QUICKBOOKS.notesOf(name)).hasSize(2).doesNotHaveDuplicates();
    }

    /// One is renamed, and another takes the name: what each of them owes stays apart.
    @Test
    void customersOfOneNameAreTwoThere() {
        var seller = connected();
        seller.patch("/seller", "{\"enabled_currencies\": [\"USD\", \"EUR\"]}").is(200);
        var name = "Twice " + UUID.randomUUID();
        var before = customer(seller, name);
        invoiceTo(seller, before);
        awaitDone(seller, 1);
        seller.patch("/customers/" + before, "{\"name\": \"New %s\"}".formatted(name))
                .is(200);
        invoiceIn(seller, "EUR", before);
        invoiceTo(seller, customer(seller, name));
        awaitDone(seller, 3);
        assertThat(XERO.standing(name)).isEqualTo("200.00 0.00 200.00 0.00");
    }

    @Test
    void quickBooksGetsCreditPaymentRefundAndVoid() {
        var seller = connectedToQuickBooks();
        var customer = customer(seller, "Quick " + UUID.randomUUID());
        seller.post("/customers/%s/credits".formatted(customer), "{\"amount\": 4000, \"reason\": \"goodwill\"}")
                .is(200);
        var invoice = invoiceTo(seller, customer);
        awaitDone(seller, "CREDIT_NOTE", "UPDATE");
        assertThat(QUICKBOOKS.open(remote(seller, invoice))).isEqualByComparingTo("60");
        var payment = seller.post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 6000}")
                .is(200)
                .text("payment_id");
        awaitDone(seller, "PAYMENT", "CREATE");
        assertThat(QUICKBOOKS.open(remote(seller, invoice))).isEqualByComparingTo("0");
        seller.post(
                        "/payments/%s/refund".formatted(payment),
                        "{\"refund_method\": \"ACCOUNT_CREDIT\", \"reason\": \"wrong\"}")
                .is(200);
        awaitDone(seller, "PAYMENT", "UPDATE");
        assertThat(QUICKBOOKS.open(remote(seller, invoice))).isEqualByComparingTo("60");
        seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        awaitDone(seller, "INVOICE", "VOID");
        assertThat(QUICKBOOKS.isVoid(remote(seller, invoice))).isTrue();
    }

    /// A person agrees at the service and comes back: once, with the state that was given out, and with a good code.
    @Test
    void consentConnectsTheBooks() {
        var seller = HOUSE.sellerAt("2025-05-01T08:00:00Z");
        var state = stateOf(seller, "XERO", "https://login.xero.com/identity/connect/authorize?");
        comeBack("state=guessed&code=code-1", 400, "not valid any more");
        seller.get("/accounting").is(200, "NOT_CONNECTED");
        HOUSE.database()
                .inTransaction(tx -> tx.handle()
                        .execute(
                                "UPDATE accounting_consent SET expires_at = now() WHERE seller_id = ?",
                                seller.id().value()));
        comeBack("state=%s&code=code-1".formatted(state), 400, "not valid any more");
        seller.get("/accounting").is(200, "NOT_CONNECTED");
        state = stateOf(seller, "XERO", "https://login.xero.com/identity/connect/authorize?");
        comeBack("state=%s&code=code-1".formatted(state), 200, "are connected");
        seller.get("/accounting")
                .is(200, "\"state\":\"CONNECTED\"", "\"organisation\":\"11111111-2222-3333-4444-555555555555\"");
        comeBack("state=%s&code=code-1".formatted(state), 400, "not valid any more");
        invoice(seller, "Consent " + UUID.randomUUID());
        awaitDone(seller, "INVOICE", "CREATE");
    }

    @Test
    void consentToQuickBooksNamesTheCompanyAndARefusalConnectsNothing() {
        var seller = HOUSE.sellerAt("2025-05-01T08:00:00Z");
        var first = stateOf(seller, "QUICKBOOKS", "https://appcenter.intuit.com/connect/oauth2?");
        var second = stateOf(seller, "QUICKBOOKS", "https://appcenter.intuit.com/connect/oauth2?");
        comeBack("state=%s&code=code-1&realmId=123".formatted(first), 400, "not valid any more");
        comeBack("state=%s&error=access_denied".formatted(second), 400, "did not agree");
        comeBack(
                "state=%s&code=wrong&realmId=123"
                        .formatted(stateOf(seller, "QUICKBOOKS", "https://appcenter.intuit.com/connect/oauth2?")),
                400,
                "did not accept");
        seller.get("/accounting").is(200, "NOT_CONNECTED");
        comeBack(
                "state=%s&code=code-1&realmId=4620"
                        .formatted(stateOf(seller, "QUICKBOOKS", "https://appcenter.intuit.com/connect/oauth2?")),
                200,
                "are connected");
        seller.get("/accounting").is(200, "\"kind\":\"QUICKBOOKS\"", "\"organisation\":\"4620\"");
        seller.post("/accounting/consent", "{\"kind\": \"XERO\"}").is(400, "client_id", "client_secret");
    }

    private static String stateOf(TestServer.Tenant seller, String kind, String where) {
        var url = seller.post(
                        "/accounting/consent",
                        "{\"kind\": \"%s\", \"client_id\": \"client\", \"client_secret\": \"canary\"}".formatted(kind))
                .is(200, "/accounting/callback")
                .text("url");
        assertThat(url)
                .startsWith(where)
                .contains("redirect_uri=http", "response_type=code")
                .doesNotContain("canary");
        return url.replaceAll(".*[?&]state=([^&]+).*", "$1");
    }

    private static void comeBack(String query, int status, String sentence) {
        var uri = URI.create(HOUSE.address() + "/accounting/callback?" + query);
        try (var browser = HttpClient.newHttpClient()) {
            var page = browser.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(page.statusCode()).as(page.body()).isEqualTo(status);
            assertThat(page.body()).contains(sentence);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Test
    void voidingAnInvoiceVoidsItThere() {
        var seller = connected();
        var invoice = invoice(seller, "Void " + UUID.randomUUID());
        awaitDone(seller, "INVOICE", "CREATE");
        var remote = seller.get("/accounting/log").first("remote_id");
        seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        awaitDone(seller, "INVOICE", "VOID");
        assertThat(XERO.book(remote).path("Status").asText()).isEqualTo("VOIDED");
    }

    /// When the books refuse access, sync stops, and the seller gets a mail.
    @Test
    void theSellerHearsThatItsBooksLetNobodyIn() {
        var seller = connected();
        seller.patch("/seller", "{\"invoice_email_from\": \"ann@seller.example\"}")
                .is(200);
        DOUBLE.next(new Trouble(403, Map.of(), "{}", false));
        var waiting = invoice(seller, "Shut " + UUID.randomUUID());
        Await.until("the letter is written", () -> lettersAboutBooks(seller).equals(List.of("ann@seller.example")));
        seller.get("/accounting").is(200, "\"state\":\"REFUSED\"");
        connect(seller);
        awaitDone(seller, "INVOICE", "CREATE");
        assertThat(XERO.book(remote(seller, waiting)).path("Status").asText()).isEqualTo("AUTHORISED");
    }

    private static List<String> lettersAboutBooks(TestServer.Tenant seller) {
        return HOUSE.database()
                .read(tx -> tx.query(
                                "SELECT unnest(recipients) FROM mail WHERE seller_id = :seller AND kind = 'BOOKS_REFUSED'")
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .list());
    }

    /// The answer got lost after the books had it: the repetition finds it, and there is one.
    @Test
    void aLostAnswerMakesNoSecondInvoice() {
        var seller = connected();
        DOUBLE.forgetKeys();
        var name = "Lost " + UUID.randomUUID();
        var customer = customer(seller, name);
        invoiceTo(seller, customer);
        awaitDone(seller, 1);
        DOUBLE.next(new Trouble(500, Map.of(), "{}", true));
        var number = number(seller, invoiceTo(seller, customer));
        Await.until(
                "the failure is noted",
                () -> seller.get("/accounting/log").body().contains("status 500"));
        tryAgainNow(seller);
        awaitDone(seller, 2);
        var contact = XERO.kept("Contacts", "Name", name).getFirst().path("ContactID");
        assertThat(XERO.kept("Invoices", "InvoiceNumber", number).stream()
                        .filter(book -> book.path("Contact").path("ContactID").equals(contact)))
                .hasSize(1);
        var newest = seller.get("/accounting/log").json().path("results").path(0);
        assertThat(newest.path("attempts").asInt()).isEqualTo(2);
    }

    /// Instead of half a minute later.
    private static void tryAgainNow(TestServer.Tenant seller) {
        HOUSE.database()
                .inTransaction(tx -> tx.handle()
                        .execute(
                                "UPDATE accounting_push SET due_at = now() WHERE seller_id = ? AND outcome = 'RETRYING'",
                                seller.id().value()));
        HOUSE.wiring().accounting().loop().wake();
    }

    private static int done(TestServer.Tenant seller) {
        int count = 0;
        for (var entry : seller.get("/accounting/log").is(200).json().path("results")) {
            if (entry.path("outcome").asText().equals("DONE")) count++;
        }
        return count;
    }

    @Test
    void wrongWordsAreRefusedAndNullDisconnects() {
        var seller = HOUSE.seller();
        seller.put("/accounting", "{}").is(400, "kind");
        seller.put("/accounting", "{\"kind\": \"SAGE\"}").is(400, "kind");
        seller.put("/accounting", "{\"kind\": \"XERO\"}").is(400, "credentials");
        seller.put("/accounting", "{\"kind\": \"QUICKBOOKS\", \"credentials\": {\"realm_id\": \"x\"}}")
                .is(400, "credentials.realm_id", "credentials.client_id", "credentials.refresh_token");
        seller.put("/accounting", """
                        {"kind": "QUICKBOOKS", "active": false, "credentials": {"client_id": "a", "client_secret": "b",
                           "refresh_token": "c", "realm_id": "123"}, "mapping": {"cash": "1"}}
                        """).is(400, "mapping.cash");
        seller.put("/accounting", """
                        {"kind": "QUICKBOOKS", "active": false, "credentials": {"client_id": "a", "client_secret": "b",
                           "refresh_token": "c", "realm_id": "123"}}
                        """).is(200, "\"organisation\":\"123\"", "\"active\":false");
        seller.put("/accounting", "{\"kind\": \"QUICKBOOKS\", \"active\": true}")
                .is(200, "\"active\":true");
        seller.put("/accounting", "{\"kind\": null}").is(200, "NOT_CONNECTED");
    }

    @Test
    void aMonthIsExportedAndClosed() {
        var seller = HOUSE.sellerAt("2025-05-10T08:00:00Z");
        invoice(seller, "Month");
        var json = seller.get("/accounting/periods/2025-05/export")
                .is(200, "\"closed\":false")
                .json();
        long debit = 0;
        long credit = 0;
        for (var posting : json.path("postings")) {
            debit += posting.path("debit").asLong();
            credit += posting.path("credit").asLong();
        }
        assertThat(debit).isEqualTo(credit).isEqualTo(10_000);
        var csv = seller.get("/accounting/periods/2025-05/export?format=csv").is(200);
        assertThat(csv.body().lines().count()).isEqualTo(json.path("postings").size() + 1);
        assertThat(csv.body()).contains(",RECEIVABLE,USD,100.00,0.00,");
        seller.get("/accounting/periods/2025-05/export?format=pdf").is(400, "format");
        seller.get("/accounting/periods/May/export").is(404);
        seller.post("/accounting/periods/2025-05/close", "{}").is(400, "not over");
        seller.advanceTo("2025-06-02T08:00:00Z");
        seller.post("/accounting/periods/2025-05/close", "{}").is(200, "\"entries\":1");
        seller.post("/accounting/periods/2025-05/close", "{}").is(200, "\"entries\":1");
        seller.get("/accounting/periods").is(200, "\"period\":\"2025-05\"");
        seller.get("/accounting/periods/2025-04/export").is(200, "\"closed\":true");
        invoice(seller, "June");
        var refused = org.junit.jupiter.api.Assertions.assertThrows(
                RuntimeException.class,
                () -> HOUSE.database()
                        .inTransaction(
                                tx -> tx.handle().execute("""
                        INSERT INTO journal_entry (seller_id, id, occurred_at, cause, currency)
                        VALUES (?, gen_random_uuid(), '2025-05-31T23:59:59Z', 'LATE', 'USD')
                        """, seller.id().value())));
        assertThat(refused).isInstanceOf(DatabaseBusy.class).rootCause().hasMessageContaining("is closed");
    }

    /// From its first moment up to the first of the next, in order of time, and nothing of another seller.
    @Test
    void everyEntryIsInOneMonth() {
        invoice(HOUSE.sellerAt("2025-05-10T08:00:00Z"), "Stranger");
        var seller = HOUSE.sellerAt("2025-04-30T23:59:59.999999Z");
        var customer = customer(seller, "Months");
        var first = invoiceTo(seller, customer);
        seller.advanceTo("2025-05-01T00:00:00Z");
        invoiceTo(seller, customer);
        seller.advanceTo("2025-05-20T00:00:00Z");
        seller.post("/invoices/%s/payments".formatted(first), "{\"payment_method\": \"WIRE\", \"paid_amount\": 10000}")
                .is(200);
        seller.advanceTo("2025-05-31T23:59:59.999999Z");
        invoiceTo(seller, customer);
        seller.advanceTo("2025-06-01T00:00:00Z");
        invoiceTo(seller, customer);
        assertThat(postings(seller, "2025-04"))
                .containsExactly(
                        "2025-04-30T23:59:59.999999Z RECEIVABLE 10000 0",
                        "2025-04-30T23:59:59.999999Z REVENUE 0 10000");
        assertThat(postings(seller, "2025-05"))
                .containsExactly(
                        "2025-05-01T00:00:00Z RECEIVABLE 10000 0",
                        "2025-05-01T00:00:00Z REVENUE 0 10000",
                        "2025-05-20T00:00:00Z CASH 10000 0",
                        "2025-05-20T00:00:00Z RECEIVABLE 0 10000",
                        "2025-05-31T23:59:59.999999Z RECEIVABLE 10000 0",
                        "2025-05-31T23:59:59.999999Z REVENUE 0 10000");
        assertThat(postings(seller, "2025-06"))
                .containsExactly("2025-06-01T00:00:00Z RECEIVABLE 10000 0", "2025-06-01T00:00:00Z REVENUE 0 10000");
        seller.advanceTo("2025-06-02T00:00:00Z");
        seller.post("/accounting/periods/2025-04/close", "{}").is(200, "\"period\":\"2025-04\"", "\"entries\":1");
        seller.post("/accounting/periods/2025-05/close", "{}").is(200, "\"period\":\"2025-05\"", "\"entries\":3");
        var closed = seller.get("/accounting/periods").is(200).json().path("results");
        assertThat(closed.findValuesAsText("period")).containsExactly("2025-05", "2025-04");
    }

    private static List<String> postings(TestServer.Tenant seller, String month) {
        var found = new ArrayList<String>();
        for (var posting : seller.get("/accounting/periods/%s/export".formatted(month))
                .is(200)
                .json()
                .path("postings")) {
            found.add("%s %s %s %s"
                    .formatted(
                            Instant.parse(posting.path("occurred_at").asText()),
                            posting.path("account").asText(),
                            posting.path("debit").asText(),
                            posting.path("credit").asText()));
        }
        return found;
    }

    /// An exported month never changes, and each entry is in one month, also when the seller changes its zone.
    @Test
    void aClosedMonthKeepsItsBoundsInAnotherZone() {
        var seller = HOUSE.sellerAt("2025-04-30T20:00:00Z");
        var customer = customer(seller, "Moving");
        invoiceTo(seller, customer);
        seller.advanceTo("2025-05-31T20:00:00Z");
        invoiceTo(seller, customer);
        seller.advanceTo("2025-07-01T08:00:00Z");
        seller.post("/accounting/periods/2025-05/close", "{}").is(200, "\"entries\":1");
        for (var zone : List.of("Asia/Tokyo", "America/Los_Angeles")) {
            seller.patch("/seller", "{\"time_zone\": \"%s\"}".formatted(zone)).is(200);
            assertThat(postings(seller, "2025-04")).as("April in " + zone).hasSize(2);
            assertThat(postings(seller, "2025-05"))
                    .as("May in " + zone)
                    .containsExactly("2025-05-31T20:00:00Z RECEIVABLE 10000 0", "2025-05-31T20:00:00Z REVENUE 0 10000");
            assertThat(postings(seller, "2025-06")).as("June in " + zone).isEmpty();
        }
        seller.post("/accounting/periods/2025-05/close", "{}").is(200, "\"entries\":1");
        seller.post("/accounting/periods/2025-06/close", "{}").is(200, "\"entries\":0");
    }

    /// The test clock leaves a payment behind in a month that is closed meanwhile: it is sent away, and comes again in
    /// the next one.
    @Test
    void whatAClosedMonthLeavesBehindIsBookedInTheNext() {
        var seller = HOUSE.sellerAt("2025-01-31T23:30:00Z");
        var invoice = invoice(seller, "Late");
        var paid = HeldInvoice.during(HOUSE, invoice, () -> {
            var waiting = HeldInvoice.waiting(
                    HOUSE,
                    () -> seller.post(
                            "/invoices/%s/payments".formatted(invoice),
                            "{\"paid_amount\": 10000, \"payment_method\": \"WIRE\"}"));
            seller.advanceTo("2025-02-01T01:30:00Z");
            seller.post("/accounting/periods/2025-01/close", "{}").is(200);
            return waiting;
        });
        paid.join().is(200);
        assertThat(seller.get("/accounting/periods/2025-02/export").is(200).body())
                .contains("\"2025-02-01T01:30:00");
    }
}
