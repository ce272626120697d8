package dev.brickwork.delivery.mail;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;
import java.util.Optional;
import java.util.function.Function;

/// Where the invoices of a seller can be paid online.
@FunctionalInterface
public interface PayLinks {
    /// Returns the function from an invoice's token to its payment page; empty when it cannot be paid online.
    Function<String, Optional<String>> of(SqlSession tx, SellerId seller);
}
