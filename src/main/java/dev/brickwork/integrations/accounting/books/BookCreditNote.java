package dev.brickwork.integrations.accounting.books;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.time.LocalDate;
import java.util.List;

/// Money owed back. Amounts are positive.
public record BookCreditNote(
        String number, String customerId, LocalDate issuedOn, Currency currency, List<BookLine> lines) {
    public BookCreditNote {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) throw new IllegalArgumentException("a credit note has lines");
    }

    Money tax() {
        return lines.stream().map(BookLine::tax).reduce(Money.zero(currency), Money::plus);
    }

    Money total() {
        return lines.stream().map(BookLine::net).reduce(tax(), Money::plus);
    }
}
