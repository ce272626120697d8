package dev.brickwork.delivery.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.mail.outgoing.Mailbox;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.support.Await;
import dev.brickwork.support.InThread;
import dev.brickwork.support.Shop;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From an issued invoice to its paper and its mail, through the front door.
@Tag("verify")
final class PaperScenarioTest {
    @TempDir
    private static Path folder;

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static Mailbox mailbox;

    @AutoClose
    private static TestServer house;

    @BeforeAll
    static void open() {
        mailbox = new Mailbox(folder);
        house = mailbox.house();
    }

    /// A German seller with one customer, whose first quarter was billed on 31 January.
    private record World(TestServer.Tenant seller, String subscription, String invoice, String number) {
        static final String INSTRUCTIONS =
                "Bitte nennen Sie die Nummer. ".repeat(8).strip();

        static World open(String locale, String country, String taxId) {
            var seller = house.sellerAt("2025-01-31T08:00:00Z");
            seller.patch("/seller", """
                    {"name": "Hafenlicht Software", "invoice_email_from": "rechnung@hafenlicht.example"}
                    """).is(200);
            var entity =
                    seller.get("/legal-entities").json().path("results").path(0).path("legal_entity_id");
            seller.patch("/legal-entities/" + entity.asText(), """
                    {"legal_name": "Hafenlicht Software GmbH", "tax_id": "DE136695976", "invoice_number_prefix": "H%d-",
                     "address": {"line_1": "Am Sandtorkai 1", "zip": "20457", "city": "Hamburg", "country": "DE"},
                     "bank_account": {"iban": "DE75 5121 0800 1245 1261 99", "bic": "SOGEDEFF", "instructions": "%s"}}
                    """.formatted(COUNT.incrementAndGet(), INSTRUCTIONS))
                    .is(200);
            seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
            var shop = new Shop(seller);
            var seats = shop.brick("seats", "SUBSCRIPTION");
            var setup = shop.brick("onboarding", "ONE_TIME");
            var plan =
                    shop.plan("Team", Shop.priced(seats, Shop.SEATS_LADDER), Shop.priced(setup, Shop.flat("500.00")));
            shop.coupon("WELCOME", "5", 3);
            var customer = seller.post("/customers", """
                            {"name": "Kunde", "legal_name": "Kunde & Söhne", "locale": "%s", "tax_id": %s,
                             "address": {"line_1": "Weg 1", "zip": "1010", "city": "Ort", "country": "%s"}}
                            """.formatted(
                                    locale, taxId.isEmpty() ? "null" : "\"" + taxId + "\"", country))
                    .is(200)
                    .text("customer_id");
            var subscription = seller.post("/subscriptions", """
                            {"starts_at": "2025-01-31", "contract_length": 14, "billing_frequency": "QUARTERLY",
                             "plan_id": "%s", "customer_id": "%s", "discount_coupons": ["WELCOME"],
                             "purchase_order": {"code": "PO-4711"},
                             "accounts_payable_emails": ["ap@kunde.example", "buero@kunde.example"],
                             "bricks": [{"brick_id": "%s", "quantity": 12, "discount": [{"rate": "10", "type": "RENEWING"}]},
                                        {"brick_id": "%s", "quantity": 1}]}
                            """.formatted(plan, customer, seats, setup))
                    .is(200)
                    .text("subscription_id");
            seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
            seller.advanceTo("2025-01-31T08:01:00Z");
            var first = seller.get("/subscriptions/%s/invoices".formatted(subscription))
                    .json()
                    .path("results")
                    .path(0);
            return new World(
                    seller,
                    subscription,
                    first.path("invoice_id").asText(),
                    first.path("invoice_number").asText());
        }

        /// One more subscription of the customer, by the month from the same day on.
        ///
        /// @param bricks what is sent of them
        /// @param more fields that are sent
        Sale sell(String plan, int months, String bricks, String more) {
            var customer = seller.get("/subscriptions/" + subscription).json().path("customer_id");
            var sold = seller.post("/subscriptions", """
                            {"starts_at": "2025-01-31", "contract_length": %d, "billing_frequency": "MONTHLY",
                             "plan_id": "%s", "customer_id": %s, "bricks": [%s]%s}
                            """.formatted(months, plan, customer, bricks, more))
                    .is(200)
                    .text("subscription_id");
            var started =
                    seller.post("/subscriptions/%s/start".formatted(sold), "{}").is(200);
            return new Sale(seller, sold, started.text("pdf_url"));
        }

        Sale sell(String plan, String bricks) {
            return sell(plan, 12, bricks, "");
        }

