package dev.brickwork.billing.issue;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.rating.CreditUsage;
import dev.brickwork.billing.rating.RateUsage;
import dev.brickwork.billing.rating.RateUsage.Rated;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.issued.DueInvoice;
import dev.brickwork.invoicing.usage.Billed.Kind;
import dev.brickwork.invoicing.usage.Billed.Row;
import dev.brickwork.invoicing.usage.UsageBillStore;
import dev.brickwork.invoicing.usage.UsageToRate;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.metering.MeterBook;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.money.Money;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/// Puts usage on invoices that are being issued (rules G-03, G-04). From here on it counts as billed.
public final class BillUsage {
    /// Limit of the lines of an invoice with usage: half of what an amount may say, since tax comes on top.
    private static final long LINES_MAX = Money.MINOR_MAX / 2;

    private final MeterBook book;
    private final RateUsage rating;
    private final CreditUsage crediting;
    private final Outbox outbox;
    private final BiConsumer<Tx, SubscriptionId> late;
    private final BiConsumer<Tx, SubscriptionId> all;
    private final UsageBillStore store = new UsageBillStore();

    /// @param late settles what came late of a subscription
    /// @param all settles every window of a subscription that was billed
    public BillUsage(
            BillingDependencies modules,
            MeterBook book,
            RateUsage rating,
            CreditUsage crediting,
            BiConsumer<Tx, SubscriptionId> late,
            BiConsumer<Tx, SubscriptionId> all) {
        this.outbox = modules.outbox();
        this.book = book;
        this.rating = rating;
        this.crediting = crediting;
        this.late = late;
        this.all = all;
    }

    /// Settles changes in windows that were billed, so that they go onto these invoices, not onto later ones.
    void settleLate(Tx tx, List<DueInvoice> due) {
        for (var subscription : book.late(tx, subscriptions(due))) late.accept(tx, subscription);
    }

    /// A contract that is dated back bills the fee of a window when the window has been rated already, and often on the
    /// same invoice. What the window comes to less is given back once the fee is issued with its tax.
    ///
    /// @param issued just now, with their lines
    void settleFees(Tx tx, Map<UUID, List<Billable>> issued) {
        var withFee = issued.entrySet().stream()
                .filter(each -> each.getValue().stream().anyMatch(BillUsage::mayBeFee))
                .map(Map.Entry::getKey)
                .toList();
        if (withFee.isEmpty()) return;
        for (var subscription : store.ratedBeforeFee(tx, withFee)) all.accept(tx, subscription);
    }

    private static boolean mayBeFee(Billable line) {
        return line.kind() == Billable.Kind.CHARGE && line.quantity().signum() == 0 && line.gross() > 0;
    }

    private static Set<SubscriptionId> subscriptions(List<DueInvoice> invoices) {
        var subscriptions = new LinkedHashSet<SubscriptionId>();
        for (var one : invoices) one.subscription().ifPresent(id -> subscriptions.add(new SubscriptionId(id)));
        return subscriptions;
    }

    /// The usage lines of each invoice. The caller has locked their subscriptions' rows; no usage is added to them
    /// until the commit.
    ///
    /// @param otherLines invoices that bill something else too: they need no line that says nothing
    Map<UUID, List<Billable>> run(Tx tx, List<DueInvoice> due, Map<UUID, List<Billable>> otherLines) {
        var metered = due.stream()
                .filter(one -> one.holdsUsage() && one.subscription().isPresent())
                .toList();
        if (metered.isEmpty()) return Map.of();
        book.hold(tx, subscriptions(metered));
        var lines = new HashMap<UUID, List<Billable>>();
        for (var round : rounds(metered)) lines.putAll(bill(tx, round, otherLines));
        return lines;
    }

