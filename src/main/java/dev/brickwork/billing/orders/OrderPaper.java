package dev.brickwork.billing.orders;

import dev.brickwork.platform.database.Tx;

/// Prints the order form: terms, lines, schedule, parties, signature block (port; `documents` keeps it).
@FunctionalInterface
public interface OrderPaper {
    /// A form with all that is printed on it.
    @FunctionalInterface
    interface Composed {
        /// May take long, so that no connection should be held meanwhile.
        byte[] print();
    }

    /// Reads what the form still lacks.
    Composed compose(Tx tx, OrderForm form);
}
