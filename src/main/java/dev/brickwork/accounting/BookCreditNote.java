package dev.brickwork.accounting;

import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.money.Money;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// Money owed back. Amounts are positive; `invoiceId` is the external invoice that it is set off against.
record BookCreditNote(
        String number,
        String customerId,
        LocalDate issuedOn,
        Currency currency,
        List<BookLine> lines,
        Optional<String> invoiceId) {
    BookCreditNote {
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