        String pdf(String query) throws Exception {
            try (var client = HttpClient.newHttpClient()) {
                var request = HttpRequest.newBuilder(
                                URI.create(house.address() + "/api/v2/invoices/%s/pdf%s".formatted(invoice, query)))
                        .header("X-SERVICE-KEY", seller.key())
                        .header("Accept", "application/pdf")
                        .build();
                var answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/pdf");
                var look = System.getProperty("look");
                if (look != null)
                    Files.write(Path.of(look, seller.id().value() + query.replace("?", "-") + ".pdf"), answer.body());
                try (var document = Loader.loadPDF(answer.body())) {
                    return new PDFTextStripper().getText(document).replace('\u00a0', ' ');
                }
            }
        }
    }

    /// A further subscription that was sold to the customer.
    ///
    /// @param form where its order form is
    private record Sale(TestServer.Tenant seller, String subscription, String form) {
        String invoice(int place) {
            return seller.get("/subscriptions/%s/invoices".formatted(subscription))
                    .json()
                    .path("results")
                    .path(place)
                    .path("invoice_id")
                    .asText();
        }

        String pdf(int place) throws Exception {
            return new World(seller, subscription, invoice(place), "").pdf("");
        }

        void use(String brick, int value) {
            seller.post("/usage", """
                    {"subscription_id": "%s", "brick_id": "%s", "value": %d, "time": "2025-01-31T08:00:30Z"}
                    """.formatted(subscription, brick, value)).is(201);
        }
    }

    @Test
    void anIssuedInvoiceIsPrintedAndMailedOnceInTheCustomersLanguage() throws Exception {
        var world = World.open("de-AT", "AT", "ATU13585627");
        var text = world.pdf("");
        assertThat(text)
                .contains(
                        "Rechnung",
                        world.number,
                        "Hafenlicht Software GmbH",
                        "USt-IdNr. DE136695976",
                        "Kunde & Söhne",
                        "ATU13585627",
                        "PO-4711",
                        "31.01.2025",
                        "10 × 25,00",
                        "2 × 20,00",
                        "pro Monat",
                        "Gutschein WELCOME",
                        "Kontoinhaber Hafenlicht Software GmbH",
                        "IBAN DE75 5121 0800 1245 1261 99",
                        "Verwendungszweck " + world.number,
                        "Steuerschuldnerschaft des Leistungsempfängers",
                        "1.218,85");
        assertThat(text)
                .as("what is long is broken into lines, and runs off no page")
                .contains("Bitte nennen Sie die Nummer.")
                .doesNotContain(World.INSTRUCTIONS);
        var mail = mailbox.wait(1, world.number).getFirst();
        assertThat(mail.to().replaceAll("\\s", "")).isEqualTo("ap@kunde.example,buero@kunde.example");
        assertThat(mail.subject()).isEqualTo("Rechnung %s von Hafenlicht Software".formatted(world.number));
        assertThat(mail.message().getFrom()[0].toString()).contains("rechnung@hafenlicht.example");
        assertThat(mail.files()).containsExactly(world.number + ".pdf");
        assertThat(mail.plain()).contains("1.218,85", "Bitte zahlen Sie");
        isFollowedUp(world.seller);
        assertThat(mailbox.all().stream().filter(got -> got.subject().contains(world.number)))
                .hasSize(1);
    }

    /// Nothing is on its way any more.
    private static void isFollowedUp(TestServer.Tenant seller) {
        Await.until(
                "all is printed and sent",
                () -> house.database()
                        .read(tx -> tx.query("""
                                SELECT NOT EXISTS (SELECT FROM outbox_task WHERE seller_id = :seller)
                                    AND NOT EXISTS (SELECT FROM mail WHERE seller_id = :seller AND state = 'WAITING')
                                """)
                                .bind("seller", seller.id().value())
                                .mapTo(Boolean.class)
                                .one()));
    }

    /// Rule S-08: a customer who owes nothing gets no mail. That it was voided is told in any case.
    @Test
    void anInvoiceOfZeroIsPrintedAndNotMailed() throws Exception {
        var world = World.open("en", "DE", "");
        var shop = new Shop(world.seller);
        var gifts = shop.brick("gifts", "SUBSCRIPTION");
        var plan = shop.plan("Given", Shop.priced(gifts, Shop.monthly("8")));
        var sale = world.sell(
                plan,
                12,
                "{\"brick_id\": \"%s\", \"discount\": [{\"rate\": \"100\"}]}".formatted(gifts),
                ", \"accounts_payable_emails\": [\"ap@gift.example\"]");
        assertThat(sale.pdf(0)).contains("Total $0.00");
        world.seller.post("/invoices/%s/void".formatted(sale.invoice(0)), "{}").is(200);
        mailbox.wait(
                1,
                mail -> mail.to().contains("ap@gift.example") && mail.subject().contains("void"));
        assertThat(mailbox.all().stream().filter(mail -> mail.to().contains("ap@gift.example")))
                .hasSize(1);
    }

