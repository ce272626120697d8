package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.money.Rounding;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// What issued invoices billed beyond a date: at a recast or a termination (rules, Z-02).
///
/// @param settlements the invoices with unused value, in the order given
public record Unused(List<Settlement> settlements) {
    public Unused {
        settlements = List.copyOf(settlements);
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
        return new Unused(settlements);
    }

    /// the tax of the line by its unused part.
    private static long taxOf(long unused, long net, long tax) {
        return net == 0 || tax == 0 ? 0 : Rounding.share(tax, unused, net);
    }
}
