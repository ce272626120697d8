package dev.brickwork.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.payments.processor.SandboxScript;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// Random actions of payers with saved methods while a [LifeStory] goes on, and of the clerk on invoice details:
/// none of them changes what the story costs.
final class LifeTill {
    private static final int DUE_MAX = 60; // Days that a due date is put off.

    private final Tenant seller;
    private final Random random;
    private final LifeBooks books;
    private final Consumer<String> teller;

    LifeTill(LifeBooks books, Random random, Consumer<String> teller) {
        this.seller = books.seller();
        this.books = books;
        this.random = random;
        this.teller = teller;
    }

    void happens(String subscription, LocalDate today) {
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> getsMethod();
            case 3 -> losesMethod();
            case 4 -> turnsAutoPay(subscription);
            case 5, 6 -> charges();
            default -> changesInvoice(today);
        }
    }

    /// Every company that may be billed has a method of its own, and whatever the sandbox does with it.
    private void getsMethod() {
        var company = one(books.customers());
        var method = one(List.of(SandboxScript.values())).methodId();
        teller.accept("%s for %s".formatted(method, company));
        var till = new PaymentsFixture(seller);
        till.give(company, method);
        if (random.nextInt(4) > 0) till.choose(company, method);
    }

    private void losesMethod() {
        var company = one(books.customers());
        var path = "/customers/%s/payment-methods".formatted(company);
        var all = seller.get(path).is(200).json();
        if (all.isEmpty()) return;
        var method =
                all.path(random.nextInt(all.size())).path("payment_method_id").asText();
        teller.accept("%s taken from %s".formatted(method, company));
        seller.delete("%s/%s".formatted(path, method)).is(200);
    }

    private void turnsAutoPay(String subscription) {
        boolean isOn = random.nextInt(4) > 0;
        boolean isRetrying = random.nextInt(4) > 0;
        teller.accept("auto-pay %b, retries %b".formatted(isOn, isRetrying));
        seller.put("/subscriptions/%s/auto-pay".formatted(subscription), """
            {"auto_pay_invoices": %b, "automatic_retries": %b}
            """.formatted(isOn, isRetrying))
                .is(200);
    }

    private void charges() {
        var issued = books.issued();
        if (issued.isEmpty()) return;
        var invoice = one(issued);
        var answer =
                seller.post("/invoices/%s/pay".formatted(id(invoice)), "{}").isNoFailure();
        teller.accept("invoice of %s charged: %d".formatted(invoice.path("bill_at"), answer.status()));
    }

    private void changesInvoice(LocalDate today) {
        var standing = books.standing();
        if (standing.isEmpty()) return;
        var invoice = one(standing);
        var change = switch (random.nextInt(3)) {
            case 0 -> "\"collection_paused\": %b".formatted(random.nextInt(3) == 0);
            case 1 -> "\"memo\": \"By phone\", \"purchase_order\": {\"code\": \"PO-7\"}";
            default -> "\"due_at\": \"%s\"".formatted(today.plusDays(random.nextInt(DUE_MAX)));
        };
        var answer = seller.patch("/invoices/" + id(invoice), "{%s}".formatted(change))
                .isNoFailure();
        teller.accept("invoice of %s: %s: %d".formatted(invoice.path("bill_at"), change, answer.status()));
    }

    /// The differences between payments here and at the processor once none is under way, one message each.
    List<String> wrong() {
        var wrong = new ArrayList<String>();
        long taken = 0;
        for (var invoice : books.invoices()) {
            for (var payment : invoice.path("payments")) {
                if (payment.path("state").asText().equals("PROCESSING")) wrong.add("under way: " + payment);
                boolean isByHand = payment.path("payment_method").asText().equals("WIRE");
                if (!isByHand) taken += payment.path("paid_amount").asLong();
            }
        }
        taken -= books.returnedByProcessor();
        long there = new PaymentsFixture(seller).takenBySandbox();
        if (taken != there) wrong.add("the sandbox took %d, and %d came here".formatted(there, taken));
        return wrong;
    }

    private static String id(JsonNode invoice) {
        return invoice.path("invoice_id").asText();
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
