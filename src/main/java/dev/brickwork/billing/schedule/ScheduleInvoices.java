package dev.brickwork.billing.schedule;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.issue.IssueInvoices;
import dev.brickwork.billing.rating.UsageDates;
import dev.brickwork.contracts.BilledTerm;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.ChargeToBill;
import dev.brickwork.invoicing.CutShare;
import dev.brickwork.invoicing.Payer;
import dev.brickwork.invoicing.SettledValue;
import dev.brickwork.invoicing.SettlementCause;
import dev.brickwork.invoicing.TermInvoice;
import dev.brickwork.invoicing.scheduled.References;
import dev.brickwork.invoicing.scheduled.ScheduledInvoice;
import dev.brickwork.invoicing.scheduled.ScheduledInvoiceLines;
import dev.brickwork.invoicing.scheduled.ScheduledInvoiceStore;
import dev.brickwork.invoicing.scheduled.ScheduledInvoices;
import dev.brickwork.invoicing.scheduled.TermView;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.CreditSource;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.sellers.Sellers;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/// Keeps the unissued invoices of a subscription in step with its orders (rules I-01, S-05 to S-08, R-01, R-04,
/// K-03). Issued invoices are only ever reduced, through [SettleUnused].
public final class ScheduleInvoices {
    private static final int CHARGES_MAX = 100_000; // What is written, and dropped again, within one request.
    private static final String REPLACED = "the contract that it was to bill has ended";

    private final ScheduledInvoiceStore drafts = new ScheduledInvoiceStore();
    private final ScheduledInvoiceLines lines = new ScheduledInvoiceLines();
    private final ScheduledInvoiceTaxes taxes;
    private final SettleUnused settling;
    private final TermView view = new TermView();
    private final CreditLedger credits;
    private final Journal journal;
    private final Sellers sellers;
    private final Customers customers;
    private final IssueInvoices issuing;
    private final UsageDates dates;
    private final CorrectUsage correcting;

    public ScheduleInvoices(
            BillingDependencies modules, IssueInvoices issuing, UsageDates dates, CorrectUsage correcting) {
        this.dates = dates;
        this.correcting = correcting;
        this.credits = modules.credits();
        this.journal = modules.journal();
        this.sellers = modules.sellers();
        this.customers = modules.customers();
        this.issuing = issuing;
        this.taxes = new ScheduledInvoiceTaxes(modules);
        this.settling = new SettleUnused(modules);
    }

    /// Schedules the charges of the order with which a subscription begins. Unlike [#schedule] it finds no invoices
    /// to share or correct.
    public void begin(Tx tx, ContractTerm first, Payer payer, List<ChargeToBill> charges) {
        requireFew(charges);
        var term = first.billed();
        var open = new ScheduledInvoices(List.of());
        open.place(term, payer, charges, Optional.empty(), taxes.of(tx, payer));
        requireRoom(tx, term, payer, open);
        open.layUsage(payer, UsageDates.open(first), term.zone().dateOf(tx.now()));
        save(tx, term, payer, open.all());
    }

    /// Copies the e-mail addresses and the purchase order of the subscription onto its payer's invoices that have
    /// none of their own, when the running subscription has or is to get another payer.
    public void keepReferences(Tx tx, Subscription subscription) {
        drafts.keepReferences(tx, subscription);
    }

    /// Copies the current purchase order of a subscription onto its payer's invoices without one, issued or not,
    /// before a change replaces it: the new one is for charges to come (rule S-07).
    public void keepPurchaseOrder(Tx tx, Subscription subscription) {
        drafts.keepPurchaseOrder(tx, subscription);
    }

    private static void requireFew(List<ChargeToBill> charges) {
        if (charges.size() <= CHARGES_MAX) return;
        throw Refusal.badRequest(("the order makes %d charges, and at most %d can be scheduled at once; "
                        + "choose a longer billing_frequency, a shorter contract_length or fewer bricks")
                .formatted(charges.size(), CHARGES_MAX));
    }

