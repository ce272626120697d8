package dev.brickwork.integrations.accounting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.integrations.accounting.BooksDouble.Answer;
import dev.brickwork.integrations.accounting.BooksDouble.Request;
import dev.brickwork.integrations.accounting.books.JsonCalls;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// A small Xero: keeps what it is sent by id, refuses a payment on what it does not know or what is void, and voids
/// nothing that still has payments or allocations.
public final class XeroBrain implements BooksDouble.Brain {
    private final Map<String, ObjectNode> kept = new LinkedHashMap<>();
    private final Map<String, List<JsonNode>> allocated = new LinkedHashMap<>();

    @Override
    public synchronized Answer answer(Request request) {
        if (request.path().equals("/connections")) {
            return new Answer(200, """
                    [{"tenantType": "ORGANISATION", "tenantId": "11111111-2222-3333-4444-555555555555",
                      "updatedDateUtc": "2025-05-01T08:00:00"},
                     {"tenantType": "ORGANISATION", "tenantId": "99999999-2222-3333-4444-555555555555",
                      "updatedDateUtc": "2024-05-01T08:00:00"}]
                    """);
        }
        var parts = request.path().substring("/api.xro/2.0/".length()).split("/", -1);
        var type = parts[0];
        if (request.method().equals("GET")) return found(type, parts, request);
        if (request.method().equals("DELETE")) {
            allocations(parts[1])
                    .removeIf(one -> one.path("AllocationID").asText().equals(parts[3]));
            return new Answer(200, "{\"Allocations\": []}");
        }
        var sent = request.body();
        if (request.method().equals("POST")) {
            var object = kept.get(parts[1]);
            if (object == null) return new Answer(404, "{}");
            if (isSetOff(parts[1])
                    || !allocations(parts[1]).isEmpty()
                    || !livePaymentsOf(object).isEmpty()) {
                return new Answer(400, "{\"Message\": \"has allocations or payments\"}");
            }
            object.put("Status", sent.path("Status").asText());
            return list(type, object);
        }
        if (parts.length > 1) {
            var allocation = ((ObjectNode) sent.path("Allocations").path(0)).deepCopy();
            allocation.put("AllocationID", UUID.randomUUID().toString());
            allocations(parts[1]).add(allocation);
            return new Answer(200, "{\"Allocations\": []}");
        }
        var object = ((ObjectNode) sent.path(type).path(0)).deepCopy();
        if (type.equals("Payments")) {
            var invoice = kept.get(object.path("Invoice").path("InvoiceID").asText());
            if (invoice == null || invoice.path("Status").asText().equals("VOIDED")) {
                return new Answer(400, "{\"Message\": \"no such invoice\"}");
            }
            if (object.path("Amount").decimalValue().compareTo(total(invoice).subtract(settled(invoice))) > 0) {
                return new Answer(400, "{\"Message\": \"exceeds the amount outstanding\"}");
            }
        }
        var id = UUID.randomUUID().toString();
        object.put(type.equals("Contacts") ? "ContactID" : type.substring(0, type.length() - 1) + "ID", id);
        object.put("type", type);
        kept.put(id, object);
        return list(type, object);
    }

    private List<JsonNode> allocations(String note) {
        return allocated.computeIfAbsent(note, _ -> new ArrayList<>());
    }

    private boolean isSetOff(String invoice) {
        return allocated.values().stream()
                .flatMap(List::stream)
                .anyMatch(one -> one.path("Invoice").path("InvoiceID").asText().equals(invoice));
    }

    private Answer found(String type, String[] parts, Request request) {
        if (parts.length > 1) {
            var object = kept.get(parts[1]);
            if (object == null) return new Answer(404, "{}");
            var read = object.deepCopy();
            read.putArray("Allocations").addAll(allocations(parts[1]));
            return list(type, read);
        }
        var wanted = request.query().getOrDefault("where", "").split("==\"|\"", -1);
        return list(type, kept(type, wanted[0], wanted[1]).toArray(ObjectNode[]::new));
    }

    private Answer list(String type, ObjectNode... objects) {
        var body = JsonCalls.JSON.createObjectNode();
        body.putArray(type).addAll(List.of(objects));
        return new Answer(200, body.toString());
    }

    synchronized List<ObjectNode> kept(String type, String field, String value) {
        return kept.values().stream()
                .filter(object -> object.path("type").asText().equals(type)
                        && object.path(field).asText().equals(value))
                .toList();
    }

