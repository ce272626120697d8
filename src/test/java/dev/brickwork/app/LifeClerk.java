package dev.brickwork.app;

import dev.brickwork.app.TestServer.Tenant;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// Random actions of the clerk on invoices while a [LifeStory] goes on, and their effect on what its customers owe.
final class LifeClerk {
    private static final long ANY = 1_000_000_000_000L; // Of an amount that no life comes to.

    private final Tenant seller;
    private final LifeBooks books;
    private final Random random;
    private final int diligence;
    private final Consumer<String> teller;
    private long given;
    private long givenAbroad;
    private long waived;
    private long forfeited;

    /// @param diligence percent of the invoices that are paid at once
    LifeClerk(LifeBooks books, Random random, int diligence, Consumer<String> teller) {
        this.seller = books.seller();
        this.books = books;
        this.random = random;
        this.diligence = diligence;
        this.teller = teller;
    }

    /// Money that comes early, comes twice, goes back or is given.
    void happens() {
        var standing = books.standing();
        if (standing.isEmpty()) return;
        var invoice = one(standing);
        var path = "/invoices/" + invoice.path("invoice_id").asText();
        int amount = 1 + random.nextInt(60_000);
        switch (random.nextInt(5)) {
            case 4 -> {
                if (seller.post(path + "/void", "{}").isNoFailure().status() != 200) return;
                teller.accept("voided: %s".formatted(invoice.path("bill_at")));
                boolean isIssued = !invoice.path("issued_at").isNull();
                long billed = invoice.path("sub_total").asLong()
                        - invoice.path("discount_total").asLong()
                        + invoice.path("tax_total").asLong(); // What a recast's credit paid, too.
                waived += isIssued ? Math.max(0, billed) : ANY; // I-07: usage to come, too.
                forfeited += Math.max(0, -billed);
            }
            case 0 -> {
                boolean isAbroad = random.nextInt(4) == 0;
                teller.accept("%d given, abroad %b".formatted(amount, isAbroad));
                seller.post("/customers/%s/credits".formatted(one(books.customers())), """
                    {"amount": %d, "currency": "%s", "reason": "goodwill"}
                    """.formatted(
                                        amount, isAbroad ? LifeShop.ABROAD : LifeShop.CURRENCY))
                        .is(200);
                if (isAbroad) givenAbroad += amount;
                else given += amount;
            }
            case 1 ->
                teller.accept("credit applied %d"
                        .formatted(seller.post(path + "/apply-credit", "{}")
                                .isNoFailure()
                                .status()));
            case 2 -> {
                for (var payment : invoice.path("payments"))
                    refund(
                            payment.path("payment_id").asText(),
                            payment.path("paid_amount").asLong());
            }
            default -> {
                teller.accept("%d paid on invoice of %s".formatted(amount, invoice.path("bill_at")));
                seller.post(path + "/payments", "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(amount))
                        .is(200);
            }
        }
    }

    void regenerates() {
        var issued = books.issued();
        if (issued.isEmpty()) return;
        var id = one(issued).path("invoice_id").asText();
        teller.accept("invoice %s regenerated".formatted(id));
        seller.post("/invoices/%s/regenerate".formatted(id), """
            {"send_invoice": %b, "should_use_current_address": %b}
            """.formatted(random.nextBoolean(), random.nextBoolean()))
                .isNoFailure();
    }

    private void refund(String payment, long paid) {
        if (paid == 0) return;
        boolean isMoney = random.nextBoolean();
        long amount = random.nextBoolean() ? paid : 1 + random.nextLong(paid);
        var answer = seller.post("/payments/%s/refund".formatted(payment), """
            {"refund_method": "%s", "amount": %d}
            """.formatted(
                                isMoney ? "ORIGINAL_PAYMENT_METHOD" : "ACCOUNT_CREDIT", amount))
                .isNoFailure();
        teller.accept("refund of %d, money %b: %d".formatted(amount, isMoney, answer.status()));
    }

    /// Pays some open invoices, in whole or in part.
    void isPaid() {
        for (var invoice : books.issued()) {
            long open = invoice.path("remaining_amount").asLong();
            if (open == 0 || random.nextInt(100) >= diligence) continue;
            long amount = random.nextInt(4) == 0 ? 1 + random.nextLong(open) : open;
            seller.post(
                            "/invoices/%s/payments"
                                    .formatted(invoice.path("invoice_id").asText()),
                            "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(amount))
                    .is(200);
        }
    }

    void gives(long amount) {
        given += amount;
    }

    /// The amount that another system has billed is unknown here, so any amount may be missing.
    void waivesAll() {
        waived += ANY;
    }

    long given() {
        return given;
    }

    /// In another currency.
    long givenAbroad() {
        return givenAbroad;
    }

    /// The most that voided invoices may have waived: their used part is not owed any more.
    long waived() {
        return waived;
    }

    /// The credit that voided invoices gave, because they came to less than nothing (rule M-08).
    long forfeited() {
        return forfeited;
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
