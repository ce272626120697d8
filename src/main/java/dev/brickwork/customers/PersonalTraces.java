package dev.brickwork.customers;

import dev.brickwork.platform.database.Tx;

/// What rooms to the right keep about somebody at a customer: addresses that bills go to, and messages that went
/// there.
@FunctionalInterface
public interface PersonalTraces {
    /// Blanks all of it that the law does not make the seller keep.
    void forget(Tx tx, CustomerId customer);
}
