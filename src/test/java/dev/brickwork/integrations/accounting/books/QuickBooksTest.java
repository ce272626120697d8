package dev.brickwork.integrations.accounting.books;

import static org.assertj.core.api.Assertions.assertThat;

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
class QuickBooksTest {
    private static final Instant NOW = Instant.parse("2025-01-31T12:00:00Z");
    private static final UUID KEY = UUID.fromString("01900000-0000-7000-8000-000000000001");
    private static final Attempt FIRST = new Attempt(KEY, false);
    private static final Attempt REPEAT = new Attempt(KEY, true);
    private static final BookInvoice INVOICE = new BookInvoice(
            "2025-000123",
            "58",
            LocalDate.of(2025, 1, 31),
            LocalDate.of(2025, 3, 2),
            Currency.USD,
            List.of(
                    new BookLine("Seats, 10 from 1 Jan to 31 Jan", usd(10_000), usd(825)),
                    new BookLine("Credit", usd(-1_000), usd(0))),
            Optional.of("Thank you"));

    private final Map<String, ObjectNode> objects = new LinkedHashMap<>();
    private final JsonCalls calls = new JsonCalls(Duration.ofSeconds(30), Traces.OFF);
    private BooksDouble service;
    private QuickBooks books;

    @BeforeEach
    void open() throws Exception {
        service = new BooksDouble(this::answer);
        var line = service.line(calls, NOW, QuickBooks.WORDING);
        books = new QuickBooks(line, service.base(), "4620816365", new BookMapping("1", "35", "TAX", "NON"));
    }

    @AfterEach
    void close() {
        service.close();
        calls.close();
    }

    @Test
    void anInvoiceSendsWhatItMust() throws Exception {
        var pushed = books.invoice(FIRST, INVOICE);

        assertThat(pushed).isEqualTo(SyncResult.Done.of("1001"));
        var sent = service.writes().getFirst();
        assertThat(sent.path()).isEqualTo("/v3/company/4620816365/invoice");
        assertThat(sent.query())
                .containsOnly(Map.entry("minorversion", "75"), Map.entry("requestid", KEY + "-invoice"));
        assertThat(sent.headers())
                .containsEntry("authorization", "Bearer access-0")
                .containsEntry("accept", "application/json")
                .containsEntry("content-type", "application/json");
        assertThat(sent.body()).isEqualTo(JsonCalls.JSON.readTree("""
                {"DocNumber": "2025-000123", "TxnDate": "2025-01-31", "GlobalTaxCalculation": "TaxExcluded",
                 "CustomerRef": {"value": "58"},
                 "Line": [
                   {"DetailType": "SalesItemLineDetail", "Amount": 100.00, "Description": "Seats, 10 from 1 Jan to 31 Jan",
                    "SalesItemLineDetail": {"ItemRef": {"value": "1"}, "Qty": 1, "UnitPrice": 100.00,
                                            "TaxCodeRef": {"value": "TAX"}}},
                   {"DetailType": "SalesItemLineDetail", "Amount": -10.00, "Description": "Credit",
                    "SalesItemLineDetail": {"ItemRef": {"value": "1"}, "Qty": 1, "UnitPrice": -10.00,
                                            "TaxCodeRef": {"value": "NON"}}}],
                 "DueDate": "2025-03-02", "PrivateNote": "2025-000123\\nThank you", "CurrencyRef": {"value": "USD"},
                 "TxnTaxDetail": {"TotalTax": 8.25}}"""));
    }

    @Test
    void anotherTotalIsRemarked() {
        service.next(new Trouble(200, Map.of(), "{\"Invoice\":{\"Id\":\"7\",\"TotalAmt\":98.26}}", false));
        assertThat(books.invoice(FIRST, INVOICE))
                .isEqualTo(new SyncResult.Done("7", Optional.of("QuickBooks shows a total of 98.26 instead of 98.25")));
    }

