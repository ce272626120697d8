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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// Xero, through its Accounting API of version 2. Its idempotency key is a header, remembered for minutes only.
public final class Xero implements Books {
    public static final URI BASE = URI.create("https://api.xero.com");

    public static final String SCOPE = "offline_access accounting.transactions accounting.contacts";

    private static final Set<String> ENDED = Set.of("VOIDED", "DELETED");
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int NAME_LENGTH_MAX = 255;
    private static final int DESCRIPTION_LENGTH_MAX = 4000;

    private final AccountingHttp line;
    private final URI api;
    private final BookMapping mapping;

    public Xero(AccountingHttp line, URI base, BookMapping mapping) {
        this.line = line;
        this.api = base.resolve("/api.xro/2.0/");
        this.mapping = mapping;
    }

    /// `tenantId` is what Xero calls a company; it goes on every call.
    public static AccountingHttp.Wording wording(UUID tenantId) {
        return new AccountingHttp.Wording(Map.of("Xero-Tenant-Id", tenantId.toString()), Xero::complaint);
    }

    /// The company that was chosen last: one consent may name several, and older ones stay connected.
    public static Optional<String> company(JsonCalls calls, URI base, Tokens tokens) {
        var headers = Map.of("Authorization", "Bearer " + tokens.access().reveal(), "Accept", "application/json");
        var answer = calls.send(new JsonCalls.Call("GET", base.resolve("/connections"), headers, Optional.empty()));
        if (!(answer instanceof JsonCalls.Answer.Got got) || got.status() != 200) return Optional.empty();
        return StreamSupport.stream(got.body().spliterator(), false)
                .filter(one -> one.path("tenantType").asText().equals("ORGANISATION"))
                .filter(one -> isId(one.path("tenantId").asText()))
                .max(Comparator.comparing(one -> one.path("updatedDateUtc").asText()))
                .map(one -> one.path("tenantId").asText());
    }

    /// By our own id, which Xero keeps for us; by name if the seller had the contact before us.
    @Override
    public SyncResult customer(Attempt attempt, BookCustomer customer) {
        var name = cut(customer.name().replaceAll("\\p{Cntrl}", " ").strip(), NAME_LENGTH_MAX);
        var found = find(
                        "Contacts",
                        "ContactID",
                        "ContactNumber",
                        customer.companyId().toString())
                .or(() -> find("Contacts", "ContactID", "Name", name));
        if (found.isPresent()) return found.get();
        var body = JsonNodeFactory.instance.objectNode();
        var contact = body.putArray("Contacts").addObject();
        contact.put("Name", name).put("ContactNumber", customer.companyId().toString());
        contact.put("DefaultCurrency", customer.currency().code());
        return create("Contacts", "ContactID", attempt.step("customer"), body, Optional.empty());
    }

    @Override
    public SyncResult invoice(Attempt attempt, BookInvoice invoice) {
        var refusal = TwoDecimals.refusal("Xero", invoice.lines());
        if (refusal.isPresent()) return refusal.get();
        if (attempt.isRepeat()) {
            var found = find("Invoices", "InvoiceID", "InvoiceNumber", invoice.number());
            if (found.isPresent()) return found.get();
        }
        var body = JsonNodeFactory.instance.objectNode();
        var document = body.putArray("Invoices").addObject();
        document.put("Type", "ACCREC").put("InvoiceNumber", invoice.number());
        document.put("DueDate", invoice.dueOn().toString());
        invoice.memo().ifPresent(memo -> document.put("Reference", cut(memo, NAME_LENGTH_MAX)));
        fill(document, invoice.customerId(), invoice.issuedOn(), invoice.lines());
        document.put("CurrencyCode", invoice.currency().code());
        return create("Invoices", "InvoiceID", attempt.step("invoice"), body, Optional.of(invoice.total()));
    }

    @Override
    public SyncResult invoiceCalled(String number) {
        return find("Invoices", "InvoiceID", "InvoiceNumber", number).orElse(SyncResult.Done.of(""));
    }

