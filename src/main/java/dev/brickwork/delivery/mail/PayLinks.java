package dev.brickwork.delivery.mail;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;
import java.util.Optional;
import java.util.function.Function;

/// Where the invoices of a seller can be paid online.
@FunctionalInterface
public interface PayLinks {
    /// Gives the address for an invoice's token; none when nobody can pay this seller online.
    Function<String, Optional<String>> of(SqlSession tx, SellerId seller);
}