    /// The answer is lost; the repetition is answered from the key, and when the key is forgotten the document is
    /// found.
    @Test
    void aLostAnswerDoesNotDouble() {
        service.next(new Trouble(0, Map.of(), "", true));
        assertThat(books.invoice(FIRST, INVOICE)).isInstanceOf(SyncResult.Retry.class);
        assertThat(books.invoice(FIRST, INVOICE)).isEqualTo(SyncResult.Done.of("1001"));
        service.forgetKeys();
        assertThat(books.invoice(REPEAT, INVOICE)).isEqualTo(SyncResult.Done.of("1001"));
        assertThat(objects).hasSize(1);
        assertThat(service.requests().getLast().query())
                .containsEntry("query", "select * from Invoice where DocNumber = '2025-000123' maxresults 100");
    }

    @Test
    void aCustomerIsFoundByNameOrMade() {
        var customer = new BookCustomer(KEY, "O'Neill: \\ Sons", Currency.USD);
        var made = books.customer(FIRST, customer);
        assertThat(books.customer(REPEAT, customer)).isEqualTo(made);
        assertThat(service.requests().getFirst().query())
                .containsEntry(
                        "query", "select * from Customer where DisplayName = 'O\\'Neill  \\\\ Sons' maxresults 100");
        assertThat(service.writes()).hasSize(1);
        var sent = service.writes().getFirst().body();
        assertThat(sent.path("DisplayName").asText()).isEqualTo("O'Neill  \\ Sons");
    }

    @Test
    void aPaymentNamesItsInvoice() throws Exception {
        var payment = new BookPayment(KEY, "58", "1001", "2025-000123", LocalDate.of(2025, 2, 1), usd(9_825));
        var done = books.payment(FIRST, payment);
        var sent = service.writes().getFirst().body();
        assertThat(sent.path("TotalAmt").decimalValue()).isEqualByComparingTo("98.25");
        assertThat(sent.path("DepositToAccountRef").path("value").asText()).isEqualTo("35");
        assertThat(sent.path("Line"))
                .isEqualTo(JsonCalls.JSON.readTree(
                        "[{\"Amount\":98.25,\"LinkedTxn\":[{\"TxnId\":\"1001\",\"TxnType\":\"Invoice\"}]}]"));
        service.forgetKeys();
        assertThat(books.payment(REPEAT, payment)).isEqualTo(done);
        assertThat(service.writes()).hasSize(1);
    }

    @Test
    void aCreditNoteIsSetOffByAPaymentOfNothing() {
        var note = new BookCreditNote(
                "CN-1",
                "58",
                LocalDate.of(2025, 2, 1),
                Currency.USD,
                List.of(new BookLine("Refund", usd(1_000), usd(83))));
        var setOff = new BookSetOff("1001", "900", "58", usd(1_083), LocalDate.of(2025, 2, 1));
        assertThat(books.creditNote(FIRST, note)).isEqualTo(SyncResult.Done.of("1001"));
        assertThat(books.setOff(FIRST, setOff)).isEqualTo(SyncResult.Done.of("1002"));
        assertThat(service.writes()).hasSize(2);
        var join = service.writes().getLast().body();
        assertThat(join.path("TotalAmt").decimalValue()).isEqualByComparingTo(BigDecimal.ZERO);
        assertThat(join.path("Line").findValuesAsText("TxnType")).containsExactly("Invoice", "CreditMemo");
        assertThat(join.path("Line").path(1).path("Amount").decimalValue()).isEqualByComparingTo("10.83");

        service.forgetKeys();
        assertThat(books.creditNote(REPEAT, note)).isEqualTo(SyncResult.Done.of("1001"));
        assertThat(books.setOff(REPEAT, setOff)).isEqualTo(SyncResult.Done.of("1002"));
        assertThat(service.writes()).hasSize(2);

        assertThat(books.endCreditNote(FIRST, "1001")).isEqualTo(SyncResult.Done.of("1001"));
        assertThat(service.writes().getLast().path()).endsWith("/creditmemo");
        assertThat(service.writes().getLast().query()).containsEntry("operation", "delete");
        assertThat(books.endCreditNote(REPEAT, "1001")).isEqualTo(SyncResult.Done.of("1001"));
        assertThat(service.writes()).hasSize(3);
    }

