package dev.brickwork.integrations.accounting.books;

import dev.brickwork.pricing.money.Money;
import java.time.LocalDate;

/// A part of a credit note that pays a part of an invoice. All ids are external.
public record BookSetOff(String noteId, String invoiceId, String customerId, Money amount, LocalDate on) {}
