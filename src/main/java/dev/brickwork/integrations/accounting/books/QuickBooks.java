package dev.brickwork.integrations.accounting.books;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.integrations.accounting.books.AccountingHttp.Reply;
import dev.brickwork.pricing.money.Money;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// QuickBooks Online, through its REST API of version 3. Its idempotency key is the `requestid` in the query.
public final class QuickBooks implements Books {
    public static final URI BASE = URI.create("https://quickbooks.api.intuit.com");
    public static final String SCOPE = "com.intuit.quickbooks.accounting";
    public static final AccountingHttp.Wording WORDING = new AccountingHttp.Wording(Map.of(), QuickBooks::complaint);

    private static final String MINOR_VERSION = "75";
    private static final int NUMBER_LENGTH_MAX = 21;
    private static final int NAME_LENGTH_MAX = 500;
    private static final int NOTE_LENGTH_MAX = 4000;
    private static final String STALE_OBJECT = "5010";
    private static final int FOUND_MAX = 100; // As many as there are partial refunds of one payment, and more.
    private static final Duration SOON = Duration.ofSeconds(5);

    private final AccountingHttp line;
    private final URI company;
    private final BookMapping mapping;

    /// `realmId` is what Intuit calls a company.
    public QuickBooks(AccountingHttp line, URI base, String realmId, BookMapping mapping) {
        if (!isId(realmId)) throw new IllegalArgumentException("not a company id of QuickBooks");
        this.line = line;
        this.company = base.resolve("/v3/company/" + realmId + "/");
        this.mapping = mapping;
    }

    @Override
    public boolean hasOneCurrencyPerCustomer() {
        return true;
    }

    /// By display name, which QuickBooks keeps unique. Who is billed in two currencies is two customers there.
    @Override
    public SyncResult customer(Attempt attempt, BookCustomer customer) {
        var name = cut(customer.name().replaceAll("[:\\p{Cntrl}]", " ").strip(), NAME_LENGTH_MAX);
        var reply = look("Customer", "DisplayName", name);
        if (!(reply instanceof Reply.Ok(var answer))) return failed(reply);
        var there = answer.path("QueryResponse").path("Customer");
        if (there.isEmpty()) return create(attempt, customer, name);
        var currency = customer.currency().code();
        for (var object : there) {
            if (object.path("CurrencyRef").path("value").asText(currency).equals(currency))
                return done(object, Optional.empty());
        }
        var own = "%s (%s)".formatted(name, currency);
        return find("Customer", "DisplayName", own).orElseGet(() -> create(attempt, customer, own));
    }

    private SyncResult create(Attempt attempt, BookCustomer customer, String name) {
        var body = JsonNodeFactory.instance.objectNode();
        body.put("DisplayName", name).put("CompanyName", cut(name, 100));
        body.putObject("CurrencyRef").put("value", customer.currency().code());
        return create("Customer", attempt.step("customer"), body, Optional.empty());
    }

    @Override
    public SyncResult invoice(Attempt attempt, BookInvoice invoice) {
        var refusal = TwoDecimals.refusal("QuickBooks", invoice.lines());
        if (refusal.isPresent()) return refusal.get();
        var number = number(invoice.number());
        if (attempt.isRepeat()) {
            var found = find("Invoice", "DocNumber", number);
            if (found.isPresent()) return found.get();
        }
        var body = document(number, invoice.customerId(), invoice.issuedOn(), invoice.lines());
        body.put("DueDate", invoice.dueOn().toString());
        body.put("PrivateNote", cut(note(invoice.number(), invoice.memo()), NOTE_LENGTH_MAX));
        body.putObject("CurrencyRef").put("value", invoice.currency().code());
        body.putObject("TxnTaxDetail").put("TotalTax", invoice.tax().major());
        return create("Invoice", attempt.step("invoice"), body, Optional.of(invoice.total()));
    }

    @Override
    public SyncResult invoiceCalled(String number) {
        return find("Invoice", "DocNumber", number(number)).orElse(SyncResult.Done.of(""));
    }

