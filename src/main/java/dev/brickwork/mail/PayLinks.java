package dev.brickwork.mail;

import dev.brickwork.kernel.SellerId;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/// Where the invoices of a seller can be paid online.
@FunctionalInterface
public interface PayLinks {
    /// Gives the address for an invoice's token; none when nobody can pay this seller online.
    Function<String, Optional<String>> of(Handle tx, SellerId seller);
}
