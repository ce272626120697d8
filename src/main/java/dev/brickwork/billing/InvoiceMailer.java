package dev.brickwork.billing;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Tx;
import java.util.UUID;

/// Mails an invoice and waits until the mail server has taken it.
public interface InvoiceMailer {
    /// Refuses what could not be mailed now, before anything is done that would have to be told.
    void requireMailable(Tx tx, InvoiceId invoice);

    /// Result of sending a mail: sent, not yet, or not at all, since the mail server refused it for good or its
    /// retries were exhausted.
    enum SendResult {
        SENT,
        WAITING,
        REFUSED
    }

    /// Sends once for one cause, however often it is called. Outside any transaction.
    ///
    /// @param cause the regeneration, or another reason to send
    SendResult send(Caller caller, InvoiceId invoice, UUID cause);
}
