package dev.brickwork.accounting;

import dev.brickwork.kernel.money.Currency;
import java.util.Optional;
import java.util.UUID;

/// A company as outside books should know it.
record BookCustomer(UUID companyId, String name, Optional<String> email, Currency currency) {}