    /// Puts the charges of a closed order on SCHEDULED invoices, one per bill date (rules I-01, S-07). The
    /// credit of a recast goes onto the invoices in date order; what is left of it goes to the customer's
    /// ledger.
    public void schedule(
            Tx tx, BilledTerm term, Payer payer, List<ChargeToBill> charges, Optional<AdjustmentCredit> credit) {
        requireFew(charges);
        var open = open(tx, term);
        var left = open.place(term, payer, charges, credit, taxes.of(tx, payer));
        requireRoom(tx, term, payer, open);
        if (credit.isPresent()) requireRoom(tx, payer.currency(), left);
        // What the recast owes the customer from here on; set by hand, it may differ from what was taken back.
        credit.ifPresent(it -> journal.post(
                tx,
                Entry.of(dev.brickwork.ledger.Cause.RECAST_CREDIT, payer.currency(), payer.customer())
                        .move(Account.ADJUSTMENTS, Account.CUSTOMER_CREDIT, it.total())));
        keep(tx, term, payer, open, left);
    }

    /// Puts back what [#cut] took off, because the contract goes on after all. An invoice that was dropped is
    /// itself restored, with the edits that were made on it.
    public void restore(Tx tx, BilledTerm term, Payer payer, List<ChargeToBill> charges) {
        requireFew(charges);
        var subscription = term.subscription().value();
        var dropped = drafts.lockDropped(tx, subscription, term.order().value(), REPLACED);
        for (var draft : dropped) {
            draft.moveTo(term.clock().calendar(draft.serviceBillOn));
            draft.isPaused = term.isPausedOn(draft.serviceBillOn);
        }
        var open = new ScheduledInvoices(drafts.lockOpen(tx, subscription).values(), dropped);
        var left = open.place(term, payer, charges, Optional.empty(), taxes.of(tx, payer));
        requireRoom(tx, term, payer, open);
        keep(tx, term, payer, open, left);
    }

    /// Refuses amounts carried forward that the ledger of the billed customer could not keep (M-09), together with
    /// those of other subscriptions. They become credit when the invoices are issued (rule M-08): then it is too
    /// late to refuse them.
    private void requireRoom(Tx tx, BilledTerm term, Payer payer, ScheduledInvoices open) {
        var carried = new TreeMap<UUID, Long>();
        for (var draft : open.all()) carried.merge(draft.payee.customer(), draft.carriedForward(), Long::sum);
        carried.forEach((customer, sum) -> {
            var account = new CreditAccount(customer, payer.currency());
            if (sum > 0) requireRoom(tx, term, account, sum);
        });
    }

    private void requireRoom(Tx tx, BilledTerm term, CreditAccount account, long carried) {
        long elsewhere =
                drafts.carriedElsewhere(tx, account, term.subscription().value());
        if (credits.hasRoomFor(tx, account, carried + elsewhere)) return;
        throw Refusal.badRequest("the discounts exceed the prices by so much that the customer's credit "
                + "would be more than can be kept");
    }

    /// A recast is asked for, so it is refused where the ledger cannot keep what its credit leaves over (rule R-05).
    private void requireRoom(Tx tx, Currency currency, Map<UUID, Long> left) {
        left.forEach((customer, sum) -> {
            if (!credits.hasRoomFor(tx, new CreditAccount(customer, currency), sum)) {
                throw new AmountOutOfRange();
            }
        });
    }

    private ScheduledInvoices open(Tx tx, BilledTerm term) {
        return new ScheduledInvoices(
                drafts.lockOpen(tx, term.subscription().value()).values());
    }

