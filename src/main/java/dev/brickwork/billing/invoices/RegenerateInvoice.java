package dev.brickwork.billing.invoices;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.rating.CreditUsage;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.InvoiceStatus.SettledBy;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.HistoryStore;
import dev.brickwork.invoicing.issued.InvoiceEvents;
import dev.brickwork.invoicing.issued.InvoiceNumber;
import dev.brickwork.invoicing.issued.InvoiceStore;
import dev.brickwork.invoicing.issued.InvoiceTotals;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.invoicing.issued.IssueStore;
import dev.brickwork.invoicing.issued.OpeningBalance;
import dev.brickwork.invoicing.issued.Refit;
import dev.brickwork.invoicing.issued.SettlementStore;
import dev.brickwork.invoicing.issued.Version;
import dev.brickwork.invoicing.issued.VersionStore;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.CreditSource;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.payments.collection.AutomaticCharges;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.sellers.Address;
import dev.brickwork.sellers.LegalEntity;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.tax.Sale;
import dev.brickwork.tax.Taxes;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Prices an issued invoice again from what is known now and makes the next version of it (rule I-08).
/// What the contract bills stays as it was claimed; tax, names, usage and words may have changed. What is paid
/// beyond the new total becomes the customer's credit.
public final class RegenerateInvoice {
    private final Sellers sellers;
    private final Customers customers;
    private final Taxes taxes;
    private final Journal journal;
    private final Outbox outbox;
    private final CreditLedger credits;
    private final AutomaticCharges collection;
    private final InvoiceStore invoices = new InvoiceStore();
    private final HistoryStore history = new HistoryStore();
    private final InvoiceView view;
    private final RerateUsage usage;
    private final CreditUsage crediting;
    private final RetaxUnused retaxing;
    private final ClawBackCredit taking;
    private final IssueStore store = new IssueStore();
    private final VersionStore versionStore;

    public RegenerateInvoice(
            BillingDependencies modules,
            AutomaticCharges collection,
            InvoiceView view,
            RerateUsage usage,
            CreditUsage crediting) {
        this.usage = usage;
        this.crediting = crediting;
        this.sellers = modules.sellers();
        this.customers = modules.customers();
        this.taxes = modules.taxes();
        this.journal = modules.journal();
        this.outbox = modules.outbox();
        this.credits = modules.credits();
        this.collection = collection;
        var settlements = new SettlementStore();
        this.versionStore = new VersionStore(view.links());
        this.retaxing = new RetaxUnused(settlements, versionStore);
        this.taking = new ClawBackCredit(credits, settlements);
        this.view = view;
    }

    sealed interface Verdict {
        record Allowed() implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    /// Whether the invoice may be regenerated.
    ///
    /// @param isBeingRefunded a refund is being processed; until it ends, the paid amount cannot be moved
    /// @param isErased whether the customer's data were erased; only the last version still names them
    static Verdict decide(LockedInvoice invoice, boolean isBeingRefunded, boolean isErased) {
        if (invoice.isVoided()) return new Verdict.Refused("a voided invoice cannot be regenerated");
        if (!invoice.isIssued()) {
            return new Verdict.Refused("the invoice was never generated");
        }
        if (invoice.isBeingCharged()) {
            return new Verdict.Refused("a payment is being processed; regenerate when it has ended");
        }
        if (isBeingRefunded) return new Verdict.Refused("a refund is being processed; regenerate when it has ended");
        if (isErased) return new Verdict.Refused("the customer's data were erased; the invoice stays as it was issued");
        return new Verdict.Allowed();
    }

    /// The new version of an invoice, which is still to be printed in this transaction.
    public record Regenerated(UUID version, int number) {}

    public Regenerated run(Tx tx, InvoiceId id, boolean isCurrentAddress) {
        usage.lock(tx, id); // Lock order: subscriptions before the invoice.
        var locked = invoices.lock(tx, id).orElseThrow(() -> Refusal.notFound("invoice"));
        switch (decide(locked, view.isBeingRefunded(tx, id), isErased(tx, locked))) {
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.Allowed() -> {}
        }
        var before = versionStore.issued(tx, locked.id());
        var version = version(tx, locked, before, isCurrentAddress);
        var number = InvoiceNumber.ofVersion(before.firstNumber(), version.number());
        var retaxed = retaxing.run(tx, locked, version.bill());
        var creditTaxes = crediting.taxes(tx, id);
        var refit = Refit.of(version.bill().total(), locked.amounts(), retaxed.offset(), retaxed.given());
        var facts = facts(locked, version.bill(), refit);
        invoices.saveRegenerated(tx, locked, new InvoiceStore.Regenerated(version, number, refit, facts));
        if (locked.isNothingOpen() && refit.remaining(version.bill().total()) > 0) collection.reopened(tx, id);
        versionStore.insertVersions(tx, List.of(version), Map.of(id.value(), number));
        settle(tx, locked, version, refit, retaxed);
        crediting.retax(tx, locked, creditTaxes);
        history.add(tx, id.value(), "REGENERATED", Optional.empty());
        var regenerated = view.find(tx, id).orElseThrow();
        outbox.stage(tx, InvoiceEvents.told("invoice.regenerated", regenerated, tx.now()));
        return new Regenerated(version.id(), version.number());
    }

