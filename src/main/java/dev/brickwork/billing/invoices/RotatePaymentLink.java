package dev.brickwork.billing.invoices;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.HistoryStore;
import dev.brickwork.invoicing.issued.InvoiceStore;
import dev.brickwork.invoicing.issued.PayLinks;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import java.util.Optional;

/// Gives an invoice another payment link, because the old one has leaked: from then on the old one is as unknown as
/// one that never was. Mails that were sent keep the old one.
public final class RotatePaymentLink {
    private final InvoiceStore invoices;
    private final HistoryStore history;
    private final PayLinks links;

    public RotatePaymentLink(InvoiceStore invoices, HistoryStore history, PayLinks links) {
        this.invoices = invoices;
        this.history = history;
        this.links = links;
    }

    /// Why not; empty when it may.
    static Optional<String> decide(LockedInvoice invoice) {
        if (!invoice.isIssued()) return Optional.of("the invoice is not issued and has no payment page");
        if (invoice.isVoided()) return Optional.of("the invoice is void");
        return Optional.empty();
    }

    public void run(Tx tx, InvoiceId id) {
        var locked = invoices.lock(tx, id).orElseThrow(() -> Refusal.notFound("invoice"));
        decide(locked).ifPresent(why -> {
            throw Refusal.badRequest(why);
        });
        invoices.savePaymentToken(tx, id, links.newToken());
        history.add(tx, id.value(), "PAYMENT_LINK_ROTATED", Optional.empty());
    }
}
