package dev.brickwork.pricing;

import dev.brickwork.pricing.money.Rounding;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Computes the unused part of issued invoices after a date, at a recast or a termination (rules, Z-02).
public final class Unused {
    private Unused() {}

    /// The unused part of one invoice. Below zero where a discount above its price reaches beyond the date.
    private static final class Part {
        final BilledInvoice invoice;
        long net;
        long tax;

        Part(BilledInvoice invoice) {
            this.invoice = invoice;
        }

        long total() {
            return net + tax;
        }

        /// Moves all of another one here.
        void take(Part other) {
            net += other.net;
            tax += other.tax;
            other.net = 0;
            other.tax = 0;
        }
    }

    /// Everything ends at a service date: what lies on and after it is unused. Tells of the invoices with unused
    /// value, in the order given.
    ///
    /// @param invoices of one customer
    public static List<Settlement> at(LocalDate date, List<BilledInvoice> invoices) {
        var parts = invoices.stream().map(invoice -> part(invoice, date)).toList();
        for (var part : parts) if (part.total() < 0 && part.invoice.given() == 0) lower(part, parts);
        var settlements = new ArrayList<Settlement>();
        for (var part : parts) {
            boolean isBelowZero = part.total() < 0 && part.invoice.given() > 0;
            if (part.total() > 0 || isBelowZero) settlements.add(Settlement.of(part.invoice, part.net, part.tax));
        }
        return settlements;
    }

    private static Part part(BilledInvoice invoice, LocalDate date) {
        var part = new Part(invoice);
        var alike = new LinkedHashMap<String, Alike>();
        boolean isAlike = invoice.isTaxedTogether();
        for (var line : invoice.lines()) {
            long unused = line.unused(date);
            part.net += unused;
            if (isAlike) {
                alike.merge(line.line().taxCategory(), new Alike(unused, line.net(), line.tax()), Alike::plus);
            } else {
                part.tax += taxOf(unused, line.net(), line.tax());
            }
        }
        // Where less than nothing is left of something, all of its tax goes, and no more.
        for (var all : alike.values()) {
            long taxed = all.net < 0 ? all.unused : Math.min(all.unused, all.net);
            part.tax += taxOf(taxed, all.net, all.tax);
        }
        return part;
    }

    /// All that is taxed alike on an invoice: beside a negative line, which bears no tax (M-06), a line bears less than
    /// its own; and of what was taken back before, the tax is gone.
    private record Alike(long unused, long net, long tax) {
        Alike plus(Alike other) {
            return new Alike(unused + other.unused, net + other.net, tax + other.tax);
        }
    }

    /// An invoice that gave less than nothing for the rest of the time, and no credit for it (M-08), made others
    /// cheaper by that: what these give back is less by as much, the latest first.
    private static void lower(Part below, List<Part> all) {
        for (var other : all.reversed()) {
            if (other.total() <= 0) continue;
            if (below.total() + other.total() < 0) {
                below.take(other);
                continue;
            }
            other.take(below);
            return;
        }
    }

    /// the tax of the line by its unused part.
    private static long taxOf(long unused, long net, long tax) {
        return net == 0 || tax == 0 ? 0 : Rounding.share(tax, unused, net);
    }
}
