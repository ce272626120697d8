package dev.brickwork.app;

import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.integrations.accounting.BooksDouble;
import dev.brickwork.integrations.accounting.XeroBrain;
import dev.brickwork.support.Await;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/// Compares the external accounting books of a [LifeStory] with the journal.
record LifeOutside(XeroBrain books, Tenant seller) {

    /// The amounts that differ after everything was synced, one message each.
    List<String> wrong() {
        carry();
        var wrong = new ArrayList<String>();
        var owed = owedHere();
        owed.forEach((company, amount) -> expect(wrong, "owed by " + company, amount, books.owedBy(company)));
        expect(wrong, "owed", balance("RECEIVABLE"), sum(owed));
        expect(wrong, "tax", balance("TAX").negate(), books.tax());
        var credit = balance("CUSTOMER_CREDIT").negate();
        if (books.free().compareTo(credit.add(spentByHand()).add(takenBackByRefunds())) > 0)
            wrong.add("credit of %s there, and of %s here".formatted(books.free(), credit));
        return wrong;
    }

    /// An invoice by hand may go to another company than the one that the credit lies with, whose note stays open.
    private BigDecimal spentByHand() {
        long spent = 0;
        for (var invoice : seller.get("/invoices?limit=1000").is(200).json().path("results"))
            if (invoice.path("subscription_id").isNull())
                spent += invoice.path("credited_total").asLong();
        return BigDecimal.valueOf(spent, 2);
    }

    /// A refund of an overpayment that was spent meanwhile takes other credit of the customer, whose note stays open.
    private BigDecimal takenBackByRefunds() {
        long taken = 0;
        for (var customer : seller.get("/customers?limit=1000").is(200).json().path("results")) {
            var credits = "/customers/%s/credits?limit=1000"
                    .formatted(customer.path("customer_id").asText());
            for (var entry : seller.get(credits).is(200).json().path("results"))
                if (entry.path("type").asText().equals("REFUND"))
                    taken += Math.max(0, -entry.path("amount").asLong());
        }
        return BigDecimal.valueOf(taken, 2);
    }

    private static void expect(List<String> wrong, String what, BigDecimal here, BigDecimal there) {
        if (here.compareTo(there) != 0) wrong.add("%s: %s there, and %s here".formatted(what, there, here));
    }

    private static BigDecimal sum(Map<String, BigDecimal> amounts) {
        return amounts.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private Map<String, BigDecimal> owedHere() {
        var owed = new TreeMap<String, BigDecimal>();
        for (var invoice : seller.get("/invoices?limit=1000").is(200).json().path("results")) {
            boolean counts = !invoice.path("issued_at").isNull()
                    && !invoice.path("status").asText().equals("VOIDED");
            var amount = counts ? invoice.path("remaining_amount").asLong() : 0;
            owed.merge(invoice.path("billed_company_id").asText(), BigDecimal.valueOf(amount, 2), BigDecimal::add);
        }
        return owed;
    }

    private BigDecimal balance(String account) {
        return StreamSupport.stream(
                        seller.get("/journal/balances")
                                .is(200)
                                .json()
                                .path("balances")
                                .spliterator(),
                        false)
                .filter(one -> one.path("account").asText().equals(account))
                .map(one -> BigDecimal.valueOf(one.path("balance").asLong(), 2))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private void carry() {
        try {
            seller.house().wiring().pump().finish(List.of("accounting"));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
        Await.until(
                "all is carried over",
                () -> BooksDouble.waiting(seller).isEmpty(),
                () -> BooksDouble.waiting(seller).toString());
    }
}