    /// One invoice of each subscription at a time, the earliest first: the next one bills what this one has left.
    private static List<List<DueInvoice>> rounds(List<DueInvoice> due) {
        var rounds = new ArrayList<List<DueInvoice>>();
        var taken = new HashMap<UUID, Integer>();
        for (var one : due) {
            int round = taken.merge(one.subscription().orElseThrow(), 1, Integer::sum) - 1;
            if (round == rounds.size()) rounds.add(new ArrayList<>());
            rounds.get(round).add(one);
        }
        return rounds;
    }

    /// In as many statements for all as for one.
    private Map<UUID, List<Billable>> bill(Tx tx, List<DueInvoice> round, Map<UUID, List<Billable>> otherLines) {
        var subscriptions = subscriptions(round);
        var metered = rating.metered(tx, subscriptions);
        var billed = store.of(tx, subscriptions);
        var invoices = new HashMap<SubscriptionId, DueInvoice>();
        var asked = new ArrayList<UsageToRate>();
        for (var one : round) {
            var subscription = new SubscriptionId(one.subscription().orElseThrow());
            invoices.put(subscription, one);
            var its = metered.get(subscription);
            if (its != null) asked.addAll(RateUsage.due(its, one.parties(), one.billOn(), billed));
        }
        var rated = fitting(rating.rate(tx, asked), invoices, otherLines);
        book.billed(tx, rated.stream().map(Rated::billed).toList());
        var lines = new HashMap<UUID, List<Billable>>();
        var rows = new ArrayList<Row>();
        for (var each : rated) {
            var invoice = Objects.requireNonNull(invoices.get(each.key().subscription()));
            if (!each.isPriced())
                outbox.stage(tx, each.problem("invoice", invoice.id()).event());
            var one = each.change().net() < 0 ? credited(tx, invoice, each) : each;
            var row = one.row(Ids.next(), one.isPriced() ? Kind.BILLED : Kind.UNPRICED, invoice.id(), Optional.empty());
            rows.add(row);
            boolean isAlone = otherLines.getOrDefault(invoice.id(), List.of()).isEmpty();
            if (one.isTold() || isAlone) {
                lines.computeIfAbsent(invoice.id(), _ -> new ArrayList<>())
                        .add(one.line(Billable.Kind.USAGE, row.id()));
            }
        }
        store.insert(tx, rows);
        return lines;
    }

    /// Leaves usage out for which its invoice has no room, the largest first: the rest of the invoice goes out.
    private static List<Rated> fitting(
            List<Rated> rated, Map<SubscriptionId, DueInvoice> invoices, Map<UUID, List<Billable>> otherLines) {
        var space = new HashMap<UUID, Long>();
        otherLines.forEach((id, lines) -> space.put(id, room(lines)));
        var fitting = new ArrayList<>(rated);
        var smallestFirst = IntStream.range(0, rated.size())
                .boxed()
                .sorted(Comparator.comparingLong(
                        i -> Math.abs(rated.get(i).change().gross())))
                .toList();
        for (int i : smallestFirst) {
            var one = rated.get(i);
            var invoice = Objects.requireNonNull(invoices.get(one.key().subscription()));
            long room = space.getOrDefault(invoice.id(), LINES_MAX);
            long size = Math.max(
                    Math.abs(one.change().gross()), Math.abs(one.change().net()));
            if (size > room) fitting.set(i, one.leftOut());
            else space.put(invoice.id(), room - size);
        }
        return fitting;
    }

    private static long room(List<Billable> lines) {
        long room = LINES_MAX;
        for (var line : lines) room = Math.max(0, room - Math.abs(line.gross()));
        return room;
    }

    /// Less than before is no line of an invoice: the ledger has it, and the invoice says that it looked.
    private Rated credited(Tx tx, DueInvoice invoice, Rated less) {
        var account = new CreditAccount(invoice.customer(), invoice.currency());
        crediting.run(tx, account, less.credit());
        return less.adding(Overage.NONE).crediting(Overage.NONE.minus(less.change()));
    }
}
