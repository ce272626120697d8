package dev.brickwork.integrations.accounting.books;

import dev.brickwork.pricing.money.Currency;
import java.util.UUID;

/// A company as outside books should know it.
public record BookCustomer(UUID companyId, String name, Currency currency) {}
