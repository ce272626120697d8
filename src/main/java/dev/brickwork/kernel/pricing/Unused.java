package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.money.Rounding;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// What issued invoices billed beyond a date: at a recast or a termination (rules, Z-02), and for a
/// reduction (U-06).
///
/// @param settlements the invoices with unused value, in the order given
/// @param open charges of a reduction that no issued invoice covers and that lower scheduled invoices
public record Unused(List<Settlement> settlements, List<Charge> open) {
    public Unused {
        settlements = List.copyOf(settlements);
        open = List.copyOf(open);
    }

    /// The adjustment credit, when nobody overrides it.
    public long credit() {
        return settlements.stream().mapToLong(Settlement::credit).sum();
    }

    /// Everything ends at a service date: what lies on and after it is unused.
    public static Unused at(LocalDate date, List<BilledInvoice> invoices) {
        var settlements = new ArrayList<Settlement>();
        for (var invoice : invoices) {
            long net = 0;
            long tax = 0;
            for (var line : invoice.lines()) {
                long unused = line.line().unused(line.service(), date);
                net += unused;
                tax += taxOf(unused, line.net(), line.tax());
            }
            if (net + tax > 0) settlements.add(Settlement.of(invoice, net, tax));
        }
        return new Unused(settlements, List.of());
    }

    /// An upgrade takes something away: the part that was billed before is settled against its invoice, the
    /// rest stays as negative charges for the invoices to come.
    public static Unused ofReduction(Line delta, List<Charge> charges, List<BilledInvoice> invoices) {
        var settlements = new ArrayList<Settlement>();
        var covered = new ArrayList<Period>();
        for (var invoice : invoices) {
            var billed = invoice.lines().stream()
                    .filter(line -> line.line().key().phasePosition()
                                    == delta.key().phasePosition()
                            && line.line().key().brick().equals(delta.key().brick()))
                    .toList();
            var service = billed.stream()
                    .map(BilledInvoice.BilledLine::service)
                    .reduce(Period::union)
                    .flatMap(all -> all.intersection(delta.term()));
            if (service.isEmpty()) continue;
            covered.add(service.get());
            long unused = -delta.unused(service.get(), delta.term().start());
            long net = billed.stream().mapToLong(BilledInvoice.BilledLine::net).sum();
            long tax = billed.stream().mapToLong(BilledInvoice.BilledLine::tax).sum();
            if (unused > 0) settlements.add(Settlement.of(invoice, unused, taxOf(unused, net, tax)));
        }
        return new Unused(
                settlements,
                charges.stream()
                        .filter(charge -> covered.stream().noneMatch(period -> covers(period, charge.service())))
                        .toList());
    }

    private static boolean covers(Period outer, Period inner) {
        return !inner.start().isBefore(outer.start()) && !inner.end().isAfter(outer.end());
    }

    /// the tax of the line by its unused part.
    private static long taxOf(long unused, long net, long tax) {
        return net == 0 || tax == 0 ? 0 : Rounding.share(tax, unused, net);
    }
}
