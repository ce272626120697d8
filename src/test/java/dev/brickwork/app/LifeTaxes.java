package dev.brickwork.app;

import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.support.Fraction;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// The taxes of a [LifeStory]: none, one rate or two, until a customer moves or a rate changes.
final class LifeTaxes {
    private static final BigDecimal SUPPORT_TAX = new BigDecimal("7.7"); // Percent, where it has a rate of its own.

    private final Tenant seller;
    private final Random random;
    private final Consumer<String> teller;
    private final boolean isTaxed;
    private final Fraction tax;
    private final boolean isMixed; // Taxed, and not all at one rate.
    private boolean hasMoved;

    LifeTaxes(LifeShop shop, Random random, Consumer<String> teller) {
        this.seller = shop.seller();
        this.random = random;
        this.teller = teller;
        isTaxed = random.nextBoolean();
        tax = isTaxed ? Fraction.of(new BigDecimal("1.19")) : Fraction.of(1);
        if (isTaxed) seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        isMixed = isTaxed && random.nextBoolean();
        if (isMixed) supportIsTaxedOtherwise(shop);
    }

    private void supportIsTaxedOtherwise(LifeShop shop) {
        seller.post("/tax-rates", """
                {"country": "DE", "percent": "%s", "name": "VAT", "category": "books"}
                """.formatted(SUPPORT_TAX)).is(200);
        seller.patch("/bricks/" + shop.id(LifeShop.SUPPORT), "{\"tax_category\": \"books\"}")
                .is(200);
        shop.publish();
        teller.accept("support is taxed at %s: %s".formatted(SUPPORT_TAX, shop));
    }

    /// One of the customers moves, or another rate holds from some day on.
    void change(List<String> customers, LocalDate today) {
        hasMoved = true;
        if (random.nextInt(3) == 0) {
            var day = today.plusDays(random.nextInt(60));
            var rate = one(List.of("16", "7.7", "0", "21.5"));
            teller.accept("tax of %s from %s".formatted(rate, day));
            seller.post("/tax-rates", """
                    {"country": "DE", "percent": "%s", "name": "VAT", "valid_from": "%s"}
                    """.formatted(rate, day)).is(200);
            return;
        }
        var taxId = one(List.of("null", "\"FR40303265045\"", "\"DE136695976\""));
        var country = one(List.of("DE", "FR", "US"));
        teller.accept("moved to %s as %s".formatted(country, taxId));
        seller.patch("/customers/" + one(customers), """
                {"tax_id": %s, "address": {"line_1": "a", "city": "b", "zip": "10115", "country": "%s"}}
                """.formatted(taxId, country))
                .is(200);
    }

    Fraction on(Fraction net) {
        return net.times(tax);
    }

    /// @param support what of it is for support
    Fraction on(Fraction net, Fraction support) {
        if (!isMixed) return on(net);
        var rate = Fraction.of(1).plus(Fraction.of(SUPPORT_TAX).over(Fraction.of(100)));
        return on(net).minus(support.times(tax.minus(rate)));
    }

    boolean isTaxed() {
        return isTaxed;
    }

    /// Whether invoices have more than one rate of tax.
    boolean isMixed() {
        return isMixed;
    }

    /// Whether a customer has moved to where another tax is due, or another rate holds.
    boolean hasChanged() {
        return isTaxed && hasMoved;
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
