package dev.brickwork.web.portal;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;
import java.util.Locale;

/// Mails a code to whom the mails about an invoice go (port; `mail` keeps it). The mail is stored with the
/// transaction and sent after it.
@FunctionalInterface
public interface MailedCodes {
    /// False when no recipient is known.
    boolean send(SqlSession tx, SellerId seller, InvoiceId invoice, Letter letter);

    /// The content of the mail.
    ///
    /// @param what the code is for, such as the number of an invoice
    record Letter(Locale locale, String what, String code, int minutes) {}
}
