package dev.brickwork.billing.invoices;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.rating.RateUsage;
import dev.brickwork.billing.rating.RateUsage.Metered;
import dev.brickwork.billing.rating.RateUsage.Rated;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.invoicing.issued.InvoiceTotals;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.invoicing.issued.IssueStore;
import dev.brickwork.invoicing.usage.Billed;
import dev.brickwork.invoicing.usage.UsageBillStore;
import dev.brickwork.invoicing.usage.UsageToRate;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.tax.Sale;
import dev.brickwork.tax.Taxes;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/// Estimates an unissued invoice with the usage so far, without a guess at what is still to come (rule G-10).
public final class ExpectUsage {
    /// Usage so far lies in windows that are rated at one of the next two dates.
    private static final int LOOKED_AT_MAX = 2;

    private final Sellers sellers;
    private final Customers customers;
    private final Taxes taxes;
    private final RateUsage rating;
    private final InvoiceView view;
    private final UsageBillStore store = new UsageBillStore();
    private final IssueStore lines = new IssueStore();

    public ExpectUsage(BillingDependencies modules, RateUsage rating, InvoiceView view) {
        this.sellers = modules.sellers();
        this.customers = modules.customers();
        this.taxes = modules.taxes();
        this.rating = rating;
        this.view = view;
    }

    Invoice run(Tx tx, Invoice invoice) {
        return run(tx, List.of(invoice)).getFirst();
    }

    /// Estimates a list of invoices, whose contracts are read at once.
    List<Invoice> run(Tx tx, List<Invoice> invoices) {
        var dates = new HashMap<Payer, List<LocalDate>>();
        for (var invoice : invoices) {
            if (isOpen(invoice))
                dates.computeIfAbsent(Payer.of(invoice), it -> store.openDates(tx, it.subscription, it.parties));
        }
        dates.values().removeIf(List::isEmpty);
        if (dates.isEmpty()) return invoices;
        var subscriptions = dates.keySet().stream().map(Payer::subscription).collect(Collectors.toSet());
        var known = new Known(dates, rating.metered(tx, subscriptions), store.of(tx, subscriptions));
        return invoices.stream()
                .map(invoice -> isOpen(invoice) ? run(tx, invoice, known) : invoice)
                .toList();
    }

    private static boolean isOpen(Invoice invoice) {
        return !invoice.isIssued()
                && !invoice.facts().isVoided()
                && invoice.subscription().isPresent();
    }

    /// Whose usage of a subscription is billed together.
    private record Payer(SubscriptionId subscription, Subscription.BillingParties parties) {
        static Payer of(Invoice invoice) {
            return new Payer(
                    new SubscriptionId(invoice.subscription().orElseThrow()),
                    new Subscription.BillingParties(
                            invoice.customer(), invoice.billedCompany(), new LegalEntityId(invoice.entity())));
        }
    }

    /// Contracts and billed usage, read once for all invoices.
    ///
    /// @param dates on which a payer will have usage billed
    private record Known(
            Map<Payer, List<LocalDate>> dates, Map<SubscriptionId, Metered> metered, Map<WindowKey, Billed> billed) {}

    /// Usage beyond what an amount may say has no price (rule M-09): its invoice is told without it, as one is whose
    /// meters are not priced, and a list tells the others.
    private Invoice run(Tx tx, Invoice invoice, Known known) {
        try {
            var rated = rated(tx, invoice, known);
            return rated.isEmpty() ? invoice : with(tx, invoice, rated);
        } catch (AmountOutOfRange _) {
            return invoice;
        }
    }

    /// The earliest invoice on which usage so far is to be billed, when it comes before another one.
    Optional<Invoice> next(Tx tx, Subscription subscription, Optional<LocalDate> before) {
        for (var id : view.waitingForUsage(tx, subscription, before, LOOKED_AT_MAX)) {
            var invoice = run(tx, view.find(tx, new InvoiceId(id)).orElseThrow());
            if (invoice.sums().total() > 0) return Optional.of(invoice);
        }
        return Optional.empty();
    }

