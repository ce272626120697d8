package dev.brickwork.billing.schedule;

import dev.brickwork.billing.InvoiceDependencies;
import dev.brickwork.billing.issue.IssueInvoices;
import dev.brickwork.billing.rating.UsageDates;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.scheduled.InvoiceSchedule;
import dev.brickwork.invoicing.scheduled.References;
import dev.brickwork.invoicing.scheduled.ScheduledInvoice;
import dev.brickwork.invoicing.scheduled.ScheduledInvoiceLines;
import dev.brickwork.invoicing.scheduled.ScheduledInvoiceStore;
import dev.brickwork.invoicing.scheduled.ScheduledInvoices;
import dev.brickwork.invoicing.scheduled.TermView;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Credits;
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
public final class ScheduleInvoices implements InvoiceSchedule {
    private static final int CHARGES_MAX = 100_000; // What is written, and dropped again, within one request.
    private static final String REPLACED = "the contract that it was to bill has ended";

    private final ScheduledInvoiceStore drafts = new ScheduledInvoiceStore();
    private final ScheduledInvoiceLines lines = new ScheduledInvoiceLines();
    private final ScheduledInvoiceTaxes taxes;
    private final SettleUnused settling;
    private final TermView view = new TermView();
    private final Credits credits;
    private final Journal journal;
    private final Sellers sellers;
    private final Customers customers;
    private final IssueInvoices issuing;
    private final UsageDates dates;
    private final CorrectUsage correcting;

    public ScheduleInvoices(
            InvoiceDependencies rooms,
            Credits credits,
            IssueInvoices issuing,
            UsageDates dates,
            CorrectUsage correcting) {
        this.dates = dates;
        this.correcting = correcting;
        this.credits = credits;
        this.journal = rooms.journal();
        this.sellers = rooms.sellers();
        this.customers = rooms.customers();
        this.issuing = issuing;
        this.taxes = new ScheduledInvoiceTaxes(rooms);
        this.settling = new SettleUnused(rooms, credits);
    }

    @Override
    public void begin(Tx tx, ContractTerm first, Payer payer, List<ToBill> charges) {
        requireFew(charges);
        var term = first.billed();
        var open = new ScheduledInvoices(List.of());
        open.place(term, payer, charges, Optional.empty(), taxes.of(tx, payer));
        requireRoom(tx, term, payer, open);
        open.layUsage(payer, UsageDates.open(first), term.zone().dateOf(tx.now()));
        save(tx, term, payer, open.all());
    }

    @Override
    public void keepReferences(Tx tx, Subscription subscription) {
        drafts.keepReferences(tx, subscription);
    }

    @Override
    public void keepPurchaseOrder(Tx tx, Subscription subscription) {
        drafts.keepPurchaseOrder(tx, subscription);
    }

    private static void requireFew(List<ToBill> charges) {
        if (charges.size() <= CHARGES_MAX) return;
        throw Refusal.badRequest(("the order makes %d charges, and at most %d can be scheduled at once; "
                        + "choose a longer billing_frequency, a shorter contract_length or fewer bricks")
                .formatted(charges.size(), CHARGES_MAX));
    }

    @Override
    public void schedule(Tx tx, Term term, Payer payer, List<ToBill> charges, Optional<AdjustmentCredit> credit) {
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

    @Override
    public void restore(Tx tx, Term term, Payer payer, List<ToBill> charges) {
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
    private void requireRoom(Tx tx, Term term, Payer payer, ScheduledInvoices open) {
        var carried = new TreeMap<UUID, Long>();
        for (var draft : open.all()) carried.merge(draft.payee.customer(), draft.carriedForward(), Long::sum);
        carried.forEach((customer, sum) -> {
            var account = new Credits.Account(customer, payer.currency());
            if (sum > 0) requireRoom(tx, term, account, sum);
        });
    }

    private void requireRoom(Tx tx, Term term, Credits.Account account, long carried) {
        long elsewhere =
                drafts.carriedElsewhere(tx, account, term.subscription().value());
        if (credits.hasRoomFor(tx, account, carried + elsewhere)) return;
        throw Refusal.badRequest("the discounts exceed the prices by so much that the customer's credit "
                + "would be more than can be kept");
    }

    /// A recast is asked for, so it is refused where the ledger cannot keep what its credit leaves over (rule R-05).
    private void requireRoom(Tx tx, Currency currency, Map<UUID, Long> left) {
        left.forEach((customer, sum) -> {
            if (!credits.hasRoomFor(tx, new Credits.Account(customer, currency), sum)) {
                throw new AmountOutOfRange();
            }
        });
    }

    private ScheduledInvoices open(Tx tx, Term term) {
        return new ScheduledInvoices(
                drafts.lockOpen(tx, term.subscription().value()).values());
    }

    /// Writes down what became of the open invoices, and what follows from it.
    ///
    /// @param left credit that they bear no more, by the customer whose it is
    private void keep(Tx tx, Term term, Payer payer, ScheduledInvoices open, Map<UUID, Long> left) {
        var due = dates.open(tx, term.subscription());
        open.layUsage(payer, due, term.zone().dateOf(tx.now()));
        save(tx, term, payer, open.all());
        grant(tx, payer.currency(), left);
        correcting.settleAll(tx, term.subscription());
    }

    @Override
    public void cut(Tx tx, Term term, Payer payer, LocalDate from, Map<UUID, Line> lines, List<Share> shares) {
        var open = open(tx, term);
        var released = open.shorten(from, lines, shares, taxes.of(tx, payer));
        open.bringForward(term, from, term.zone().dateOf(tx.now()));
        keep(tx, term, payer, open, released);
    }

    @Override
    public void move(Tx tx, SubscriptionId subscription, List<Term> terms) {
        Map<UUID, Term> byOrder = new HashMap<>();
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

    @Override
    public void issueDue(Tx tx, SubscriptionId subscription) {
        issuing.issueDue(tx, subscription);
    }

    @Override
    public List<Facts> facts(Tx tx, OrderId term) {
        return view.facts(tx, term);
    }

    @Override
    public List<Facts> lockFacts(Tx tx, OrderId term) {
        settling.lock(tx, term);
        return view.facts(tx, term);
    }

    @Override
    public void settle(Tx tx, OrderId causedBy, Cause cause, List<Settled> settlements) {
        settling.run(tx, causedBy, cause, settlements);
    }

    private void save(Tx tx, Term term, Payer payer, List<ScheduledInvoice> all) {
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
        var account = new Credits.Account(draft.payee.customer(), payer.currency());
        credits.move(
                tx,
                account.grant(Credits.Source.OVERPAYMENT, amount)
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
                .map(each ->
                        new Credits.Account(each.getKey(), currency).grant(Credits.Source.ADJUSTMENT, each.getValue()))
                .toList();
        credits.move(tx, grants);
    }
}
