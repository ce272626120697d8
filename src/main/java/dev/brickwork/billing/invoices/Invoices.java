package dev.brickwork.billing.invoices;

import dev.brickwork.billing.InvoiceDependencies;
import dev.brickwork.billing.InvoicePorts;
import dev.brickwork.billing.explain.ExplainInvoice;
import dev.brickwork.billing.explain.ExplainUsage;
import dev.brickwork.billing.issue.BillUsage;
import dev.brickwork.billing.issue.IssueInvoices;
import dev.brickwork.billing.orders.Subscriptions;
import dev.brickwork.billing.rating.CreditUsage;
import dev.brickwork.billing.rating.RateUsage;
import dev.brickwork.billing.rating.ReturnUsageCredit;
import dev.brickwork.billing.rating.UsageBillInvariant;
import dev.brickwork.billing.rating.UsageDates;
import dev.brickwork.billing.schedule.CorrectUsage;
import dev.brickwork.billing.schedule.CreateStandalone;
import dev.brickwork.billing.schedule.DeferItem;
import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.billing.schedule.SettleLateUsage;
import dev.brickwork.billing.usage.Corrections;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.Received;
import dev.brickwork.invoicing.StandaloneLine;
import dev.brickwork.invoicing.issued.AttachmentStore;
import dev.brickwork.invoicing.issued.HistoryStore;
import dev.brickwork.invoicing.issued.InvoiceBalance;
import dev.brickwork.invoicing.issued.InvoiceInvariants;
import dev.brickwork.invoicing.issued.InvoiceJson;
import dev.brickwork.invoicing.issued.InvoiceStore;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.invoicing.issued.PayLinks;
import dev.brickwork.invoicing.issued.PdfStore;
import dev.brickwork.metering.MeterBook;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.pages.FileLinks;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.jobs.Sweep;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.platform.outbox.Listener;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// API of the invoices module. It is built before `subscriptions`, which bills through it, and gets its routes
/// afterwards.
public final class Invoices {
    private final InvoiceDependencies rooms;
    private final InvoicePorts ports;
    private final InvoiceView view;
    private final InvoiceStore store = new InvoiceStore();
    private final HistoryStore history = new HistoryStore();
    private final IssueInvoices issuing;
    private final MarkPastDue pastDue;
    private final InvoiceBalance money;
    private final CreateStandalone standalone;
    private final DeferItem deferring;
    private final ScheduleInvoices bills;
    private final PdfStore pdfs = new PdfStore();
    private final Attachments attachments;
    private final MeterBook book = new MeterBook();
    private final RateUsage rating;
    private final CreditUsage crediting;
    private final CorrectUsage correcting;

    public Invoices(InvoiceDependencies rooms, InvoicePorts ports, PayLinks payLinks, FileLinks links) {
        this.rooms = rooms;
        this.ports = ports;
        this.view = new InvoiceView(payLinks, new AttachmentStore(links));
        this.attachments = new Attachments(rooms.database(), links);
        this.rating = new RateUsage(book);
        this.crediting = new CreditUsage(rooms, ports.credits(), rating);
        this.issuing = new IssueInvoices(
                rooms, ports, view, new BillUsage(rooms, book, rating, crediting, this::settleLate, this::settleAll));
        this.pastDue = new MarkPastDue(rooms, view);
        this.money = new InvoiceBalance(store);
        this.standalone = new CreateStandalone(rooms, issuing);
        this.deferring = new DeferItem(rooms, history);
        this.correcting = new CorrectUsage(rooms, book, rating, crediting, deferring, standalone);
        this.bills = new ScheduleInvoices(rooms, ports.credits(), issuing, new UsageDates(rating), correcting);
    }

    /// The billing operations that the `subscriptions` module calls.
    public ScheduleInvoices bills() {
        return bills;
    }

    private void settleLate(Tx tx, SubscriptionId subscription) {
        correcting.settle(tx, subscription);
    }

    private void settleAll(Tx tx, SubscriptionId subscription) {
        correcting.settleAll(tx, subscription);
    }

    /// The corrections of billed usage that the `usage` module calls.
    public Corrections corrections() {
        return correcting;
    }

    /// Settles usage that came after it was billed, right after it came.
    public Listener lateUsage(Subscriptions subscriptions) {
        return new SettleLateUsage(rooms.database(), subscriptions, correcting);
    }

    public Routes routes(Subscriptions subscriptions) {
        var operations = new InvoiceResource.Operations(
                new VoidInvoice(rooms, ports.credits(), new ReturnUsageCredit(subscriptions, rating, crediting), view),
                new RegenerateInvoice(
                        rooms, ports, view, new RerateUsage(subscriptions, rating, correcting, crediting), crediting),
                new ChangeInvoice(store, history, ports.collection()),
                standalone,
                new StandaloneInput(rooms),
                new NextInvoice(subscriptions, view),
                new ExpectUsage(rooms, rating, view),
                ports.post());
        return new Routes()
                .include(new InvoiceResource(rooms, subscriptions, view, store, operations).routes())
                .include(attachments.routes())
                .include(new ExplainInvoice(view, subscriptions, new ExplainUsage(book, rating)).routes())
                .include(new VersionResource().routes());
    }