    @Test
    void aVoidedInvoiceIsStampedAndTold() throws Exception {
        var world = World.open("fr", "FR", "");
        mailbox.wait(1, world.number);
        world.seller.advanceTo("2025-02-09T08:00:00Z");
        world.seller
                .post("/invoices/%s/void".formatted(world.invoice), "{\"reason\": \"Mauvaise société\"}")
                .is(200);
        assertThat(world.pdf(""))
                .as("asked for at once")
                .contains("ANNULÉE", "annulée le 9 févr. 2025", "Mauvaise société");
        var notice = mailbox.wait(1, "La facture %s de".formatted(world.number)).getFirst();
        assertThat(notice.subject()).endsWith("a été annulée");
        assertThat(notice.plain()).contains("Mauvaise société");
        assertThat(notice.files()).containsExactly(world.number + ".pdf");
        assertThat(world.pdf("")).contains("ANNULÉE", "Mauvaise société");
        world.seller.post("/invoices/%s/send".formatted(world.invoice), "{}").is(400, "voided");
    }

    @Test
    void aRegeneratedInvoiceIsStoredAndMailedWhenItAnswers() throws Exception {
        var world = World.open("en", "DE", "");
        mailbox.wait(1, world.number);
        assertThat(world.pdf("")).contains("Total before tax", "19%");
        world.seller
                .post("/invoices/%s/regenerate".formatted(world.invoice), "{\"send_invoice\": true}")
                .is(200, world.number + "-2");
        assertThat(mailbox.all().stream().filter(got -> got.subject().contains("Corrected invoice " + world.number)))
                .hasSize(1);
        assertThat(world.pdf("")).contains(world.number + "-2", "replaces all earlier versions");
        assertThat(world.pdf("?version=1")).doesNotContain("replaces all earlier");
        var structured = "/invoices/%s/e-invoice?format=ubl".formatted(world.invoice);
        assertThat(world.seller.get(structured).is(200).body().replaceAll("\\s+<", "<"))
                .contains("Code>384</", "<cac:InvoiceDocumentReference><cbc:ID>%s</cbc:ID>".formatted(world.number));
        world.seller.get("/invoices/%s/pdf?version=3".formatted(world.invoice)).is(404, "version");
    }

    /// A new version tells of the payments that stand on it, not of one that went back.
    @Test
    void aPaymentThatWentBackIsNotOnThePaper() throws Exception {
        var world = World.open("en", "GB", "");
        var path = "/invoices/%s/payments".formatted(world.invoice);
        var payment = "{\"payment_method\": \"WIRE\", \"paid_amount\": %d, \"paid_at\": \"%s\"}";
        var wrong = world.seller
                .post(path, payment.formatted(60_000, "2025-01-03T12:00:00Z"))
                .is(200)
                .text("payment_id");
        world.seller
                .post(path, payment.formatted(40_000, "2025-01-09T12:00:00Z"))
                .is(200);
        world.seller
                .post("/payments/%s/refund".formatted(wrong), "{\"amount\": 45000}")
                .is(200);
        world.seller
                .post("/invoices/%s/regenerate".formatted(world.invoice), "{}")
                .is(200);
        assertThat(world.pdf("")).contains("Jan 3, 2025 -$150.00", "Jan 9, 2025 -$400.00");
        world.seller.post("/payments/%s/refund".formatted(wrong), "{}").is(200);
        world.seller
                .post("/invoices/%s/regenerate".formatted(world.invoice), "{}")
                .is(200);
        assertThat(world.pdf("")).contains("Jan 9, 2025 -$400.00").doesNotContain("Jan 3, 2025");
    }

