package dev.brickwork.invoicing.issued;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.Received;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonWriter;
import java.time.Instant;
import java.util.Optional;

/// Reads, locks and moves invoices, for payments and for what prints and shows them.
public final class Invoices {
    private final InvoiceView view;
    private final InvoiceStore store = new InvoiceStore();
    private final HistoryStore history = new HistoryStore();
    private final PdfStore pdfs = new PdfStore();
    private final InvoiceBalance money = new InvoiceBalance(store);

    public Invoices(InvoiceView view) {
        this.view = view;
    }

    /// Stores a version as it was printed; one that is there already stays.
    public void keepPdf(Tx tx, InvoiceId id, int version, byte[] pdf) {
        pdfs.keep(tx, id, version, pdf);
    }

    /// Stores a version anew, with the stamp of its void.
    public void replacePdf(Tx tx, InvoiceId id, int version, byte[] pdf) {
        pdfs.replace(tx, id, version, pdf);
    }

    public Optional<Invoice> find(Tx tx, InvoiceId id) {
        return view.find(tx, id);
    }

    /// An invoice as the wire shows it, for events that tell of more than the invoice.
    public void write(JsonWriter json, Invoice invoice, Instant now) {
        InvoiceJson.fields(json, invoice, now);
    }

    /// Locks the invoice's row until the commit; the caller must do so before it changes the invoice's amounts.
    public Optional<LockedInvoice> lock(Tx tx, InvoiceId id) {
        return store.lock(tx, id);
    }

    /// Applies money that has arrived to a locked invoice. The caller books it and grants the excess.
    ///
    /// @param ended how much of what was being charged ends with it; 0 for a payment from outside
    public Received receive(Tx tx, LockedInvoice locked, long amount, Instant paidAt, long ended) {
        return money.receive(tx, locked, amount, paidAt, ended);
    }

    /// A charge is on its way (rule I-14).
    public void beginCharge(Tx tx, LockedInvoice locked, long amount) {
        money.begin(tx, locked, amount);
    }

    /// It came to nothing.
    public void failCharge(Tx tx, LockedInvoice locked, long amount) {
        money.fail(tx, locked, amount);
    }

    /// Money goes back, and the invoice is open again (rule I-13).
    public void giveBack(Tx tx, LockedInvoice locked, long amount) {
        money.giveBack(tx, locked, amount);
    }

    /// Credit settles what is open of an issued invoice, in part or whole. The caller takes it from the ledger.
    public void credit(Tx tx, LockedInvoice locked, long amount) {
        money.credit(tx, locked, amount);
    }

    /// Collection is given up (`at`), or taken up again (empty): rule J-01.
    public void giveUp(Tx tx, LockedInvoice locked, Optional<Instant> at) {
        var facts = locked.facts().collected(locked.facts().isCollectionPaused(), at.isPresent());
        store.saveGivenUp(
                tx, locked.id(), at, InvoiceStatus.of(facts, locked.zone().dateOf(tx.now())));
    }

    /// Writes down what happened to an invoice.
    public void remember(Tx tx, InvoiceId id, String what, Optional<String> reason) {
        history.add(tx, id.value(), what, reason);
    }
}