    synchronized ObjectNode book(String id) {
        return Objects.requireNonNull(kept.get(id));
    }

    synchronized List<ObjectNode> paymentsOf(ObjectNode book) {
        return kept.values().stream()
                .filter(object -> object.path("type").asText().equals("Payments")
                        && object.path("Invoice").path("InvoiceID").equals(book.path("InvoiceID")))
                .toList();
    }

    List<ObjectNode> livePaymentsOf(ObjectNode book) {
        return paymentsOf(book).stream()
                .filter(one -> !one.path("Status").asText().equals("DELETED"))
                .toList();
    }

    /// The invoices that a note is set off against, with the amounts.
    synchronized List<String> setOff(String note) {
        return allocations(note).stream()
                .map(one -> one.path("Invoice").path("InvoiceID").asText() + " "
                        + one.path("Amount").decimalValue().stripTrailingZeros().toPlainString())
                .toList();
    }

    /// The balances of one customer in the books, as `owed free revenue tax`: unpaid invoices, unspent credit, and
    /// the remaining revenue and tax.
    synchronized String standing(String name) {
        var contact = kept("Contacts", "Name", name).getFirst().path("ContactID");
        var owed = BigDecimal.ZERO;
        var free = BigDecimal.ZERO;
        var revenue = BigDecimal.ZERO;
        var tax = BigDecimal.ZERO;
        for (var object : kept.values()) {
            boolean isNote = object.path("type").asText().equals("CreditNotes");
            boolean counts = object.path("Contact").path("ContactID").equals(contact)
                    && !object.path("Status").asText().equals("VOIDED");
            if (!counts) continue;
            var sign = isNote ? BigDecimal.ONE.negate() : BigDecimal.ONE;
            for (var line : object.path("LineItems")) {
                revenue = revenue.add(line.path("LineAmount").decimalValue().multiply(sign));
                tax = tax.add(line.path("TaxAmount").decimalValue().multiply(sign));
            }
            if (isNote) free = free.add(total(object).subtract(used(object)));
            else owed = owed.add(total(object).subtract(settled(object)));
        }
        return "%.2f %.2f %.2f %.2f".formatted(owed, free, revenue, tax);
    }

    /// The amount that one of our companies owes in the books.
    public synchronized BigDecimal owedBy(String company) {
        var contacts = kept("Contacts", "ContactNumber", company);
        if (contacts.isEmpty()) return BigDecimal.ZERO;
        return counting("Invoices").stream()
                .filter(one -> one.path("Contact")
                        .path("ContactID")
                        .equals(contacts.getFirst().path("ContactID")))
                .map(invoice -> total(invoice).subtract(settled(invoice)))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /// The credit that no invoice has used up.
    public synchronized BigDecimal free() {
        return counting("CreditNotes").stream()
                .map(note -> total(note).subtract(used(note)))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    public synchronized BigDecimal tax() {
        return tax("Invoices").subtract(tax("CreditNotes"));
    }

    private BigDecimal tax(String type) {
        var tax = BigDecimal.ZERO;
        for (var object : counting(type)) {
            for (var line : object.path("LineItems"))
                tax = tax.add(line.path("TaxAmount").decimalValue());
        }
        return tax;
    }

    private List<ObjectNode> counting(String type) {
        return kept.values().stream()
                .filter(object -> object.path("type").asText().equals(type)
                        && !object.path("Status").asText().equals("VOIDED"))
                .toList();
    }

    private static BigDecimal total(ObjectNode object) {
        var total = BigDecimal.ZERO;
        for (var line : object.path("LineItems")) {
            total = total.add(line.path("LineAmount").decimalValue())
                    .add(line.path("TaxAmount").decimalValue());
        }
        return total;
    }

    private BigDecimal used(ObjectNode note) {
        return sum(allocations(note.path("CreditNoteID").asText()));
    }

    private BigDecimal settled(ObjectNode invoice) {
        var id = invoice.path("InvoiceID").asText();
        return sum(livePaymentsOf(invoice))
                .add(sum(allocated.values().stream()
                        .flatMap(List::stream)
                        .filter(one ->
                                one.path("Invoice").path("InvoiceID").asText().equals(id))
                        .toList()));
    }

    private static BigDecimal sum(List<? extends JsonNode> amounts) {
        return amounts.stream().map(one -> one.path("Amount").decimalValue()).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
