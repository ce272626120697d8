package dev.brickwork.integrations.accounting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.integrations.accounting.BooksDouble.Answer;
import dev.brickwork.integrations.accounting.BooksDouble.Request;
import dev.brickwork.integrations.accounting.books.JsonCalls;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// A small QuickBooks: keeps what it is sent by id, a customer in one currency, and knows what payments and credit
/// leave open of an invoice.
final class QuickBooksBrain implements BooksDouble.Brain {
    private static final Pattern QUERY = Pattern.compile("select \\* from (\\w+) where (\\w+) = '(.*)' maxresults 100");
    private static final Map<String, String> TYPES =
            Map.of("customer", "Customer", "invoice", "Invoice", "payment", "Payment", "creditmemo", "CreditMemo");

    private final Map<String, ObjectNode> kept = new LinkedHashMap<>();

    @Override
    public synchronized Answer answer(Request request) {
        var parts = request.path().split("/", -1);
        if (parts[4].equals("query")) return found(request.query().getOrDefault("query", ""));
        var type = Objects.requireNonNull(TYPES.get(parts[4]));
        if (request.method().equals("GET")) return one(type, Objects.requireNonNull(kept.get(parts[5])));
        var sent = ((ObjectNode) request.body()).deepCopy();
        if (request.query().containsKey("operation")) {
            var object = Objects.requireNonNull(kept.get(sent.path("Id").asText()));
            object.put("PrivateNote", "Voided");
            return one(type, object);
        }
        var customer = kept.get(sent.path("CustomerRef").path("value").asText());
        if (customer != null && !customer.path("CurrencyRef").equals(sent.path("CurrencyRef"))) {
            return new Answer(400, """
                    {"Fault": {"Error": [{"Message": "Business Validation Error",
                                          "Detail": "the customer has another currency", "code": "6000"}]}}""");
        }
        var id = String.valueOf(1001 + kept.size());
        sent.put("Id", id).put("SyncToken", "0").put("type", type);
        kept.put(id, sent);
        return one(type, sent);
    }

    private Answer found(String query) {
        var match = QUERY.matcher(query);
        if (!match.matches()) return new Answer(400, "{}");
        var body = JsonCalls.JSON.createObjectNode();
        var list = body.putObject("QueryResponse").putArray(match.group(1));
        kept.values().stream()
                .filter(one -> one.path("type").asText().equals(match.group(1)))
                .filter(one -> one.path(match.group(2)).asText().equals(match.group(3)))
                .forEach(list::add);
        return new Answer(200, body.toString());
    }

    private static Answer one(String type, ObjectNode object) {
        var body = JsonCalls.JSON.createObjectNode();
        body.set(type, object);
        return new Answer(200, body.toString());
    }

    /// The name of an invoice's customer.
    synchronized String customerOf(String invoice) {
        var customer =
                Objects.requireNonNull(kept.get(invoice)).path("CustomerRef").path("value");
        return Objects.requireNonNull(kept.get(customer.asText()))
                .path("DisplayName")
                .asText();
    }

    /// The numbers of all credit memos of a customer.
    synchronized List<String> notesOf(String name) {
        return kept.values().stream()
                .filter(one -> one.path("type").asText().equals("CreditMemo"))
                .filter(one -> customerOf(one.path("Id").asText()).equals(name))
                .map(one -> one.path("DocNumber").asText())
                .toList();
    }

    synchronized boolean isVoid(String id) {
        return Objects.requireNonNull(kept.get(id)).path("PrivateNote").asText().startsWith("Voided");
    }

    /// The unpaid rest of an invoice after all payments on it that are not void.
    synchronized BigDecimal open(String invoice) {
        var left = BigDecimal.ZERO;
        for (var line : Objects.requireNonNull(kept.get(invoice)).path("Line")) {
            left = left.add(line.path("Amount").decimalValue());
        }
        for (var payment : kept.values()) {
            boolean counts = payment.path("type").asText().equals("Payment")
                    && !isVoid(payment.path("Id").asText());
            for (var line : payment.path("Line")) {
                var linked = line.path("LinkedTxn").path(0);
                if (counts && linked.path("TxnId").asText().equals(invoice)) {
                    left = left.subtract(line.path("Amount").decimalValue());
                }
            }
        }
        return left;
    }
}
