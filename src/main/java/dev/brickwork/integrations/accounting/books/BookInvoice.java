package dev.brickwork.integrations.accounting.books;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// An issued invoice for outside books. `customerId` is the external one.
public record BookInvoice(
        String number,
        String customerId,
        LocalDate issuedOn,
        LocalDate dueOn,
        Currency currency,
        List<BookLine> lines,
        Optional<String> memo) {
    public BookInvoice {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) throw new IllegalArgumentException("an invoice has lines");
    }

    Money tax() {
        return lines.stream().map(BookLine::tax).reduce(Money.zero(currency), Money::plus);
    }

    Money total() {
        return lines.stream().map(BookLine::net).reduce(tax(), Money::plus);
    }
}
