package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.money.Rounding;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/// What issued invoices billed beyond a date: at a recast or a termination (rules, Z-02).
public final class Unused {
    private Unused() {}

    /// Everything ends at a service date: what lies on and after it is unused. Tells of the invoices with unused
    /// value, in the order given.
    public static List<Settlement> at(LocalDate date, List<BilledInvoice> invoices) {
        var settlements = new ArrayList<Settlement>();
        for (var invoice : invoices) {
            long net = 0;
            long tax = 0;
            for (var line : invoice.lines()) {
                long unused = line.line().unused(line.service(), date);
                net += unused;
                tax += taxOf(unused, line.net(), line.tax());
            }
            boolean isBelowZero = net + tax < 0 && invoice.carriedForward() > 0;
            if (net + tax > 0 || isBelowZero) settlements.add(Settlement.of(invoice, net, tax));
        }
        return settlements;
    }

    /// the tax of the line by its unused part.
    private static long taxOf(long unused, long net, long tax) {
        return net == 0 || tax == 0 ? 0 : Rounding.share(tax, unused, net);
    }
}