    /// The files of attachments, under links that need no key.
    public PublicPages pages() {
        return attachments;
    }

    /// Stores a version as it was printed; one that is there already stays.
    public void keepPdf(Tx tx, InvoiceId id, int version, byte[] pdf) {
        pdfs.keep(tx, id, version, pdf);
    }

    /// Stores a version anew, with the stamp of its void.
    public void replacePdf(Tx tx, InvoiceId id, int version, byte[] pdf) {
        pdfs.replace(tx, id, version, pdf);
    }

    /// Issues what is due, then tells what is late.
    public List<Sweep> sweeps() {
        return List.of(issuing.sweep(), pastDue.sweep());
    }

    public void register(Invariants invariants) {
        InvoiceInvariants.register(invariants);
        invariants.register("I9 what was billed for usage is one rating of it", new UsageBillInvariant(rating)::run);
        invariants.register("I9 invoices bear the usage that was billed", UsageBillInvariant::lines);
    }

    /// Blanks the addresses that standalone invoices of an erased customer went to; what was printed stays. Usage that
    /// came late may make one more invoice, so it is settled before.
    public void forget(Tx tx, CustomerId customer) {
        if (book.isLateAt(tx, customer.value()))
            throw Refusal.badRequest("usage that came late is still to be settled; ask again in a moment");
        store.forget(tx, customer.value());
    }

    public Optional<Invoice> find(Tx tx, InvoiceId id) {
        return view.find(tx, id);
    }

    /// An invoice as the wire shows it, for events that tell of more than the invoice.
    public void write(JsonWriter json, Invoice invoice, Instant now) {
        InvoiceJson.fields(json, invoice, now);
    }

    /// Gives an invoice another payment link and answers it.
    public String rotatePaymentLink(Tx tx, InvoiceId id) {
        new RotatePaymentLink(store, history, view.links()).run(tx, id);
        return view.find(tx, id)
                .flatMap(Invoice::paymentUrl)
                .orElseThrow(() -> Refusal.badRequest("no payment processor can take payments, so there is no page"));
    }

    /// Locks the invoice's row until the commit; the caller must do so before it changes the invoice's amounts.
    public Optional<LockedInvoice> lock(Tx tx, InvoiceId id) {
        return store.lock(tx, id);
    }

    /// Applies money that has arrived to a locked invoice. The caller books it and grants the excess.
    ///
    /// @param ended how much of what was being charged ends with it; 0 for a payment from outside
    public Received receive(Tx tx, LockedInvoice held, long amount, Instant paidAt, long ended) {
        return money.receive(tx, held, amount, paidAt, ended);
    }

    /// A charge is on its way (rule I-14).
    public void beginCharge(Tx tx, LockedInvoice held, long amount) {
        money.begin(tx, held, amount);
    }

    /// It came to nothing.
    public void failCharge(Tx tx, LockedInvoice held, long amount) {
        money.fail(tx, held, amount);
    }

    /// Money goes back, and the invoice is open again (rule I-13).
    public void giveBack(Tx tx, LockedInvoice held, long amount) {
        money.giveBack(tx, held, amount);
    }

    /// Credit settles what is open of an issued invoice, in part or whole. The caller takes it from the ledger.
    public void credit(Tx tx, LockedInvoice held, long amount) {
        money.credit(tx, held, amount);
    }

    /// Collection is given up (`at`), or taken up again (empty): rule J-01.
    public void giveUp(Tx tx, LockedInvoice held, Optional<Instant> at) {
        var facts = held.facts().collected(held.facts().isCollectionPaused(), at.isPresent());
        store.saveGivenUp(tx, held.id(), at, InvoiceStatus.of(facts, held.zone().dateOf(tx.now())));
    }

    /// Writes down what happened to an invoice.
    public void remember(Tx tx, InvoiceId id, String what, Optional<String> reason) {
        history.add(tx, id.value(), what, reason);
    }

    /// Bills a line of a subscription on an invoice of its own, and issues it when its day has come (rules I-15, L-02).
    ///
    /// @param sides who is billed by whom for it
    public InvoiceId create(Tx tx, Subscription subscription, Subscription.BillingParties sides, StandaloneLine wish) {
        return standalone.run(tx, subscription, sides, wish);
    }

    /// Puts a line on the payer's next scheduled invoice of a subscription, whose lock the caller holds; empty when
    /// none is left (rule L-03).
    public Optional<InvoiceId> defer(
            Tx tx, SubscriptionId subscription, Subscription.BillingParties sides, Billable line) {
        return deferring.run(tx, subscription, sides, line);
    }
}