    /// Writes down what became of the open invoices, and what follows from it.
    ///
    /// @param left credit that they bear no more, by the customer whose it is
    private void keep(Tx tx, BilledTerm term, Payer payer, ScheduledInvoices open, Map<UUID, Long> left) {
        var due = dates.open(tx, term.subscription());
        open.layUsage(payer, due, term.zone().dateOf(tx.now()));
        save(tx, term, payer, open.all());
        grant(tx, payer.currency(), left);
        correcting.settleAll(tx, term.subscription());
    }

    /// Everything from a date on will not be delivered: unissued charges for it are dropped, those that
    /// straddle the date are cut to what lies before.
    ///
    /// @param lines price the cut ones
    /// @param shares of lines that several invoices share
    public void cut(Tx tx, BilledTerm term, Payer payer, LocalDate from, Map<UUID, Line> lines, List<CutShare> shares) {
        var open = open(tx, term);
        var released = open.shorten(from, lines, shares, taxes.of(tx, payer));
        open.bringForward(term, from, term.zone().dateOf(tx.now()));
        keep(tx, term, payer, open, released);
    }

    /// The clocks of a subscription's terms have changed: unissued invoices move with them and wait or go on (K-02,
    /// K-03).
    public void move(Tx tx, SubscriptionId subscription, List<BilledTerm> terms) {
        Map<UUID, BilledTerm> byOrder = new HashMap<>();
        for (var term : terms) byOrder.put(term.order().value(), term);
        var cutOver = sellers.get(tx, tx.seller()).mutedBefore();
        var moved = new ArrayList<ScheduledInvoice>();
        for (var draft : drafts.lockOpen(tx, subscription.value()).values()) {
            var term = byOrder.get(draft.term);
            if (term == null) continue;
            var billOn = term.clock().calendar(draft.serviceBillOn);
            boolean isPaused = term.isPausedOn(draft.serviceBillOn);
            if (billOn.equals(draft.billOn) && isPaused == draft.isPaused) continue;
            // Another system bills up to the cut-over, and no longer.
            if (!billOn.equals(draft.billOn))
                draft.isMuted = cutOver.map(billOn::isBefore).orElse(draft.isMuted);
            draft.moveTo(billOn);
            draft.isPaused = isPaused;
            moved.add(draft);
        }
        drafts.move(tx, moved);
    }

    /// Issues what the subscription owes at this moment: starting an order bills at once what is due. It happens
    /// right after the commit, before the caller is answered.
    public void issueDue(Tx tx, SubscriptionId subscription) {
        issuing.issueDue(tx, subscription);
    }

    /// The invoices of a term with their charges, in order of their bill dates.
    public List<TermInvoice> facts(Tx tx, OrderId term) {
        return view.facts(tx, term);
    }

    /// Returns [#facts] and locks the invoices until the commit, so that decisions based on them stay true.
    public List<TermInvoice> lockFacts(Tx tx, OrderId term) {
        settling.lock(tx, term);
        return view.facts(tx, term);
    }

    /// Reduces what is still owed on issued invoices and remembers what was taken back (R-02, U-06). Credits go
    /// to the customer's ledger, but for a recast, whose credit goes onto its own invoices. Credit that an invoice
    /// gave too much comes out of what a recast credits, as far as that bears it, and out of the ledger.
    public void settle(Tx tx, OrderId causedBy, SettlementCause cause, List<SettledValue> settlements) {
        settling.run(tx, causedBy, cause, settlements);
    }

    private void save(Tx tx, BilledTerm term, Payer payer, List<ScheduledInvoice> all) {
        var touched = all.stream().filter(draft -> draft.isTouched).toList();
        var subscription = term.subscription().value();
        lines.delete(
                tx, touched.stream().flatMap(draft -> draft.dropped.stream()).toList());
        var empty = touched.stream().filter(ScheduledInvoice::isEmpty).toList();
        drop(tx, payer, empty);
        var kept = touched.stream().filter(draft -> !draft.isEmpty()).toList();
        for (var draft : kept) giveBackPrepaid(tx, payer, draft);
        // First, because a new one may take the date that an old one leaves.
        drafts.update(
                tx,
                kept.stream().filter(draft -> !draft.isNew && !draft.wasDropped).toList());
        requireKept(
                tx,
                payer,
                kept.stream().filter(draft -> draft.isNew || draft.wasDropped).toList());
        var back = kept.stream().filter(draft -> draft.wasDropped).toList();
        drafts.revive(tx, back);
        drafts.update(tx, back);
        var fresh = kept.stream().filter(draft -> draft.isNew).toList();
        drafts.insert(tx, subscription, payer, fresh, former(tx, subscription, payer, fresh));
        lines.save(tx, kept);
        lines.insertCharges(tx, subscription, kept);
    }