    @Override
    public SyncResult payment(Attempt attempt, BookPayment payment) {
        var refusal = TwoDecimals.refusal("QuickBooks", payment.amount());
        if (refusal.isPresent()) return refusal.get();
        if (attempt.isRepeat()) {
            var found = find("Payment", "PaymentRefNum", payment.reference());
            if (found.isPresent()) return found.get();
        }
        var body = JsonNodeFactory.instance.objectNode();
        body.putObject("CustomerRef").put("value", payment.customerId());
        body.put("TotalAmt", payment.amount().major());
        body.put("TxnDate", payment.paidOn().toString());
        body.put("PaymentRefNum", payment.reference());
        body.put("PrivateNote", "Invoice " + payment.invoiceNumber());
        body.putObject("CurrencyRef").put("value", payment.amount().currency().code());
        body.putObject("DepositToAccountRef").put("value", mapping.bank());
        link(body.putArray("Line").addObject(), payment.amount(), payment.invoiceId(), "Invoice");
        return create("Payment", attempt.step("payment"), body, Optional.of(payment.amount()));
    }

    @Override
    public SyncResult creditNote(Attempt attempt, BookCreditNote note) {
        var refusal = TwoDecimals.refusal("QuickBooks", note.lines());
        if (refusal.isPresent()) return refusal.get();
        var number = number(note.number());
        if (attempt.isRepeat()) {
            var found = find("CreditMemo", "DocNumber", number);
            if (found.isPresent()) return found.get();
        }
        var body = document(number, note.customerId(), note.issuedOn(), note.lines());
        body.putObject("CurrencyRef").put("value", note.currency().code());
        body.putObject("TxnTaxDetail").put("TotalTax", note.tax().major());
        return create("CreditMemo", attempt.step("credit"), body, Optional.of(note.total()));
    }

    /// QuickBooks voids no credit memo; it deletes it. What was deleted before is found no more.
    @Override
    public SyncResult endCreditNote(Attempt attempt, String noteId) {
        if (!isId(noteId)) return new SyncResult.Refused("not an id of QuickBooks");
        var found = find("CreditMemo", "Id", noteId);
        if (found.isEmpty()) return SyncResult.Done.of(noteId);
        return found.get() instanceof SyncResult.Done
                ? end(attempt, "CreditMemo", noteId, "operation=delete")
                : found.get();
    }

    /// QuickBooks joins a credit to an invoice by a payment of nothing that names both.
    @Override
    public SyncResult setOff(Attempt attempt, BookSetOff setOff) {
        var refusal = TwoDecimals.refusal("QuickBooks", setOff.amount());
        if (refusal.isPresent()) return refusal.get();
        var reference = attempt.key().toString().replace("-", "").substring(12);
        if (attempt.isRepeat()) {
            var found = find("Payment", "PaymentRefNum", reference);
            if (found.isPresent()) return found.get();
        }
        var body = JsonNodeFactory.instance.objectNode();
        body.putObject("CustomerRef").put("value", setOff.customerId());
        body.put("TotalAmt", BigDecimal.ZERO);
        body.put("TxnDate", setOff.on().toString());
        body.put("PaymentRefNum", reference);
        body.putObject("CurrencyRef").put("value", setOff.amount().currency().code());
        var lines = body.putArray("Line");
        link(lines.addObject(), setOff.amount(), setOff.invoiceId(), "Invoice");
        link(lines.addObject(), setOff.amount(), setOff.noteId(), "CreditMemo");
        return create("Payment", attempt.step("apply"), body, Optional.empty());
    }

    @Override
    public SyncResult removeSetOff(Attempt attempt, String noteId, String invoiceId, String setOffId) {
        return end(attempt, "Payment", setOffId, "operation=update&include=void");
    }

    @Override
    public SyncResult voidInvoice(Attempt attempt, String invoiceExternalId) {
        return end(attempt, "Invoice", invoiceExternalId, "operation=void");
    }

    @Override
    public SyncResult removePayment(Attempt attempt, String paymentExternalId) {
        return end(attempt, "Payment", paymentExternalId, "operation=update&include=void");
    }

    /// Voiding needs the version that is to be voided. What was voided shows no amount and says so in its note.
    private SyncResult end(Attempt attempt, String type, String id, String operation) {
        if (!isId(id)) return new SyncResult.Refused("not an id of QuickBooks");
        var current = line.get(company.resolve(path(type) + "/" + id + "?minorversion=" + MINOR_VERSION));
        if (!(current instanceof Reply.Ok(var read))) return failed(current);
        var object = read.path(type);
        if (isVoid(object)) return SyncResult.Done.of(id);
        var body = JsonNodeFactory.instance.objectNode();
        body.put("Id", id).put("SyncToken", object.path("SyncToken").asText()).put("sparse", true);
        var uri = company.resolve(
                path(type) + "?" + operation + "&minorversion=" + MINOR_VERSION + "&requestid=" + attempt.step("void"));
        var reply = line.send("POST", uri, Map.of(), body);
        return reply instanceof Reply.Ok ? SyncResult.Done.of(id) : failed(reply);
    }

