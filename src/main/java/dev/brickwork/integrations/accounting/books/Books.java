package dev.brickwork.integrations.accounting.books;

/// One company's books at an accounting service. Two are real: QuickBooks Online and Xero.
///
/// Every push is safe to repeat: the service's own idempotency key covers the minutes after it, and a repetition
/// looks for the document first, because those keys are forgotten sooner than we give up.
public interface Books {
    enum Kind {
        QUICKBOOKS,
        XERO
    }

    /// Whether a customer over there has one currency for ever.
    default boolean hasOneCurrencyPerCustomer() {
        return false;
    }

    /// Finds the company, or makes it. The external id is what documents refer to.
    SyncResult customer(Attempt attempt, BookCustomer customer);

    SyncResult invoice(Attempt attempt, BookInvoice invoice);

    /// The invoice of that number, if there is one that counts; without, the external id is empty.
    SyncResult invoiceCalled(String number);

    SyncResult payment(Attempt attempt, BookPayment payment);

    SyncResult creditNote(Attempt attempt, BookCreditNote note);

    /// A note that is set off against nothing counts no more. Ending what has ended is done.
    SyncResult endCreditNote(Attempt attempt, String noteId);

    /// The external id is what the service calls the set-off, or empty where it has no name.
    SyncResult setOff(Attempt attempt, BookSetOff setOff);

    /// The note is open again. Removing what is not there is done.
    SyncResult removeSetOff(Attempt attempt, String noteId, String invoiceId, String setOffId);

    /// Voiding what is void already is done.
    SyncResult voidInvoice(Attempt attempt, String invoiceExternalId);

    /// Takes a payment back out, after a refund or a payment booked by mistake.
    SyncResult removePayment(Attempt attempt, String paymentExternalId);
}