    @Override
    public SyncResult payment(Attempt attempt, BookPayment payment) {
        var refusal = TwoDecimals.refusal("Xero", payment.amount());
        if (refusal.isPresent()) return refusal.get();
        if (attempt.isRepeat()) {
            var found = find("Payments", "PaymentID", "Reference", payment.reference());
            if (found.isPresent()) return found.get();
        }
        var body = JsonNodeFactory.instance.objectNode();
        var object = body.putArray("Payments").addObject();
        object.putObject("Invoice").put("InvoiceID", payment.invoiceId());
        object.putObject("Account").put("Code", mapping.bank());
        object.put("Date", payment.paidOn().toString());
        object.put("Amount", payment.amount().major());
        object.put("Reference", payment.reference());
        return create("Payments", "PaymentID", attempt.step("payment"), body, Optional.empty());
    }

    @Override
    public SyncResult creditNote(Attempt attempt, BookCreditNote note) {
        var refusal = TwoDecimals.refusal("Xero", note.lines());
        if (refusal.isPresent()) return refusal.get();
        if (attempt.isRepeat()) {
            var found = find("CreditNotes", "CreditNoteID", "CreditNoteNumber", note.number());
            if (found.isPresent()) return found.get();
        }
        var body = JsonNodeFactory.instance.objectNode();
        var document = body.putArray("CreditNotes").addObject();
        document.put("Type", "ACCRECCREDIT").put("CreditNoteNumber", note.number());
        fill(document, note.customerId(), note.issuedOn(), note.lines());
        document.put("CurrencyCode", note.currency().code());
        return create("CreditNotes", "CreditNoteID", attempt.step("credit"), body, Optional.of(note.total()));
    }

    @Override
    public SyncResult endCreditNote(Attempt attempt, String noteId) {
        return end(attempt, "CreditNotes", "CreditNoteID", noteId, "VOIDED");
    }

    /// A repetition sees by the note's own list of allocations whether that was done before.
    @Override
    public SyncResult setOff(Attempt attempt, BookSetOff setOff) {
        var refusal = TwoDecimals.refusal("Xero", setOff.amount());
        if (refusal.isPresent()) return refusal.get();
        if (attempt.isRepeat()) {
            var reply = line.get(api.resolve("CreditNotes/" + setOff.noteId()));
            if (!(reply instanceof Reply.Ok(var read))) return failed(reply);
            if (allocation(read, setOff.invoiceId()).isPresent()) return SyncResult.Done.of("");
        }
        var body = JsonNodeFactory.instance.objectNode();
        var allocation = body.putArray("Allocations").addObject();
        allocation.putObject("Invoice").put("InvoiceID", setOff.invoiceId());
        allocation
                .put("Amount", setOff.amount().major())
                .put("Date", setOff.on().toString());
        var uri = api.resolve("CreditNotes/" + setOff.noteId() + "/Allocations");
        var reply = line.send("PUT", uri, key(attempt.step("allocate")), body);
        return reply instanceof Reply.Ok ? SyncResult.Done.of("") : failed(reply);
    }

    @Override
    public SyncResult removeSetOff(Attempt attempt, String noteId, String invoiceId, String setOffId) {
        var reply = line.get(api.resolve("CreditNotes/" + noteId));
        if (!(reply instanceof Reply.Ok(var read))) return failed(reply);
        var allocation = allocation(read, invoiceId);
        if (allocation.isEmpty()) return SyncResult.Done.of(noteId);
        var id = allocation.get().path("AllocationID").asText();
        if (!isId(id)) return new SyncResult.Refused("Xero does not say what to remove from credit note " + noteId);
        var removed = line.delete(api.resolve("CreditNotes/" + noteId + "/Allocations/" + id));
        return removed instanceof Reply.Ok ? SyncResult.Done.of(noteId) : failed(removed);
    }

    private static Optional<JsonNode> allocation(JsonNode read, String invoiceId) {
        return StreamSupport.stream(
                        read.path("CreditNotes").path(0).path("Allocations").spliterator(), false)
                .filter(one -> one.path("Invoice").path("InvoiceID").asText().equals(invoiceId))
                .findFirst();
    }

