package dev.brickwork.integrations.accounting.books;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.integrations.accounting.BooksDouble;
import dev.brickwork.integrations.accounting.BooksDouble.Answer;
import dev.brickwork.integrations.accounting.BooksDouble.Request;
import dev.brickwork.integrations.accounting.BooksDouble.Trouble;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("verify")
class XeroTest {
    private static final Instant NOW = Instant.parse("2025-01-31T12:00:00Z");
    private static final UUID KEY = UUID.fromString("01900000-0000-7000-8000-000000000001");
    private static final UUID TENANT = UUID.fromString("11111111-2222-3333-4444-555555555555");
    private static final String CONTACT = "aaaaaaaa-0000-0000-0000-000000000001";
    private static final Attempt FIRST = new Attempt(KEY, false);
    private static final Attempt REPEAT = new Attempt(KEY, true);
    private static final BookInvoice INVOICE = new BookInvoice(
            "2025-000123",
            CONTACT,
            LocalDate.of(2025, 1, 31),
            LocalDate.of(2025, 3, 2),
            Currency.GBP,
            List.of(new BookLine("Seats", gbp(10_000), gbp(2_000)), new BookLine("Credit", gbp(-1_000), gbp(0))),
            Optional.of("PO 7"));

    private final Map<String, ObjectNode> objects = new LinkedHashMap<>();
    private final JsonCalls calls = new JsonCalls(Duration.ofSeconds(30), Traces.OFF);
    private BooksDouble service;
    private Xero books;

    @BeforeEach
    void open() throws Exception {
        service = new BooksDouble(this::answer);
        var line = service.line(calls, NOW, Xero.wording(TENANT));
        books = new Xero(line, service.base(), new BookMapping("200", "090", "OUTPUT2", "NONE"));
    }

    @AfterEach
    void close() {
        service.close();
        calls.close();
    }

    @Test
    void anInvoiceSendsWhatItMust() throws Exception {
        assertThat(books.invoice(FIRST, INVOICE)).isEqualTo(SyncResult.Done.of(id(1)));

        var sent = service.writes().getFirst();
        assertThat(sent.method()).isEqualTo("PUT");
        assertThat(sent.path()).isEqualTo("/api.xro/2.0/Invoices");
        assertThat(sent.headers())
                .containsEntry("authorization", "Bearer access-0")
                .containsEntry("xero-tenant-id", TENANT.toString())
                .containsEntry("idempotency-key", KEY + "-invoice");
        assertThat(sent.body()).isEqualTo(JsonCalls.JSON.readTree("""
                {"Invoices": [{"Type": "ACCREC", "InvoiceNumber": "2025-000123", "DueDate": "2025-03-02",
                  "Reference": "PO 7", "Contact": {"ContactID": "aaaaaaaa-0000-0000-0000-000000000001"},
                  "Date": "2025-01-31", "LineAmountTypes": "Exclusive", "Status": "AUTHORISED",
                  "LineItems": [
                    {"Description": "Seats", "Quantity": 1, "UnitAmount": 100.00, "LineAmount": 100.00,
                     "TaxAmount": 20.00, "AccountCode": "200", "TaxType": "OUTPUT2"},
                    {"Description": "Credit", "Quantity": 1, "UnitAmount": -10.00, "LineAmount": -10.00,
                     "TaxAmount": 0.00, "AccountCode": "200", "TaxType": "NONE"}],
                  "CurrencyCode": "GBP"}]}"""));
    }

    @Test
    void aLostAnswerDoesNotDouble() {
        service.next(new Trouble(502, Map.of(), "<html>", true));
        assertThat(books.invoice(FIRST, INVOICE)).isInstanceOf(SyncResult.Retry.class);
        service.forgetKeys();
        assertThat(books.invoice(REPEAT, INVOICE)).isEqualTo(SyncResult.Done.of(id(1)));
        assertThat(objects).hasSize(1);
        assertThat(service.requests().getLast().query()).containsEntry("where", "InvoiceNumber==\"2025-000123\"");
    }

    /// Looking fails, so nothing is written: a blind second write could be a second invoice.
    @Test
    void aRepetitionThatCannotLookDoesNotWrite() {
        service.next(new Trouble(500, Map.of(), "", false));
        assertThat(books.invoice(REPEAT, INVOICE)).isInstanceOf(SyncResult.Retry.class);
        assertThat(service.writes()).isEmpty();
    }

    @Test
    void aCustomerIsFoundByOurIdThenByNameOrMade() {
        var customer = new BookCustomer(KEY, "Acme", Currency.GBP);
        var made = books.customer(FIRST, customer);
        assertThat(made).isEqualTo(SyncResult.Done.of(id(1)));
        assertThat(service.writes()
                        .getFirst()
                        .body()
                        .path("Contacts")
                        .path(0)
                        .path("ContactNumber")
                        .asText())
                .isEqualTo(KEY.toString());
        var renamed = new BookCustomer(KEY, "Acme Ltd", Currency.GBP);
        assertThat(books.customer(REPEAT, renamed)).isEqualTo(made);
        var known = new BookCustomer(UUID.randomUUID(), "Acme", Currency.GBP);
        assertThat(books.customer(FIRST, known)).isEqualTo(made);
        assertThat(service.writes()).hasSize(1);
        var quoted = new BookCustomer(UUID.randomUUID(), "The \"Best\" \\", Currency.GBP);
        assertThat(books.customer(new Attempt(UUID.randomUUID(), false), quoted))
                .isEqualTo(SyncResult.Done.of(id(2)));
    }

