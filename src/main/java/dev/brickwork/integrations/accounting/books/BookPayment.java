package dev.brickwork.integrations.accounting.books;

import dev.brickwork.pricing.money.Money;
import java.time.LocalDate;
import java.util.UUID;

/// Money received on an invoice. Both ids are external but `paymentId`, by which it is found again.
public record BookPayment(
        UUID paymentId, String customerId, String invoiceId, String invoiceNumber, LocalDate paidOn, Money amount) {
    /// Short enough for every reference field; the end of an id is its random part.
    String reference() {
        return paymentId.toString().replace("-", "").substring(12);
    }
}
