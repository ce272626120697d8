package dev.brickwork.invoicing.usage;

import dev.brickwork.platform.Ids;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.money.Quantity;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.UUID;

/// Billing history of a window of usage: one row for each difference that was settled, in their order.
///
/// @param voided invoices that bore some of it and were voided
/// @param fee that was billed before all of them, at the start of a window without a commitment
public record Billed(List<Row> rows, Set<UUID> voided, AdvanceFee fee) {
    public static final Billed NOTHING = new Billed(List.of(), Set.of());

    public Billed(List<Row> rows, Set<UUID> voided) {
        this(rows, voided, AdvanceFee.NONE);
    }

    public Billed after(AdvanceFee paid) {
        return new Billed(rows, voided, paid);
    }

    /// How a difference was settled.
    public enum Kind {
        BILLED,
        /// Left off its invoice, because no amount could say it (rule M-09).
        UNPRICED,
        CORRECTION,
        CREDIT,
        CREDIT_RETURNED,
        REGENERATED,
        TAKEN_BACK
    }

    /// One difference.
    ///
    /// @param ratedOn service date: usage before it is in the rating
    /// @param change what it adds to what was billed
    /// @param item the line of an unissued invoice that a correction waits on
    public record Row(
            UUID id,
            WindowKey window,
            LocalDate ratedOn,
            Kind kind,
            Quantity used,
            Overage change,
            Optional<UUID> invoice,
            Optional<UUID> item) {
        /// Less is owed, and the customer's ledger has the difference.
        public static Row credit(WindowKey window, LocalDate ratedOn, Quantity used, Overage change) {
            return new Row(Ids.next(), window, ratedOn, Kind.CREDIT, used, change, Optional.empty(), Optional.empty());
        }

        /// Credit is taken back from the customer's ledger.
        public static Row creditReturned(WindowKey window, LocalDate ratedOn, Quantity used, Overage change) {
            return new Row(
                    Ids.next(),
                    window,
                    ratedOn,
                    Kind.CREDIT_RETURNED,
                    used,
                    change,
                    Optional.empty(),
                    Optional.empty());
        }
    }

    public Overage sum() {
        return sum(rows);
    }

    /// The part that is not given back when less was used: what was on voided invoices counts as billed, but was
    /// never paid (rule I-07).
    public Overage kept() {
        var waived = waived();
        var sum = sum();
        return waived.net() < sum.net() ? waived : sum;
    }

    /// Whether the last of it was left off, and no correction has come since.
    public boolean isLeftOff() {
        return !rows.isEmpty() && rows.getLast().kind == Kind.UNPRICED;
    }

    /// Whether an invoice bears some of it.
    public boolean isOn(UUID invoice) {
        return fee.isOn(invoice)
                || rows.stream()
                        .anyMatch(row -> row.invoice.filter(invoice::equals).isPresent());
    }

    /// Sum of the rows on voided invoices.
    private Overage waived() {
        return sum(rows.stream()
                .filter(row -> row.invoice.filter(voided::contains).isPresent())
                .toList());
    }

    /// Credit that the customer's ledger keeps for the window when another of its invoices is void: as much as it
    /// would have got, had that been void from the beginning.
    public long creditedWithout(UUID invoice) {
        var all = new HashSet<>(voided);
        all.add(invoice);
        return new Billed(rows, all, fee).paidBeyond(owed(), 0);
    }

    /// The amount owed for the window, derived from the credit that was given: less than what counts as billed,
    /// where invoices were voided that bear more.
    private long owed() {
        long top = billed();
        long left = credited();
        for (var layer : layers().reversed()) {
            if (layer.isOwed) {
                if (left < layer.net) return top - left;
                left -= layer.net;
            }
            top -= layer.net;
        }
        return top;
    }

    /// Net credit that the customer's ledger has got for the window.
    public long credited() {
        return given().net();
    }

    /// Credit that the customer's ledger has got for the window, with its units.
    public Overage given() {
        return Overage.NONE.minus(
                sum(rows.stream().filter(row -> row.invoice.isEmpty()).toList()));
    }

    /// Net beyond an amount that invoices bear that are not void. Each invoice bears what came on top of those
    /// before it, so that less usage takes from the last ones first; voided ones have nothing to give back
    /// (rule I-07). Below zero lies the fee that was billed before them.
    ///
    /// @param credited what was given back already
    public long paidBeyond(long amount, long credited) {
        long top = billed() - credited;
        long beyond = 0;
        long left = credited;
        for (var layer : layers().reversed()) {
            long net = layer.net;
            if (layer.isOwed) {
                long gone = Math.min(left, net);
                left -= gone;
                net -= gone;
                beyond += Math.max(0, top - Math.max(top - net, amount));
            }
            top -= net;
        }
        return beyond;
    }

    /// Part of a window that one invoice bears on top of those before it.
    ///
    /// @param isOwed it is not void
    private record Layer(long net, boolean isOwed) {}

    /// The fee first.
    private List<Layer> layers() {
        var layers = new ArrayList<Layer>();
        for (var part : fee.parts()) layers.add(new Layer(part.net(), part.isOwed(voided)));
        byInvoice().forEach((invoice, net) -> layers.add(new Layer(net, !voided.contains(invoice))));
        return layers;
    }

    /// All that invoices bear beyond the fee.
    private long billed() {
        return byInvoice().values().stream().mapToLong(Long::longValue).sum();
    }

    private SequencedMap<UUID, Long> byInvoice() {
        var byInvoice = new LinkedHashMap<UUID, Long>();
        for (var row : rows) {
            row.invoice.ifPresent(id -> byInvoice.merge(id, row.change.net(), Long::sum));
        }
        return byInvoice;
    }

    public static Overage sum(List<Row> rows) {
        var sum = Overage.NONE;
        for (var row : rows) {
            sum = new Overage(
                    sum.units().plus(row.change.units()),
                    sum.gross() + row.change.gross(),
                    sum.discount() + row.change.discount());
        }
        return sum;
    }

    /// To rate what was billed anew, up to where the window ends now at the latest.
    public UsageToRate again(BilledWindow window) {
        var end = window.end();
        return ask(window, ratedOn().filter(end::isAfter).orElse(end));
    }

    /// To rate the window up to a date.
    public UsageToRate ask(BilledWindow window, LocalDate ratedOn) {
        return new UsageToRate(window, ratedOn, sum(), after(window.fee()));
    }

    /// Whether usage up to a date has not been rated yet.
    public boolean isDueOn(LocalDate date) {
        return ratedOn().map(date::isAfter).orElse(true);
    }

    /// Up to when it was rated, if it was.
    public Optional<LocalDate> ratedOn() {
        return rows.stream().map(Row::ratedOn).max(LocalDate::compareTo);
    }
}
