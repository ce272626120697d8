package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Mails an invoice and waits until the mail server has taken it (API 4.7).
public interface Post {
    /// Refuses what could not be mailed now, before anything is done that would have to be told.
    void requireMailable(Handle tx, Caller caller, InvoiceId invoice);

    /// Sends once for one cause, however often it is called. Outside any transaction.
    ///
    /// @param cause the regeneration, or another reason to send
    /// @return false when the mail could not be handed over now
    boolean send(Caller caller, InvoiceId invoice, UUID cause);
}