    /// Refuses to bill customers anew whose data were erased, also an earlier customer of the contract: their last
    /// invoice may have been dropped meanwhile. The caller holds the lock of the customer who has it now.
    private void requireKept(Tx tx, Payer payer, List<ScheduledInvoice> added) {
        var others = new TreeSet<UUID>();
        for (var draft : added) {
            others.add(draft.payee.customer());
            others.add(draft.payee.billedCompany());
        }
        others.removeAll(List.of(payer.customer(), payer.billedCompany()));
        for (var other : others) {
            var found = customers.lockShared(tx, new CustomerId(other)).orElseThrow();
            if (found.isErased())
                throw Refusal.badRequest(
                        "customer %s would be billed again, and its data were erased".formatted(other));
        }
    }

    /// References of former payers of a subscription, as its invoices still bear them.
    private Map<UUID, References> former(Tx tx, UUID subscription, Payer payer, List<ScheduledInvoice> fresh) {
        Map<UUID, References> former = new HashMap<>();
        for (var draft : fresh) {
            var billed = draft.payee.billedCompany();
            if (!billed.equals(payer.billedCompany()))
                former.computeIfAbsent(billed, id -> drafts.references(tx, subscription, id));
        }
        return former;
    }

    private void drop(Tx tx, Payer payer, List<ScheduledInvoice> empty) {
        var deleted = new ArrayList<UUID>();
        for (var draft : empty) {
            if (draft.paid == 0 && draft.credited == 0 && !draft.leavesTraces) {
                deleted.add(draft.id);
                continue;
            }
            // Money that came before the invoice did (rule I-05) stays the customer's.
            if (draft.paid > 0) {
                release(tx, payer, draft, draft.paid, Optional.of(REPLACED));
            }
            drafts.voidDropped(tx, draft, REPLACED);
        }
        drafts.delete(tx, deleted);
    }

    /// A payment that came before the invoice may now exceed it (rules I-04, I-05).
    private void giveBackPrepaid(Tx tx, Payer payer, ScheduledInvoice draft) {
        long excess = draft.paid - draft.total();
        if (excess <= 0) return;
        release(tx, payer, draft, excess, Optional.empty());
        draft.paid -= excess;
        drafts.lowerPaid(tx, draft.id, excess);
    }

    private void release(Tx tx, Payer payer, ScheduledInvoice draft, long amount, Optional<String> reason) {
        var account = new CreditAccount(draft.payee.customer(), payer.currency());
        credits.move(
                tx,
                account.grant(CreditSource.OVERPAYMENT, amount)
                        .on(new InvoiceId(draft.id))
                        .because(reason));
        journal.post(
                tx,
                Entry.of(dev.brickwork.ledger.Cause.PREPAYMENT_RELEASED, payer.currency(), draft.payee.customer())
                        .on(draft.id)
                        .move(Account.PREPAYMENT, Account.CUSTOMER_CREDIT, amount));
    }

    private void grant(Tx tx, Currency currency, Map<UUID, Long> byCustomer) {
        var grants = byCustomer.entrySet().stream()
                .map(each -> new CreditAccount(each.getKey(), currency).grant(CreditSource.ADJUSTMENT, each.getValue()))
                .toList();
        credits.move(tx, grants);
    }
}
