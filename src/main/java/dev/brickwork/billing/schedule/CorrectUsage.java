package dev.brickwork.billing.schedule;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.rating.CreditUsage;
import dev.brickwork.billing.rating.RateUsage;
import dev.brickwork.billing.rating.RateUsage.Rated;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.StandaloneLine;
import dev.brickwork.invoicing.usage.Billed;
import dev.brickwork.invoicing.usage.Billed.Kind;
import dev.brickwork.invoicing.usage.Billed.Row;
import dev.brickwork.invoicing.usage.UsageBillStore;
import dev.brickwork.invoicing.usage.UsageToRate;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.metering.MeterBook;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.sellers.Sellers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Settles exactly the difference when a window that was billed rates otherwise now (rule G-06): more goes to the
/// next scheduled invoice, or onto one of its own when none is left; less goes to the customer's ledger, with its
/// tax.
public final class CorrectUsage {
    /// Half of what an amount may say (rule M-09): the other lines and the tax of its invoice come on top.
    private static final long LINE_MAX = Money.MINOR_MAX / 2;

    private final Outbox outbox;
    private final Sellers sellers;
    private final Customers customers;
    private final MeterBook book;
    private final RateUsage rating;
    private final CreditUsage crediting;
    private final DeferItem deferring;
    private final CreateStandalone standalone;
    private final UsageBillStore store = new UsageBillStore();

    public CorrectUsage(
            BillingDependencies modules,
            MeterBook book,
            RateUsage rating,
            CreditUsage crediting,
            DeferItem deferring,
            CreateStandalone standalone) {
        this.outbox = modules.outbox();
        this.sellers = modules.sellers();
        this.customers = modules.customers();
        this.book = book;
        this.rating = rating;
        this.crediting = crediting;
        this.deferring = deferring;
        this.standalone = standalone;
    }

    /// Rates every marked window of the subscription again and settles the difference. The caller holds the lock of
    /// the subscription's row.
    public void settle(Tx tx, SubscriptionId subscription) {
        var late = book.late(tx, subscription);
        if (late.isEmpty()) return;
        var billed = store.ofSubscription(tx, subscription);
        rating.metered(tx, subscription)
                .ifPresent(metered -> differences(tx, metered, billed, window -> isAmong(window, late)));
        book.settled(tx, late);
    }

    private static boolean isAmong(UsageToRate ask, List<MeterBook.LateHour> late) {
        return late.stream()
                .anyMatch(hour -> hour.brick().equals(ask.key().brick())
                        && !hour.hour().isBefore(ask.window().meter().from())
                        && hour.hour().isBefore(ask.window().meter().until(ask.ratedOn())));
    }

    /// Settles all billed windows of a subscription, for example after a contract was changed backwards.
    public void settleAll(Tx tx, SubscriptionId subscription) {
        var billed = store.ofSubscription(tx, subscription);
        if (billed.isEmpty()) return;
        rating.metered(tx, subscription).ifPresent(metered -> differences(tx, metered, billed, _ -> true));
    }

    private void differences(
            Tx tx, RateUsage.Metered metered, Map<WindowKey, Billed> billed, Predicate<UsageToRate> wanted) {
        var subscription = metered.subscription();
        var open = store.open(tx, subscription.id());
        var asked = new ArrayList<UsageToRate>();
        billed.forEach((key, rows) -> {
            var window = Optional.ofNullable(metered.windows().get(key));
            window.map(rows::again).filter(wanted).ifPresent(asked::add);
            if (window.isEmpty()) forget(tx, subscription, key, rows, open);
        });
        for (var rated : rating.rate(tx, asked)) {
            boolean isTooMuch = !rated.isPriced() || rated.change().net() > LINE_MAX;
            if (isTooMuch) { // Stays as it was billed, until the entries are corrected.
                var problem = rated.problem("subscription", subscription.id().value());
                outbox.stage(tx, problem.event());
                continue;
            }
            var parties =
                    Objects.requireNonNull(metered.windows().get(rated.key())).parties();
            var left = withoutWaiting(tx, rated, billed.get(rated.key()), open);
            settle(tx, subscription, parties, left);
        }
    }

    /// Takes unpaid corrections off unissued invoices when the window comes to less now, before anything is given
    /// back.
    private Rated withoutWaiting(Tx tx, Rated rated, @Nullable Billed billed, Collection<UUID> open) {
        if (rated.change().net() >= 0 || billed == null) return rated;
        return rated.after(Billed.sum(takeBack(tx, rated.key(), billed, open)));
    }