    /// Usage beyond the rating of the payer's invoice before it, issued or not.
    private List<Rated> rated(Tx tx, Invoice invoice, Known known) {
        var payer = Payer.of(invoice);
        var billOn = invoice.billOn();
        var dates = known.dates.getOrDefault(payer, List.of());
        var metered = Optional.ofNullable(known.metered.get(payer.subscription));
        if (!dates.contains(billOn) || metered.isEmpty()) return List.of();
        var before = dates.stream().filter(date -> date.isBefore(billOn)).max(LocalDate::compareTo);
        var asked = new ArrayList<UsageToRate>();
        var earlier = new ArrayList<UsageToRate>();
        metered.get().windows().forEach((key, window) -> {
            if (!window.parties().equals(payer.parties) || window.meter().from().isAfter(tx.now())) return;
            var rows = known.billed.getOrDefault(key, Billed.NOTHING);
            var last = window.lastDate(billOn).filter(rows::isDueOn);
            var first = before.flatMap(window::lastDate).filter(rows::isDueOn);
            if (last.isEmpty() || first.equals(last)) return;
            first.ifPresent(date -> earlier.add(rows.ask(window, date)));
            asked.add(rows.ask(window, last.get()));
        });
        var sums = new HashMap<WindowKey, Overage>();
        for (var rated : rating.rate(tx, earlier)) sums.put(rated.key(), rated.rating());
        asked.replaceAll(ask -> ask.after(sums.getOrDefault(ask.key(), ask.before())));
        return rating.rate(tx, asked).stream()
                .filter(rated -> rated.change().net() > 0)
                .toList();
    }

    private Invoice with(Tx tx, Invoice invoice, List<Rated> rated) {
        var stored = stored(tx, invoice.id());
        var id = invoice.id().value();
        var billables =
                new ArrayList<>(lines.billables(tx, Map.of(id, stored.term)).getOrDefault(id, List.of()));
        int before = billables.size();
        for (var each : rated) billables.add(each.line(Billable.Kind.USAGE, id));
        var billed = customers.find(tx, new CustomerId(invoice.billedCompany())).orElseThrow();
        var issuer = sellers.entity(tx, new LegalEntityId(invoice.entity())).orElseThrow();
        var today = invoice.zone().dateOf(tx.now());
        var bill = InvoiceTotals.of(
                billables,
                taxes.rates(tx, Sale.of(issuer, billed.address(), billed.taxId(), today)),
                stored.credit,
                stored.label,
                invoice.billOn());
        return invoice.with(sums(invoice, bill), items(invoice, bill, before));
    }

    private static Invoice.Sums sums(Invoice invoice, InvoiceTotals bill) {
        var sums = invoice.sums();
        long settled = sums.paid() + sums.credited() + sums.offset();
        return new Invoice.Sums(
                bill.subTotal(),
                bill.discount(),
                bill.tax(),
                bill.total(),
                sums.paid(),
                sums.credited(),
                sums.offset(),
                Math.max(0, bill.total() - settled));
    }

    /// The lines as they stand with their new tax, the usage after them, then the credit.
    private static List<Invoice.Item> items(Invoice invoice, InvoiceTotals bill, int before) {
        var items = new ArrayList<Invoice.Item>();
        for (int i = 0; i < bill.lines().size(); i++) {
            var taxed = bill.lines().get(i);
            var added = InvoiceView.kind(taxed.line().kind().name(), Optional.empty());
            items.add(taxed.item(i < before ? invoice.items().get(i).kind() : added));
        }
        return items;
    }

    private record Stored(Optional<UUID> term, long credit, Optional<String> label) {}

    private static Stored stored(Tx tx, InvoiceId id) {
        return tx.query("""
                SELECT term_order_id, adjustment_credit, adjustment_credit_label
                FROM invoice
                WHERE seller_id = :seller AND id = :id
                """)
                .bind("id", id.value())
                .map((row, _) -> new Stored(
                        Columns.maybeUuid(row, "term_order_id"),
                        Columns.number(row, "adjustment_credit"),
                        Columns.maybeText(row, "adjustment_credit_label")))
                .one();
    }
}
