package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.platform.database.Tx;

/// Personal data of a customer in later modules: addresses that invoices are sent to, and messages sent there
/// (port).
@FunctionalInterface
public interface PersonalTraces {
    /// Blanks all of it that the law does not make the seller keep.
    void forget(Tx tx, CustomerId customer);
}