    @Test
    void aPaymentNamesItsInvoice() throws Exception {
        var payment = new BookPayment(KEY, CONTACT, id(1), "2025-000123", LocalDate.of(2025, 2, 1), gbp(11_000));
        var done = books.payment(FIRST, payment);
        assertThat(service.writes().getFirst().body())
                .isEqualTo(JsonCalls.JSON.readTree("""
                {"Payments": [{"Invoice": {"InvoiceID": "%s"}, "Account": {"Code": "090"}, "Date": "2025-02-01",
                               "Amount": 110.00, "Reference": "%s"}]}""".formatted(id(1), payment.reference())));
        service.forgetKeys();
        assertThat(books.payment(REPEAT, payment)).isEqualTo(done);
        assertThat(service.writes()).hasSize(1);
        assertThat(books.removePayment(FIRST, id(1))).isEqualTo(done);
        assertThat(service.writes().getLast().body().path("Status").asText()).isEqualTo("DELETED");
        service.forgetKeys();
        assertThat(books.payment(REPEAT, payment))
                .as("a removed one does not count")
                .isEqualTo(SyncResult.Done.of(id(2)));
    }

    @Test
    void aCreditNoteIsAllocatedOnce() throws Exception {
        var note = new BookCreditNote(
                "CN-1",
                CONTACT,
                LocalDate.of(2025, 2, 1),
                Currency.GBP,
                List.of(new BookLine("Refund", gbp(1_000), gbp(200))));
        service.next(new Trouble(200, Map.of(), "{\"CreditNotes\":[]}", true)); // made, but its id is lost
        assertThat(books.creditNote(FIRST, note)).isInstanceOf(SyncResult.Retry.class);
        service.forgetKeys();
        assertThat(books.creditNote(REPEAT, note)).isEqualTo(SyncResult.Done.of(id(1)));
        var setOff = new BookSetOff(id(1), id(9), CONTACT, gbp(1_200), LocalDate.of(2025, 2, 1));
        assertThat(books.setOff(REPEAT, setOff)).isInstanceOf(SyncResult.Done.class);
        var sent = service.writes().getLast();
        assertThat(sent.path()).isEqualTo("/api.xro/2.0/CreditNotes/%s/Allocations".formatted(id(1)));
        assertThat(sent.body()).isEqualTo(JsonCalls.JSON.readTree("""
                {"Allocations": [{"Invoice": {"InvoiceID": "%s"}, "Amount": 12.00, "Date": "2025-02-01"}]}
                """.formatted(id(9))));
        service.forgetKeys();
        int before = service.writes().size();
        assertThat(books.creditNote(REPEAT, note)).isEqualTo(SyncResult.Done.of(id(1)));
        assertThat(books.setOff(REPEAT, setOff)).isInstanceOf(SyncResult.Done.class);
        assertThat(service.writes()).hasSize(before);

        assertThat(books.endCreditNote(FIRST, id(1))).isEqualTo(SyncResult.Done.of(id(1)));
        assertThat(service.writes().getLast().body())
                .isEqualTo(
                        JsonCalls.JSON.readTree("{\"CreditNoteID\": \"%s\", \"Status\": \"VOIDED\"}".formatted(id(1))));
        assertThat(books.endCreditNote(REPEAT, id(1))).isEqualTo(SyncResult.Done.of(id(1)));
        assertThat(service.writes()).hasSize(before + 1);
    }

    @Test
    void voidingIsDoneOnce() throws Exception {
        books.invoice(FIRST, INVOICE);
        assertThat(books.voidInvoice(FIRST, id(1))).isEqualTo(SyncResult.Done.of(id(1)));
        assertThat(service.writes().getLast().body())
                .isEqualTo(JsonCalls.JSON.readTree("{\"InvoiceID\": \"%s\", \"Status\": \"VOIDED\"}".formatted(id(1))));
        assertThat(books.voidInvoice(REPEAT, id(1))).isEqualTo(SyncResult.Done.of(id(1)));
        assertThat(service.writes()).hasSize(2);
        assertThat(books.voidInvoice(FIRST, "1/../2")).isEqualTo(new SyncResult.Refused("not an id of Xero"));
    }