    @Override
    public SyncResult voidInvoice(Attempt attempt, String invoiceExternalId) {
        return end(attempt, "Invoices", "InvoiceID", invoiceExternalId, "VOIDED");
    }

    @Override
    public SyncResult removePayment(Attempt attempt, String paymentExternalId) {
        return end(attempt, "Payments", "PaymentID", paymentExternalId, "DELETED");
    }

    private SyncResult end(Attempt attempt, String type, String idField, String id, String status) {
        if (!isId(id)) return new SyncResult.Refused("not an id of Xero");
        var uri = api.resolve(type + "/" + id);
        var current = line.get(uri);
        if (!(current instanceof Reply.Ok(var read))) return failed(current);
        if (ENDED.contains(read.path(type).path(0).path("Status").asText())) return SyncResult.Done.of(id);
        var body = JsonNodeFactory.instance.objectNode().put(idField, id).put("Status", status);
        var reply = line.send("POST", uri, key(attempt.step("void")), body);
        return reply instanceof Reply.Ok ? SyncResult.Done.of(id) : failed(reply);
    }

    private SyncResult create(String type, String idField, String key, ObjectNode body, Optional<Money> total) {
        var reply = line.send("PUT", api.resolve(type), key(key), body);
        if (!(reply instanceof Reply.Ok(var answer))) return failed(reply);
        return done(answer.path(type).path(0), idField, total);
    }

    private static SyncResult done(JsonNode object, String idField, Optional<Money> total) {
        var id = object.path(idField).asText("");
        if (!isId(id)) return new SyncResult.Retry(SOON, "Xero did not say what it made");
        return SyncResult.Done.of(id, "Xero", object.path("Total"), total);
    }

    /// Empty when there is none, or when it was deleted there; a failure to look is a result too, because writing
    /// blindly would double.
    private Optional<SyncResult> find(String type, String idField, String field, String value) {
        if (value.contains("\"") || value.contains("\\")) return Optional.empty(); // cannot be asked for
        var where = URLEncoder.encode("%s==\"%s\"".formatted(field, value), UTF_8);
        var reply = line.get(api.resolve(type + "?where=" + where + "&page=1"));
        if (!(reply instanceof Reply.Ok(var answer))) return Optional.of(failed(reply));
        for (var object : answer.path(type)) {
            if (!ENDED.contains(object.path("Status").asText())) {
                return Optional.of(done(object, idField, Optional.empty()));
            }
        }
        return Optional.empty();
    }

    private void fill(ObjectNode document, String contactId, LocalDate on, List<BookLine> lines) {
        document.putObject("Contact").put("ContactID", contactId);
        document.put("Date", on.toString()).put("LineAmountTypes", "Exclusive").put("Status", "AUTHORISED");
        var array = document.putArray("LineItems");
        for (var each : lines) {
            var item = array.addObject();
            item.put("Description", cut(each.description(), DESCRIPTION_LENGTH_MAX));
            item.put("Quantity", BigDecimal.ONE).put("UnitAmount", each.net().major());
            item.put("LineAmount", each.net().major())
                    .put("TaxAmount", each.tax().major());
            item.put("AccountCode", mapping.sales()).put("TaxType", mapping.taxCode(each));
        }
    }

    private static Map<String, String> key(String key) {
        return Map.of("Idempotency-Key", key);
    }

    private static SyncResult failed(Reply reply) {
        if (reply instanceof Reply.Not(var pushed)) return pushed;
        throw new IllegalStateException("not a failure");
    }

    private static String complaint(JsonNode body) {
        var details = StreamSupport.stream(body.path("Elements").spliterator(), false)
                .flatMap(element ->
                        StreamSupport.stream(element.path("ValidationErrors").spliterator(), false))
                .map(error -> error.path("Message").asText())
                .collect(Collectors.joining("; "));
        return details.isEmpty()
                ? body.path("Message").asText(body.path("Detail").asText())
                : details;
    }

    private static boolean isId(String id) {
        return id.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }
}
