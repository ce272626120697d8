package dev.brickwork.integrations.accounting.books;

import dev.brickwork.pricing.money.Money;

/// A line as outside books should show it: what for, net, tax. Quantity and price stay in our words, because tiers,
/// discounts and proration do not multiply to the cent, and both services refuse a line that does not.
public record BookLine(String description, Money net, Money tax) {
    public BookLine {
        if (net.currency() != tax.currency()) throw new IllegalArgumentException("one line, one currency");
    }

    public BookLine negated() {
        return new BookLine(
                description, new Money(-net.minor(), net.currency()), new Money(-tax.minor(), tax.currency()));
    }

    public Money total() {
        return net.plus(tax);
    }
}