    @Test
    void refusalsAreTold() {
        service.next(new Trouble(400, Map.of(), """
                {"ErrorNumber":10,"Type":"ValidationException","Message":"A validation exception occurred",
                "Elements":[{"ValidationErrors":[{"Message":"Invoice # must be unique."},{"Message":"Account code
                '200' is not valid"}]}]}""".replace("code\n", "code "), false));
        assertThat(books.invoice(FIRST, INVOICE))
                .isEqualTo(new SyncResult.Refused("Invoice # must be unique.; Account code '200' is not valid"));
        service.next(new Trouble(404, Map.of(), "{}", false));
        assertThat(books.voidInvoice(FIRST, id(5)))
                .isEqualTo(new SyncResult.Refused("the books answered with status 404"));
    }

    /// Xero as far as we use it.
    private Answer answer(Request request) {
        var path = request.path().replaceFirst("/api.xro/2.0/", "").split("/", -1);
        var type = path[0];
        var idField = type.substring(0, type.length() - 1) + "ID";
        if (path.length == 3) {
            var note = objects.get(path[1]);
            if (note == null) return new Answer(404, "{}");
            note.withArray("Allocations").addAll((ArrayNode) request.body().path("Allocations"));
            return new Answer(200, "{\"Allocations\":[]}");
        }
        if (path.length == 2) {
            var object = objects.get(path[1]);
            if (object == null) return new Answer(404, "{}");
            if (request.method().equals("POST"))
                object.set("Status", request.body().path("Status"));
            return listed(type, List.of(object));
        }
        if (request.method().equals("GET")) {
            var where =
                    Pattern.compile("(\\w+)==\"(.*)\"").matcher(request.query().getOrDefault("where", ""));
            if (!where.matches()) return new Answer(400, "{}");
            return listed(
                    type,
                    objects.values().stream()
                            .filter(object -> object.has(idField)
                                    && object.path(where.group(1)).asText().equals(where.group(2)))
                            .toList());
        }
        var object = (ObjectNode) request.body().path(type).path(0).deepCopy();
        object.put(idField, id(objects.size() + 1));
        if (object.has("LineItems")) object.put("Total", total(object));
        objects.put(object.path(idField).asText(), object);
        return listed(type, List.of(object));
    }

    private static Answer listed(String type, List<ObjectNode> found) {
        var answer = JsonCalls.JSON.createObjectNode();
        answer.putArray(type).addAll(found);
        return new Answer(200, JsonCalls.text(answer));
    }

    private static BigDecimal total(ObjectNode object) {
        var sum = BigDecimal.ZERO;
        for (var line : object.path("LineItems")) {
            sum = sum.add(line.path("LineAmount").decimalValue())
                    .add(line.path("TaxAmount").decimalValue());
        }
        return sum;
    }

    private static String id(int number) {
        return "bbbbbbbb-0000-0000-0000-%012d".formatted(number);
    }

    private static BookInvoice invoice(String currency, long net, long tax) {
        var of = Currency.of(currency);
        return new BookInvoice(
                "2025-000124",
                CONTACT,
                LocalDate.of(2025, 1, 31),
                LocalDate.of(2025, 3, 2),
                of,
                List.of(new BookLine("Seats", new Money(net, of), new Money(tax, of))),
                Optional.empty());
    }

    /// It has two decimals: yen go there whole, dinars where their third is zero (rule C-02).
    @Test
    void whatItWouldRoundIsRefused() {
        assertThat(books.invoice(FIRST, invoice("KWD", 12_345, 0)))
                .isEqualTo(
                        new SyncResult.Refused("Xero keeps two decimals and would round 12.345 KWD; enter it by hand"));
        assertThat(books.invoice(FIRST, invoice("KWD", 12_340, 617))).isInstanceOf(SyncResult.Refused.class);
        var payment = new BookPayment(
                KEY, CONTACT, "1001", "2025-000124", LocalDate.of(2025, 2, 1), new Money(1, Currency.of("TND")));
        assertThat(books.payment(FIRST, payment)).isInstanceOf(SyncResult.Refused.class);
        var setOff = new BookSetOff("1001", "900", CONTACT, new Money(1, Currency.of("TND")), LocalDate.of(2025, 2, 1));
        assertThat(books.setOff(FIRST, setOff)).isInstanceOf(SyncResult.Refused.class);
        var note = invoice("KWD", 1, 0);
        assertThat(books.creditNote(
                        FIRST, new BookCreditNote("CN-1", CONTACT, note.issuedOn(), note.currency(), note.lines())))
                .isInstanceOf(SyncResult.Refused.class);
        assertThat(service.writes()).isEmpty();

        assertThat(books.invoice(FIRST, invoice("JPY", 12_000, 1_200))).isInstanceOf(SyncResult.Done.class);
        var sent = service.writes().getLast().body();
        assertThat(sent.path("Invoices")
                        .path(0)
                        .path("LineItems")
                        .path(0)
                        .path("LineAmount")
                        .decimalValue())
                .isEqualByComparingTo("12000");
        assertThat(books.invoice(new Attempt(UUID.randomUUID(), false), invoice("KWD", 12_340, 620)))
                .isInstanceOf(SyncResult.Done.class);
    }

    private static Money gbp(long pence) {
        return new Money(pence, Currency.GBP);
    }
}
