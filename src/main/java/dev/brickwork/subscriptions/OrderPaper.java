package dev.brickwork.subscriptions;

import dev.brickwork.kernel.Caller;
import org.jdbi.v3.core.Handle;

/// Prints the order form: terms, lines, schedule, parties, signature block (port; `documents` keeps it).
@FunctionalInterface
public interface OrderPaper {
    byte[] print(Handle tx, Caller caller, OrderForm form);
}