    /// Credit from a payment, after the invoice came to cost less, is of the oldest payment, as in outside books.
    @Test
    void whatBecameCreditIsOfTheOldestPayment() throws Exception {
        var world = World.open("en", "DE", "");
        var path = "/invoices/%s/payments".formatted(world.invoice);
        var payment = "{\"payment_method\": \"WIRE\", \"paid_amount\": %d, \"paid_at\": \"%s\"}";
        world.seller
                .post(path, payment.formatted(80_000, "2025-01-03T12:00:00Z"))
                .is(200);
        world.seller
                .post(path, payment.formatted(65_043, "2025-01-09T12:00:00Z"))
                .is(200);
        var invoice = world.seller.get("/invoices/" + world.invoice).is(200, "\"status\":\"PAID\"");
        world.seller
                .patch("/customers/" + invoice.text("customer_id"), "{\"address\": {\"country\": \"US\"}}")
                .is(200);
        world.seller
                .post("/invoices/%s/regenerate".formatted(world.invoice), "{\"should_use_current_address\": true}")
                .is(200, "\"grand_total\":121885", "\"status\":\"PAID\"");
        assertThat(world.pdf("")).contains("Jan 3, 2025 -$568.42", "Jan 9, 2025 -$650.43");
    }

    /// A customer who is charged must not be asked to pay, or pays twice; by the paper no more than by the mail.
    /// The paper stays as it is when the charge fails, and tells where to pay then.
    @Test
    void whoeverIsChargedIsNotAskedToPayByThePaper() throws Exception {
        var world = World.open("de", "DE", "");
        assertThat(world.pdf("")).contains("So zahlen Sie", "IBAN");
        var till = new PaymentsFixture(world.seller);
        var customer = till.read(world.invoice).path("billed_company_id").asText();
        till.give(customer, "pm_sandbox_visa");
        till.choose(customer, "pm_sandbox_visa");
        world.seller
                .put("/subscriptions/%s/auto-pay".formatted(world.subscription), "{\"auto_pay_invoices\": true}")
                .is(200);
        world.seller.advanceTo("2025-04-30T08:00:00Z");

        var second = new Sale(world.seller, world.subscription, "");
        assertThat(second.pdf(1))
                .contains(
                        "Sie müssen nichts tun: Der offene Betrag wird über Ihr Zahlungsmittel eingezogen.",
                        "Sollte das nicht gelingen, können Sie online zahlen",
                        "/pay/")
                .doesNotContain("So zahlen Sie", "IBAN");
        assertThat(world.seller
                        .get("/invoices/%s/e-invoice?format=ubl".formatted(second.invoice(1)))
                        .is(200)
                        .body())
                .contains("<cbc:PaymentMeansCode>68</cbc:PaymentMeansCode>")
                .doesNotContain("PayeeFinancialAccount");
    }

    @Test
    void sendingAgainHasALimitAndCarriesAttachments() {
        var world = World.open("es-ES", "ES", "");
        mailbox.wait(1, world.number);
        var body =
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"horas.pdf\"\r\n\r\n%PDF-1.7\r\n--x--\r\n";
        world.seller
                .send(
                        "POST",
                        "/invoices/%s/attachments".formatted(world.invoice),
                        body,
                        "Content-Type",
                        "multipart/form-data; boundary=x")
                .is(200);
        world.seller
                .post("/invoices/%s/send".formatted(world.invoice), "{\"emails\": [\"cfo@kunde.example\"]}")
                .is(200, "cfo@kunde.example");
        var again =
                mailbox.wait(1, got -> got.to().contains("cfo@kunde.example")).getFirst();
        assertThat(again.files()).containsExactly(world.number + ".pdf", "horas.pdf");
        var sent = IntStream.range(0, 12)
                .mapToObj(
                        _ -> InThread.run(() -> world.seller.post("/invoices/%s/send".formatted(world.invoice), "{}")))
                .toList();
        assertThat(sent.stream().map(CompletableFuture::join).filter(reply -> reply.status() == 200))
                .as("the first two of five were sent before")
                .hasSize(3)
                .allSatisfy(reply -> reply.is(200, "ap@kunde.example"));
        world.seller.post("/invoices/%s/send".formatted(world.invoice), "{}").is(429, "5 times");
        world.seller
                .post("/invoices/%s/regenerate".formatted(world.invoice), "{\"send_invoice\": true}")
                .is(429, "5 times");
        world.seller.get("/invoices/" + world.invoice).is(200, "\"version\":1");
        world.seller
                .post(
                        "/invoices/%s/send".formatted(world.invoice),
                        "{\"emails\": [\"a@b.example\\r\\nBcc: x@y.example\"]}")
                .is(400, "emails[0]");
    }

