package dev.brickwork.invoices;

import dev.brickwork.kernel.SellerId;
import org.jdbi.v3.core.Handle;

/// Whether a payment-processor account that can take payments is connected; without one no invoice has a
/// `payment_url` (API 2.1).
@FunctionalInterface
public interface OnlinePayment {
    boolean isOffered(Handle tx, SellerId seller);
}