    @Test
    void voidingReadsTheVersionAndIsDoneOnce() throws Exception {
        books.invoice(FIRST, INVOICE);
        assertThat(books.voidInvoice(FIRST, "1001")).isEqualTo(SyncResult.Done.of("1001"));
        var sent = service.writes().getLast();
        assertThat(sent.query()).containsEntry("operation", "void");
        assertThat(sent.body())
                .isEqualTo(JsonCalls.JSON.readTree("{\"Id\":\"1001\",\"SyncToken\":\"0\",\"sparse\":true}"));
        assertThat(books.voidInvoice(REPEAT, "1001")).isEqualTo(SyncResult.Done.of("1001"));
        assertThat(service.writes()).hasSize(2);
        assertThat(books.voidInvoice(FIRST, "4040")).isInstanceOf(SyncResult.Refused.class);
        assertThat(books.voidInvoice(FIRST, "../1")).isEqualTo(new SyncResult.Refused("not an id of QuickBooks"));
    }

    /// After a refund in part the rest is paid under the same reference; a repetition must not take the old one for it.
    @Test
    void aPaymentThatWasTakenOutIsNotFoundAgain() {
        var on = LocalDate.of(2025, 2, 1);
        books.payment(FIRST, new BookPayment(KEY, "58", "1", "N", on, usd(100)));
        books.removePayment(FIRST, "1001");
        service.forgetKeys();
        var rest = new BookPayment(KEY, "58", "1", "N", on, usd(60));
        assertThat(books.payment(REPEAT, rest)).isEqualTo(SyncResult.Done.of("1002"));
        service.forgetKeys();
        assertThat(books.payment(REPEAT, rest)).isEqualTo(SyncResult.Done.of("1002"));
        assertThat(objects).hasSize(2);
    }

    @Test
    void paymentsAreTakenOutAgain() {
        books.payment(FIRST, new BookPayment(KEY, "58", "1", "N", LocalDate.of(2025, 2, 1), usd(1)));
        assertThat(books.removePayment(FIRST, "1001")).isEqualTo(SyncResult.Done.of("1001"));
        assertThat(service.writes().getLast().query())
                .containsEntry("operation", "update")
                .containsEntry("include", "void");
    }

    @Test
    void refusalsAreTold() {
        service.next(new Trouble(400, Map.of(), """
                {"Fault":{"Error":[{"Message":"Invalid Reference Id","Detail":"Names element id 58 not found","code":"2500"}],
                "type":"ValidationFault"}}""", false));
        assertThat(books.invoice(FIRST, INVOICE))
                .isEqualTo(new SyncResult.Refused("Invalid Reference Id: Names element id 58 not found (2500)"));
        service.next(new Trouble(400, Map.of(), """
                {"Fault":{"Error":[{"Message":"Stale Object Error","Detail":"x","code":"5010"}]}}""", false));
        assertThat(books.voidInvoice(FIRST, "1001")).isInstanceOf(SyncResult.Retry.class);
    }

    @Test
    void aNumberTooLongKeepsItsEnd() {
        var long123 = new BookInvoice(
                "VERY-LONG-PREFIX-2025-000123-2",
                "58",
                INVOICE.issuedOn(),
                INVOICE.dueOn(),
                Currency.USD,
                INVOICE.lines(),
                Optional.empty());
        books.invoice(FIRST, long123);
        assertThat(service.writes().getFirst().body().path("DocNumber").asText())
                .isEqualTo("-PREFIX-2025-000123-2");
    }

