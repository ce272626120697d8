package dev.brickwork.accounting.books;

import dev.brickwork.kernel.money.Currency;
import java.util.UUID;

/// A company as outside books should know it.
public record BookCustomer(UUID companyId, String name, Currency currency) {}
