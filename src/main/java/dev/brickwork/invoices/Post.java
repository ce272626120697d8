package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import java.util.UUID;

/// Mails an invoice and waits until the mail server has taken it (API 4.7). Called outside any transaction.
@FunctionalInterface
public interface Post {
    /// Sends once for one cause, however often it is called.
    ///
    /// @param cause the regeneration, or another reason to send
    /// @return false when the mail could not be handed over now
    boolean send(Caller caller, InvoiceId invoice, UUID cause);
}