    /// Rule J-02: due 2 March; 3 days before, on the day, 7, 14 and 30 days later, each once, until it is paid.
    @Test
    void anOpenInvoiceIsRemindedOfUntilItIsPaid() {
        var world = World.open("en-GB", "GB", "");
        mailbox.wait(1, world.number);
        world.seller.advanceTo("2025-02-27T08:59:00Z");
        assertThat(reminders(world)).isZero();
        world.seller.advanceTo("2025-02-27T09:00:00Z");
        assertThat(mailbox.wait(1, "Invoice %s is due on 2 March 2025".formatted(world.number)))
                .hasSize(1);
        world.seller.advanceTo("2025-03-20T00:00:00Z");
        assertThat(reminders(world)).isEqualTo(4);
        mailbox.wait(1, "Invoice %s was due on".formatted(world.number));
        world.seller
                .post(
                        "/invoices/%s/payments".formatted(world.invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 121885}")
                .is(200);
        world.seller.advanceTo("2025-04-29T00:00:00Z");
        assertThat(reminders(world)).isEqualTo(4);
    }

    @Test
    void aSellerCanSwitchRemindersOff() {
        var world = World.open("en", "GB", "");
        world.seller.patch("/seller", "{\"reminders\": false}").is(200);
        world.seller.advanceTo("2025-04-20T00:00:00Z");
        assertThat(reminders(world)).isZero();
        // Of the five that were missed only the last is sent when they are switched on again.
        world.seller.patch("/seller", "{\"reminders\": true}").is(200);
        world.seller.advanceTo("2025-04-21T00:00:00Z");
        assertThat(reminders(world)).isEqualTo(1);
    }

    private static int reminders(World world) {
        return house.database()
                .read(tx -> tx.query(
                                "SELECT count(*) FROM mail WHERE seller_id = :seller AND kind = 'REMINDER' AND invoice_id = :invoice::uuid")
                        .bind("seller", world.seller.id().value())
                        .bind("invoice", world.invoice)
                        .mapTo(Integer.class)
                        .one());
    }

    /// A rate is named only where it makes the discount, and none goes without a name: a structured invoice has to give
    /// the reason of each.
    @Test
    void aDiscountIsCalledWhatItIs() throws Exception {
        var world = World.open("en", "DE", "");
        var sold = world.seller.get("/subscriptions/" + world.subscription).json();
        var bricks = sold.path("line_items");
        var sale = world.sell(
                sold.path("plan_id").asText(),
                1,
                """
                {"brick_id": %s, "quantity": 1, "discount": [{"rate": "10"}, {"amount": 100}]},
                {"brick_id": %s, "quantity": 1, "discount": [{"amount": 5000}]}
                """.formatted(bricks.path(0).path("brick_id"), bricks.path(1).path("brick_id")),
                "");
        world.seller.advanceTo("2025-01-31T08:02:00Z");

        assertThat(sale.pdf(0)).contains("Discount: -3.50", "Discount: -50.00", "Discount -$53.50");
        assertThat(paper(sale.form)).contains("Discount: -50.00", "Discount -$53.50");
        world.seller
                .get("/invoices/%s/e-invoice?format=ubl".formatted(sale.invoice(0)))
                .is(200, "<cbc:AllowanceChargeReason>Discount</cbc:AllowanceChargeReason>");
    }

    /// Who signs sees what a unit costs, tier by tier, for which period, and from when to when.
    @Test
    void theOrderFormSaysWhatAUnitCosts() throws Exception {
        assertThat(form(World.open("en", "DE", "")))
                .contains("10 × 25.00", "2 × 20.00", "tiered", "per month", "Jan 31, 2025 – Mar 30, 2026")
                .containsPattern("onboarding +1 +500\\.00");
    }

    @Test
    void theStructuredInvoiceComesInThreeForms() throws Exception {
        var world = World.open("de", "DE", "DE129273398");
        for (var format : EInvoiceFormat.values()) {
            var name = format.name().toLowerCase(Locale.ROOT).replace('_', '-');
            var path = "/invoices/%s/e-invoice?format=%s".formatted(world.invoice, name);
            var answer = world.seller.get(path).is(200);
            assertThat(answer.header("Content-Type").orElseThrow()).startsWith(format.mediaType());
            if (format == EInvoiceFormat.FACTUR_X) continue;
            assertThat(new String(answer.response().body(), StandardCharsets.UTF_8))
                    .contains(world.number, "1450.43", "DE75512108001245126199", "SOGEDEFF");
        }
        world.seller
                .get("/invoices/%s/e-invoice?format=edifact".formatted(world.invoice))
                .is(400, "format");
        var link = world.seller
                .get("/invoices/%s/pdf".formatted(world.invoice))
                .is(200)
                .text("url");
        try (var client = HttpClient.newHttpClient()) {
            var file = client.send(
                    HttpRequest.newBuilder(URI.create(house.address() + link.substring(link.indexOf("/files/"))))
                            .build(),
                    HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
            assertThat(file.statusCode()).isEqualTo(200);
            assertThat(file.body()).startsWith("%PDF-");
        }
    }

    /// An invoice says what a unit cost (EU Directive 2006/112 Art. 226(8)), of usage, too.
    @Test
    void usageIsPrintedWithThePriceOfAUnit() throws Exception {
        var world = World.open("en", "DE", "");
        var shop = new Shop(world.seller);
        var calls = shop.brick("calls", "USAGE");
        var jobs = shop.brick("jobs", "USAGE");
        var plan = shop.plan("Metered", Shop.priced(calls, Shop.flat("0.0123")), Shop.priced(jobs, """
                {"currency": "USD", "model": "FLAT", "unit_price": "2.00", "overage_unit_price": "3.75",
                 "pre_commitment_schedule": "MONTHLY"}"""));
        var sale = world.sell(
                plan, "{\"brick_id\": \"%s\"}, {\"brick_id\": \"%s\", \"quantity\": 10}".formatted(calls, jobs));
        sale.use(calls, 1234);
        sale.use(jobs, 14);
        world.seller.advanceTo("2025-03-01T08:00:00Z");
        assertThat(sale.pdf(0))
                .as("without a commitment there is nothing to bill ahead")
                .contains("jobs", "10")
                .doesNotContain("calls");
        assertThat(sale.pdf(1))
                .containsOnlyOnce("calls calls")
                .containsPattern("1,234 +0\\.0123")
                .containsPattern("4 +3\\.75")
                .contains("14 used, 10 included")
                .doesNotContain("1,234 used");
    }

    /// In the units that the published plan names, on the order form and on the invoice, usage included.
    @Test
    void quantitiesBearTheirUnits() throws Exception {
        var world = World.open("en", "DE", "");
        var shop = new Shop(world.seller);
        var chairs = shop.brick("chairs", "SUBSCRIPTION");
        var calls = shop.brick("calls", "USAGE");
        world.seller.patch("/bricks/" + chairs, "{\"unit\": \"seats\"}").is(200);
        world.seller.patch("/bricks/" + calls, "{\"unit\": \"minutes\"}").is(200);
        var plan =
                shop.plan("Metered", Shop.priced(chairs, Shop.monthly("8")), Shop.priced(calls, Shop.flat("0.0123")));
        var sale = world.sell(
                plan, "{\"brick_id\": \"%s\", \"quantity\": 7}, {\"brick_id\": \"%s\"}".formatted(chairs, calls));
        assertThat(paper(sale.form)).contains("7 seats");
        sale.use(calls, 1234);
        world.seller.advanceTo("2025-03-01T08:00:00Z");
        assertThat(sale.pdf(1)).contains("7 seats", "1,234 minutes");
    }

    /// Also those of a brick that an upgrade brings from a newer version of the plan, whether it is open or closed.
    @Test
    void unitsComeAlongWithAnUpgrade() throws Exception {
        var world = World.open("en", "DE", "");
        var shop = new Shop(world.seller);
        var chairs = shop.brick("stools", "SUBSCRIPTION");
        var calls = shop.brick("rings", "USAGE");
        world.seller.patch("/bricks/" + calls, "{\"unit\": \"minutes\"}").is(200);
        var plan = shop.plan("Growing", Shop.priced(chairs, Shop.monthly("8")));
        var sale = world.sell(plan, "{\"brick_id\": \"%s\", \"quantity\": 7}".formatted(chairs));
        shop.publish(
                plan,
                Shop.priced(chairs, Shop.monthly("9")),
                Shop.priced(
                        calls,
                        "{\"currency\": \"USD\", \"model\": \"FLAT\", \"unit_price\": \"0.0123\","
                                + " \"pre_commitment_schedule\": \"MONTHLY\"}"));
        var path = "/subscriptions/%s/upgrade".formatted(sale.subscription);
        var order = world.seller.post(path, """
                        {"starts_at": "2025-01-31", "bricks": [{"brick_id": "%s", "quantity": 1000}]}
                        """.formatted(calls)).is(200);
        assertThat(paper(order.text("pdf_url"))).contains("1,000 minutes");
        world.seller
                .post(path + "/%s/start".formatted(order.text("order_id")), "{}")
                .is(200);
        sale.use(calls, 1234);
        world.seller.advanceTo("2025-03-01T08:00:00Z");
        assertThat(sale.pdf(2)).contains("1,000 minutes", "234 minutes");
    }

    /// The signer must know what usage will cost, and what milestones add to the schedule. A package and a share of
    /// a value are no prices of a unit.
    @Test
    void theOrderFormSaysWhatUsageCosts() throws Exception {
        var world = World.open("en", "DE", "");
        var shop = new Shop(world.seller);
        var prices = new LinkedHashMap<String, String>();
        prices.put("over", """
                "model": "FLAT", "unit_price": "0.04", "overage_unit_price": "0.06",
                "pre_commitment_schedule": "QUARTERLY\"""");
        prices.put("free", "\"model\": \"FLAT\", \"unit_price\": \"0.10\", \"included_quantity\": 500");
        prices.put("graded", """
                "model": "GRADUATED", "tiers": [{"up_to": 1000, "unit_price": "0.05"}, {"up_to": null, "unit_price": "0.03"}]""");
        prices.put("volume", """
                "model": "VOLUME", "tiers": [{"up_to": 2000, "unit_price": "0.07", "flat_price": "9.00"},
                                             {"up_to": null, "unit_price": "0.02"}]""");
        prices.put("packed", "\"model\": \"PACKAGE\", \"unit_price\": \"5.00\", \"package_size\": 100");
        prices.put("share", "\"model\": \"PERCENTAGE\", \"unit_price\": \"1.39\"");
        var ids = new HashMap<String, String>();
        var bricks = new ArrayList<String>();
        var offered = new ArrayList<String>();
        for (var each : prices.entrySet()) {
            var brick = shop.brick(each.getKey(), "USAGE");
            var quantity = each.getKey().equals("over") ? ", \"quantity\": 1000" : "";
            ids.put(each.getKey(), brick);
            bricks.add("{\"brick_id\": \"%s\"%s}".formatted(brick, quantity));
            offered.add(Shop.priced(brick, "{\"currency\": \"USD\", %s}".formatted(each.getValue())));
        }
        var work = shop.brick("work", "MILESTONE");
        bricks.add("{\"brick_id\": \"%s\", \"quantity\": 2}".formatted(work));
        offered.add(Shop.priced(work, Shop.flat("300.00")));
        var plan = shop.plan("Metering", offered.toArray(String[]::new));
        var sale = world.sell(plan, String.join(", ", bricks));
        assertThat(paper(sale.form))
                .contains(
                        "per quarter",
                        "0.06 each beyond what is committed",
                        "500 included",
                        "0.10 each",
                        "Up to 1,000: 0.05 each",
                        "Above 1,000: 0.03 each",
                        "Up to 2,000: 0.07 each, Flat fee 9.00",
                        "The tier that is reached holds for every unit.",
                        "5.00 for every 100 begun",
                        "1.39% of the value",
                        "Billed when completed 714.00")
                .doesNotContainPattern("packed packed 0 5\\.00")
                .doesNotContainPattern("share share 0 1\\.39");
        assertThat(sale.pdf(0)).contains("over", "volume").doesNotContain("packed", "share");
        var less = world.seller
                .post("/subscriptions/%s/upgrade".formatted(sale.subscription), """
                        {"starts_at": "2025-01-31", "bricks": [{"brick_id": "%s", "quantity": 0}]}
                        """.formatted(ids.get("over")))
                .is(200);
        assertThat(paper(less.text("pdf_url")))
                .containsPattern("-1,000 +0\\.04")
                .contains("0.06 each")
                .doesNotContain("beyond what is committed");
        sale.use(Objects.requireNonNull(ids.get("graded")), 1500);
        sale.use(Objects.requireNonNull(ids.get("volume")), 2500);
        sale.use(Objects.requireNonNull(ids.get("packed")), 250);
        sale.use(Objects.requireNonNull(ids.get("share")), 7777);
        world.seller.advanceTo("2025-03-01T08:00:00Z");
        assertThat(sale.pdf(1))
                .contains("1,000 × 0.05", "500 × 0.03", "2,500 × 0.02", "Flat fee -9.00", "3 × 5.00", "77.77 × 1.39%")
                .doesNotContain("7,777 ×");
        world.seller
                .get("/invoices/%s/explain".formatted(sale.invoice(1)))
                .is(200, "1000 × 0.05", "500 × 0.03", "1 × flat fee", "3 × 5.00", "1.39 % of 77.77");
    }

    /// Rule K-02: after a pause what is measured on one day takes place on another, and that one is agreed on.
    @Test
    void aPauseMovesTheDatesOnTheOrderForm() throws Exception {
        var world = World.open("en", "DE", "");
        var shop = new Shop(world.seller);
        var seats = shop.brick("chairs", "SUBSCRIPTION");
        var plan = shop.plan("Rested", Shop.priced(seats, Shop.monthly("8")));
        var sale = world.sell(plan, "{\"brick_id\": \"%s\"}".formatted(seats));
        var path = "/subscriptions/" + sale.subscription;
        world.seller
                .post(path + "/pause", "{\"paused_at\": \"2025-02-10\", \"scheduled_resume_at\": \"2025-02-20\"}")
                .is(200);
        world.seller.advanceTo("2025-02-25T08:00:00Z");
        var form = world.seller
                .post(path + "/upgrade", """
                        {"starts_at": "2025-03-01", "bricks": [{"brick_id": "%s", "quantity": 3}]}
                        """.formatted(seats))
                .is(200)
                .text("pdf_url");
        assertThat(paper(form))
                .containsPattern("chairs chairs 2 .*\\R?Mar 1, 2025 – Feb 9, 2026")
                .doesNotContain("Feb 19, 2025", "Jan 30, 2026");
        var page = world.seller.post(path + "/sign", "{}").is(200).text("url");
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(house.address() + page.substring(page.indexOf("/sign/"))));
            var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body())
                    .contains("Mar 1, 2025", "Feb 9, 2026")
                    .doesNotContain("Feb 19, 2025", "Jan 30, 2026");
        }
    }

    /// Rule Z-03: what is not bought for longer is not promised for longer.
    @Test
    void theOrderFormOfATrialSaysThatItEnds() throws Exception {
        var world = World.open("en", "DE", "");
        var shop = new Shop(world.seller);
        var seats = shop.brick("chairs", "SUBSCRIPTION");
        var plan = shop.plan("Tried", Shop.priced(seats, Shop.monthly("8")));
        var sale = world.sell(
                plan, 12, "{\"brick_id\": \"%s\"}".formatted(seats), ", \"order_type\": \"TRIAL\", \"trial_days\": 14");
        assertThat(paper(sale.form))
                .contains("Trial", "Does not renew automatically")
                .containsPattern("chairs chairs 1 .*\\R?Jan 31, 2025 – Feb 13, 2025")
                .doesNotContain("12 months", "2026");
    }

    /// The price without a limit is the price of the line, on the invoice as on the order form.
    @Test
    void unlimitedIsNotTiered() throws Exception {
        var world = World.open("en", "DE", "");
        var shop = new Shop(world.seller);
        var all = shop.brick("all", "SUBSCRIPTION");
        var plan = shop.plan("Boundless", Shop.priced(all, """
                {"currency": "USD", "model": "FLAT", "price_period_months": 1, "unit_price": "1.00",
                 "unlimited_price": "49.00"}"""));
        var sale = world.sell(plan, "{\"brick_id\": \"%s\", \"is_unlimited\": true}".formatted(all));
        assertThat(sale.pdf(0)).containsPattern("unlimited +49\\.00").doesNotContain("tiered");
    }

    /// A flat fee of a tier is no unit that is bought: on the order form and on the invoice it is called what it is.
    @Test
    void aFlatFeeIsCalledWhatItIs() throws Exception {
        var world = World.open("en", "DE", "");
        var shop = new Shop(world.seller);
        var lines = shop.brick("lines", "SUBSCRIPTION");
        var plan = shop.plan("Laddered", Shop.priced(lines, """
                {"currency": "USD", "model": "GRADUATED", "price_period_months": 1,
                 "tiers": [{"up_to": 5, "unit_price": "25.00", "flat_price": "99.00"},
                           {"up_to": null, "unit_price": "20.00"}]}"""));
        var sale = world.sell(plan, "{\"brick_id\": \"%s\", \"quantity\": 7}".formatted(lines));
        var told = new String[] {"5 × 25.00", "Flat fee 99.00", "2 × 20.00"};
        assertThat(paper(sale.form)).contains(told);
        assertThat(sale.pdf(0)).contains(told);
        world.seller.get("/invoices/%s/explain".formatted(sale.invoice(0))).is(200, "1 × flat fee 99.00 for 12 months");
    }

    /// Rule X-08: the form names the tax id that its invoices will bear.
    @Test
    void theOrderFormAbroadNamesTheNumberOfTheRegistrationThere() throws Exception {
        var world = World.open("en", "GB", "");
        world.seller
                .post("/tax-registrations", "{\"country\": \"GB\", \"tax_id\": \"GB980780684\"}")
                .is(200);
        assertThat(form(world)).contains("GB980780684").doesNotContain("DE136695976");
    }

    private static String form(World world) throws Exception {
        var order = world.seller
                .get("/subscriptions/%s/orders".formatted(world.subscription))
                .is(200)
                .json()
                .path("results")
                .path(0);
        return paper(order.path("pdf_url").asText());
    }

    private static String paper(String url) throws Exception {
        return PdfText.of(URI.create(url).toURL().openStream().readAllBytes()).text();
    }
}
