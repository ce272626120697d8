package dev.brickwork.customers;

import dev.brickwork.kernel.Caller;
import org.jdbi.v3.core.Handle;

/// What rooms to the right keep about somebody at a customer: addresses that bills go to, and messages that went
/// there.
@FunctionalInterface
public interface PersonalTraces {
    /// Blanks all of it that the law does not make the seller keep.
    void forget(Handle tx, Caller caller, CustomerId customer);
}