    private SyncResult create(String type, String requestId, ObjectNode body, Optional<Money> total) {
        var uri = company.resolve(path(type) + "?minorversion=" + MINOR_VERSION + "&requestid=" + requestId);
        var reply = line.send("POST", uri, Map.of(), body);
        if (!(reply instanceof Reply.Ok(var answer))) return failed(reply);
        return done(answer.path(type), total);
    }

    private static SyncResult done(JsonNode object, Optional<Money> total) {
        var id = object.path("Id").asText("");
        if (!isId(id)) return new SyncResult.Retry(SOON, "QuickBooks did not say what it made");
        return SyncResult.Done.of(id, "QuickBooks", object.path("TotalAmt"), total);
    }

    /// Empty when there is none, or when it was voided there: a payment that was refunded in part stands under the
    /// same reference once more. A failure to look is a result too, because writing blindly would double.
    private Optional<SyncResult> find(String type, String field, String value) {
        var reply = look(type, field, value);
        if (!(reply instanceof Reply.Ok(var answer))) return Optional.of(failed(reply));
        for (var object : answer.path("QueryResponse").path(type)) {
            if (!isVoid(object)) return Optional.of(done(object, Optional.empty()));
        }
        return Optional.empty();
    }

    private Reply look(String type, String field, String value) {
        var quoted = value.replace("\\", "\\\\").replace("'", "\\'");
        var query = "select * from %s where %s = '%s' maxresults %d".formatted(type, field, quoted, FOUND_MAX);
        return line.get(
                company.resolve("query?minorversion=" + MINOR_VERSION + "&query=" + URLEncoder.encode(query, UTF_8)));
    }

    private static boolean isVoid(JsonNode object) {
        return object.path("PrivateNote").asText("").startsWith("Voided");
    }

    private ObjectNode document(String number, String customerId, LocalDate on, List<BookLine> lines) {
        var body = JsonNodeFactory.instance.objectNode();
        body.put("DocNumber", number).put("TxnDate", on.toString());
        body.put("GlobalTaxCalculation", "TaxExcluded");
        body.putObject("CustomerRef").put("value", customerId);
        var array = body.putArray("Line");
        for (var each : lines) {
            var item = array.addObject();
            item.put("DetailType", "SalesItemLineDetail");
            item.put("Amount", each.net().major());
            item.put("Description", cut(each.description(), NOTE_LENGTH_MAX));
            var detail = item.putObject("SalesItemLineDetail");
            detail.putObject("ItemRef").put("value", mapping.sales());
            detail.put("Qty", BigDecimal.ONE).put("UnitPrice", each.net().major());
            detail.putObject("TaxCodeRef").put("value", mapping.taxCode(each));
        }
        return body;
    }

    private static void link(ObjectNode line, Money amount, String id, String type) {
        line.put("Amount", amount.major());
        line.putArray("LinkedTxn").addObject().put("TxnId", id).put("TxnType", type);
    }

    /// Retries soon when another client changed the object between our read and our write.
    private static SyncResult failed(Reply reply) {
        if (!(reply instanceof Reply.Not(var pushed))) throw new IllegalStateException("not a failure");
        boolean isStale =
                pushed instanceof SyncResult.Refused refused && refused.why().endsWith("(" + STALE_OBJECT + ")");
        return isStale ? new SyncResult.Retry(SOON, "changed in QuickBooks meanwhile") : pushed;
    }

    private static String complaint(JsonNode body) {
        return StreamSupport.stream(body.path("Fault").path("Error").spliterator(), false)
                .map(error -> "%s: %s (%s)"
                        .formatted(
                                error.path("Message").asText(),
                                error.path("Detail").asText(),
                                error.path("code").asText()))
                .collect(Collectors.joining("; "));
    }

    /// The end of a number is what tells it apart.
    private static String number(String number) {
        return number.length() <= NUMBER_LENGTH_MAX ? number : number.substring(number.length() - NUMBER_LENGTH_MAX);
    }

    private static String note(String number, Optional<String> memo) {
        return memo.map(text -> number + "\n" + text).orElse(number);
    }

    private static String path(String type) {
        return type.toLowerCase(Locale.ROOT);
    }

    public static boolean isId(String id) {
        return id.matches("[0-9]{1,32}");
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }
}
