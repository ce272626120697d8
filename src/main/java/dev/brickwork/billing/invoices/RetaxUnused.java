package dev.brickwork.billing.invoices;

import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.InvoiceTotals;
import dev.brickwork.invoicing.issued.SettlementStore;
import dev.brickwork.invoicing.issued.VersionStore;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.Settlement;
import dev.brickwork.pricing.money.Rounding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Corrects the tax of what contract changes took back from an invoice when the invoice is priced again with
/// another tax. That part was taken back with its tax (rule R-03), so it gets the other tax too: the customer pays
/// no tax for it, and none of it comes back twice.
public final class RetaxUnused {
    private final SettlementStore store;
    private final VersionStore versions;

    RetaxUnused(SettlementStore store, VersionStore versions) {
        this.store = store;
        this.versions = versions;
    }

    /// How much more, or less, was taken back.
    ///
    /// @param offset of what is owed; the offset never falls below zero
    /// @param given of what the customer was given; above zero only where credit was taken back from them (M-08)
    /// @param tax in all that was taken back: where a recast gave another amount (rule R-06), that stays as it
    ///     is and only has another tax in it
    public record Change(long offset, long given, long tax) {
        public static final Change NONE = new Change(0, 0, 0);

        long net() {
            return offset + given - tax;
        }
    }

    /// Net amount that an invoice bills, and its tax.
    private record Taxed(long net, long tax) {
        static final Taxed NOTHING = new Taxed(0, 0);

        /// The tax of a part, after others were taken: all of them bear no more than there is.
        long of(long part, long earlier) {
            return upTo(earlier + part) - upTo(earlier);
        }

        private long upTo(long part) {
            return net == 0 ? 0 : Rounding.share(tax, net < 0 ? part : Math.min(part, net), net);
        }

        Taxed plus(Taxed other) {
            return new Taxed(net + other.net, tax + other.tax);
        }
    }

    Change run(Tx tx, LockedInvoice locked, InvoiceTotals bill) {
        var taken = store.taken(tx, locked.id());
        if (taken.isEmpty()) return Change.NONE;
        var before = before(tx, locked);
        var after = after(bill);
        var all = Change.NONE;
        long credited = 0;
        for (int i = 0; i < taken.size(); i++) {
            var one = taken.get(i);
            long tax = change(one, earlier(one, taken.subList(0, i)), of(one, before), of(one, after));
            boolean isTakenBack = one.sum().unusedNet() < 0;
            long offset = isTakenBack ? 0 : Math.max(tax, -(locked.amounts().offset() + all.offset));
            long credit = isTakenBack ? takenBack(one.sum(), tax, bill.carriedForward() + credited) : tax - offset;
            credited += one.sum().credit() + credit;
            if (tax == 0 && credit == 0) continue;
            // What was given by hand stays, as far as there is that much.
            long given = isTakenBack ? credit : Math.min(0, one.sum().credit() + credit - one.given());
            var more = new Settlement(locked.id().value(), 0, tax, credit, offset);
            store.insertRetaxed(tx, one.change(), more, given);
            long inTaken = one.sum().plus(more).taxTaken(one.given() + given)
                    - one.sum().taxTaken(one.given());
            all = new Change(all.offset + offset, all.given + given, all.tax + inTaken);
        }
        return all;
    }

    /// How much less credit is taken back (M-08): never more is than the invoice gives with its new tax.
    ///
    /// @param gives what it gives before this change
    private static long takenBack(Settlement unused, long tax, long gives) {
        return -unused.credit() - Math.clamp(-(unused.unused() + tax), 0, Math.max(0, gives));
    }

    /// How much more tax it bears by the rate of all that is taxed alike; where none is left, all of it goes.
    private static long change(SettlementStore.Taken taken, long earlier, Taxed before, Taxed after) {
        var unused = taken.sum();
        if (after.tax == 0) return -unused.unusedTax();
        return after.of(unused.unusedNet(), earlier) - before.of(unused.unusedNet(), earlier);
    }

    /// Net amount that earlier changes took back, of the same tax category if the change has one.
    private static long earlier(SettlementStore.Taken taken, List<SettlementStore.Taken> others) {
        return others.stream()
                .filter(other -> taken.category().isEmpty() || taken.category().equals(other.category()))
                .mapToLong(other -> other.sum().unusedNet())
                .sum();
    }

    private static Taxed of(SettlementStore.Taken taken, Map<String, Taxed> byCategory) {
        return taken.category()
                .map(category -> byCategory.getOrDefault(category, Taxed.NOTHING))
                .orElseGet(() -> byCategory.values().stream().reduce(Taxed.NOTHING, Taxed::plus));
    }

    private static Map<String, Taxed> after(InvoiceTotals bill) {
        var taxed = new HashMap<String, Taxed>();
        for (var line : bill.lines()) {
            var kind = line.line().kind();
            if (kind == Billable.Kind.ADJUSTMENT_CREDIT || kind == Billable.Kind.CARRIED_FORWARD) continue;
            taxed.merge(line.line().taxCategory(), new Taxed(line.line().net(), line.tax()), Taxed::plus);
        }
        return taxed;
    }

    private Map<String, Taxed> before(Tx tx, LockedInvoice locked) {
        var taxed = new HashMap<String, Taxed>();
        versions.taxed(tx, locked).forEach((category, sum) -> taxed.put(category, new Taxed(sum.net(), sum.tax())));
        return taxed;
    }
}
