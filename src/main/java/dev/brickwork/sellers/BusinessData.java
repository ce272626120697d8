package dev.brickwork.sellers;

import dev.brickwork.kernel.SellerId;
import org.jdbi.v3.core.Handle;

/// Tells whether a seller already has subscriptions, invoices or usage. Declared here for the test clock, whose
/// time may be set freely only before that; kept by whoever wires the rooms together.
@FunctionalInterface
public interface BusinessData {
    boolean exists(Handle tx, SellerId seller);
}