    private void settle(Tx tx, Subscription subscription, Subscription.BillingParties parties, Rated rated) {
        var change = rated.change();
        if (change.net() == 0 && change.gross() == 0) return;
        if (change.net() < 0) {
            credit(tx, subscription, rated.credit());
        } else {
            bill(tx, subscription, billed(tx, subscription, parties), rated);
        }
    }

    /// Credits the customer that the window was billed to, also when another has taken over since (rule I-16).
    private void credit(Tx tx, Subscription subscription, Row credit) {
        var customer = crediting
                .bearer(tx, credit.window())
                .map(UsageBillStore.Bearer::customer)
                .orElse(subscription.customer());
        crediting.run(tx, new CreditAccount(customer, subscription.currency()), credit);
    }

    /// The parties that a window is billed to, even if they have left the contract since. If one of them was
    /// erased, those that have the contract now.
    private Subscription.BillingParties billed(Tx tx, Subscription subscription, Subscription.BillingParties parties) {
        if (parties.equals(subscription.parties())) return parties;
        for (var id : new TreeSet<>(List.of(parties.customer(), parties.billedCompany()))) {
            if (customers.lockShared(tx, new CustomerId(id)).orElseThrow().isErased()) return subscription.parties();
        }
        return parties;
    }

    private void bill(Tx tx, Subscription subscription, Subscription.BillingParties parties, Rated rated) {
        var id = Ids.next();
        var line = rated.line(Billable.Kind.CORRECTION, id);
        var deferred = deferring.place(tx, subscription.id(), parties, line);
        var invoice = deferred.map(DeferItem.Placed::invoice).orElseGet(() -> alone(tx, subscription, parties, line));
        var item = deferred.map(DeferItem.Placed::item);
        store.insert(tx, rated.row(id, Kind.CORRECTION, invoice.value(), item));
    }

    private InvoiceId alone(Tx tx, Subscription subscription, Subscription.BillingParties parties, Billable line) {
        var today = subscription.today(tx.now());
        var terms = subscription
                .agreed()
                .paymentTermsDays()
                .orElseGet(() -> sellers.get(tx, tx.seller()).paymentTermsDays());
        return standalone.run(
                tx, subscription, parties, new StandaloneLine(line, today, Optional.empty(), terms, false));
    }

    /// The contract has no such window any more: nothing of it is owed but what a void has taken off.
    private void forget(Tx tx, Subscription subscription, WindowKey key, Billed billed, Collection<UUID> open) {
        var waiting = Billed.sum(takeBack(tx, key, billed, open));
        var sum = billed.sum().plus(waiting);
        if (sum.net() < 0) crediting.takeBackOfFee(tx, subscription.currency(), key, billed, -sum.net());
        var paid = sum.minus(billed.kept());
        if (paid.net() <= 0) return;
        var last = billed.ratedOn().orElseThrow();
        credit(tx, subscription, Row.credit(key, last, Quantity.ZERO, Overage.NONE.minus(paid)));
    }

    /// Takes corrections of a window back that wait on unissued invoices. Returns the rows that undo them.
    ///
    /// @param open the unissued invoices
    public List<Row> takeBack(Tx tx, WindowKey key, Billed billed, Collection<UUID> open) {
        var undone = new ArrayList<Row>();
        for (var row : billed.rows()) {
            boolean isWaiting = row.kind() == Kind.CORRECTION
                    && row.item().isPresent()
                    && open.contains(row.invoice().orElseThrow())
                    && billed.rows().stream()
                            .noneMatch(other -> other.kind() == Kind.TAKEN_BACK
                                    && other.item().equals(row.item()));
            if (!isWaiting) continue;
            if (!deferring.takeBack(
                    tx,
                    key.subscription(),
                    row.invoice().orElseThrow(),
                    row.item().orElseThrow())) {
                continue;
            }
            var undo = new Row(
                    Ids.next(),
                    key,
                    row.ratedOn(),
                    Kind.TAKEN_BACK,
                    row.used(),
                    Overage.NONE.minus(row.change()),
                    row.invoice(),
                    row.item());
            store.insert(tx, undo);
            undone.add(undo);
        }
        return undone;
    }
}