    /// QuickBooks as far as we use it.
    private Answer answer(Request request) {
        var path = request.path().replaceFirst("/v3/company/4620816365/", "");
        if (path.equals("query")) return query(request.query().getOrDefault("query", ""));
        var type = Map.of(
                        "invoice", "Invoice", "payment", "Payment", "creditmemo", "CreditMemo", "customer", "Customer")
                .get(path.split("/", -1)[0]);
        if (type == null) return new Answer(404, "{}");
        if (request.method().equals("GET")) {
            var object = objects.get(path.substring(path.indexOf('/') + 1));
            return object == null ? new Answer(400, "{}") : wrapped(type, object);
        }
        if (request.query().containsKey("operation")) {
            var object = objects.get(request.body().path("Id").asText());
            if (object == null) return new Answer(400, "{}");
            object.put("PrivateNote", "Voided").put("TotalAmt", 0);
            return wrapped(type, object);
        }
        var object = (ObjectNode) request.body().deepCopy();
        object.put("Id", Integer.toString(1001 + objects.size()))
                .put("SyncToken", "0")
                .put("type", type);
        if (!object.has("TotalAmt")) object.put("TotalAmt", total(object));
        objects.put(object.path("Id").asText(), object);
        return wrapped(type, object);
    }

    private Answer query(String query) {
        var parts = Pattern.compile("select \\* from (\\w+) where (\\w+) = '(.*)' maxresults 100")
                .matcher(query);
        if (!parts.matches()) return new Answer(400, "{}");
        var value = parts.group(3).replace("\\'", "'").replace("\\\\", "\\");
        var response = JsonCalls.JSON.createObjectNode();
        var result = response.putObject("QueryResponse").putArray(parts.group(1));
        objects.values().stream()
                .filter(object -> object.path("type").asText().equals(parts.group(1)))
                .filter(object -> object.path(parts.group(2)).asText().equals(value))
                .forEach(result::add);
        return new Answer(200, JsonCalls.text(response));
    }

    private static Answer wrapped(String type, ObjectNode object) {
        return new Answer(200, JsonCalls.text(JsonCalls.JSON.createObjectNode().set(type, object)));
    }

    private static BigDecimal total(ObjectNode object) {
        var sum = object.path("TxnTaxDetail").path("TotalTax").decimalValue();
        for (var line : object.path("Line")) sum = sum.add(line.path("Amount").decimalValue());
        return sum;
    }

    private static BookInvoice invoice(String currency, long net, long tax) {
        var of = Currency.of(currency);
        return new BookInvoice(
                "2025-000124",
                "58",
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
                .isEqualTo(new SyncResult.Refused(
                        "QuickBooks keeps two decimals and would round 12.345 KWD; enter it by hand"));
        assertThat(books.invoice(FIRST, invoice("KWD", 12_340, 617))).isInstanceOf(SyncResult.Refused.class);
        var payment = new BookPayment(
                KEY, "58", "1001", "2025-000124", LocalDate.of(2025, 2, 1), new Money(1, Currency.of("TND")));
        assertThat(books.payment(FIRST, payment)).isInstanceOf(SyncResult.Refused.class);
        var setOff = new BookSetOff("1001", "900", "58", new Money(1, Currency.of("TND")), LocalDate.of(2025, 2, 1));
        assertThat(books.setOff(FIRST, setOff)).isInstanceOf(SyncResult.Refused.class);
        var note = invoice("KWD", 1, 0);
        assertThat(books.creditNote(
                        FIRST, new BookCreditNote("CN-1", "58", note.issuedOn(), note.currency(), note.lines())))
                .isInstanceOf(SyncResult.Refused.class);
        assertThat(service.writes()).isEmpty();

        assertThat(books.invoice(FIRST, invoice("JPY", 12_000, 1_200))).isInstanceOf(SyncResult.Done.class);
        var sent = service.writes().getLast().body();
        assertThat(sent.path("Line").path(0).path("Amount").decimalValue()).isEqualByComparingTo("12000");
        assertThat(books.invoice(new Attempt(UUID.randomUUID(), false), invoice("KWD", 12_340, 620)))
                .isInstanceOf(SyncResult.Done.class);
    }

    private static Money usd(long cents) {
        return new Money(cents, Currency.USD);
    }
}