    private boolean isErased(Tx tx, LockedInvoice locked) {
        return customers.all(tx, List.of(locked.customer(), locked.billedCompany())).values().stream()
                .anyMatch(Customer::isErased);
    }

    private Version version(Tx tx, LockedInvoice locked, VersionStore.Issued before, boolean isCurrentAddress) {
        var invoice = store.issued(tx, locked.id()).orElseThrow();
        var billed = customers.find(tx, new CustomerId(invoice.billedCompany())).orElseThrow();
        var customer = customers.find(tx, new CustomerId(invoice.customer())).orElseThrow();
        var issuer = sellers.entity(tx, invoice.entity()).orElseThrow();
        var issuedOn = invoice.zone().dateOf(before.issuedAt());
        var sale = isCurrentAddress
                ? Sale.of(issuer, billed.address(), billed.taxId(), issuedOn)
                : taxedBefore(before.snapshot(), issuer, issuedOn);
        var book = taxes.book(tx);
        var rates = book.rates(sale);
        var billables = new ArrayList<>(
                store.billables(tx, Map.of(invoice.id(), invoice.term())).getOrDefault(invoice.id(), List.of()));
        billables.addAll(usage.run(tx, invoice, billables.isEmpty()));
        var bill = InvoiceTotals.of(
                billables, rates, invoice.adjustmentCredit(), invoice.adjustmentCreditLabel(), invoice.billOn());
        return new Version(
                Ids.next(),
                locked.version() + 1,
                Version.Cause.REGENERATED,
                invoice,
                bill,
                OpeningBalance.of(bill, 0, 0),
                new Version.Parties(issuer.taxedAs(book.taxId(sale, issuer.taxId())), billed, sale, customer),
                rates,
                before.issuedAt(),
                issuedOn,
                locked.dueOn());
    }

    /// The sale with the addresses of the newest version, wherever both companies are now (rule X-04).
    private static Sale taxedBefore(JsonNode snapshot, LegalEntity issuer, LocalDate issuedOn) {
        var from = snapshot.has("taxed_from") ? snapshot.path("taxed_from") : snapshot.at("/issuer/address");
        var billed = snapshot.path("billed_company");
        return new Sale(
                issuer.id(),
                address(from),
                address(billed.path("address")),
                Optional.ofNullable(billed.path("tax_id").textValue()),
                issuedOn);
    }

    private static Optional<Address> address(JsonNode address) {
        return address.isObject() ? Optional.of(Address.stored(address.toString())) : Optional.empty();
    }

    private static InvoiceStatus.Facts facts(LockedInvoice locked, InvoiceTotals bill, Refit refit) {
        var before = locked.facts();
        long remaining = refit.remaining(bill.total());
        Optional<SettledBy> settledBy =
                remaining > 0 ? Optional.empty() : before.settledBy().or(() -> Optional.of(settledBy(bill, refit)));
        return InvoiceStatus.Facts.issued(bill.total(), locked.dueOn())
                .with(refit.paid(), remaining, settledBy)
                .collected(before.isCollectionPaused(), before.isGivenUp() && remaining > 0);
    }

    /// Of one that was open, and is not any more because it costs less: what stands on it (rules I-02, S-08).
    private static SettledBy settledBy(InvoiceTotals bill, Refit refit) {
        if (refit.paid() > 0) return SettledBy.PAYMENT;
        if (refit.credited() > 0) return SettledBy.CREDIT;
        if (refit.offset() > 0) return SettledBy.OFFSET;
        return bill.credit() > 0 ? SettledBy.CREDIT : SettledBy.NOTHING_DUE;
    }

    private void settle(Tx tx, LockedInvoice locked, Version version, Refit refit, RetaxUnused.Change retaxed) {
        var bill = version.bill();
        var now = locked.amounts();
        var account = locked.account();
        long released = bill.releasedCredit();
        long carried = Math.max(0, bill.carriedForward() - now.carriedForward());
        credits.move(
                tx,
                List.of(
                        account.grant(CreditSource.OVERPAYMENT, Math.max(0, refit.toLedger()))
                                .on(locked.id()),
                        account.grant(CreditSource.ADJUSTMENT, released + carried)
                                .on(locked.id())));
        long tooMuch = Math.max(0, now.carriedForward() - bill.carriedForward()) + Math.max(0, -refit.toLedger());
        long taken = taking.run(tx, locked, CreditSource.ADJUSTMENT, tooMuch);
        journal.post(
                tx,
                Entry.of(Cause.INVOICE_REGENERATED, locked.currency(), locked.customer())
                        .on(locked.id().value())
                        .move(Account.RECEIVABLE, Account.REVENUE, bill.net() - now.net() - retaxed.net())
                        .move(Account.RECEIVABLE, Account.TAX, bill.tax() - now.tax() - retaxed.tax())
                        .move(Account.RECEIVABLE, Account.CUSTOMER_CREDIT, released + carried - taken)
                        .move(Account.GOODWILL, Account.RECEIVABLE, tooMuch - taken)
                        .move(Account.RECEIVABLE, Account.CUSTOMER_CREDIT, Math.max(0, refit.toLedger()))
                        .move(Account.RECEIVABLE, Account.REVENUE, refit.fromOffset()));
    }
}
