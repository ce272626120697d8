package dev.brickwork.subscriptions;

import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.kernel.pricing.Accrual;
import dev.brickwork.kernel.pricing.Amounts;
import dev.brickwork.kernel.pricing.BilledInvoice;
import dev.brickwork.kernel.pricing.BilledInvoice.BilledLine;
import dev.brickwork.kernel.pricing.Charge;
import dev.brickwork.kernel.pricing.Line;
import dev.brickwork.kernel.pricing.Settlement;
import dev.brickwork.kernel.pricing.Unused;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// What the invoices of a term have billed too much when its contract changes (rules R-02, U-06). Lives for one
/// operation and keeps count, so that two reductions of one invoice add up.
///
/// One stretch of a brick may stand on several invoices: the order billed it on one, an upgrade more of it on
/// another. A reduction takes from the latest first, from each no more than it billed for the stretch, so that
/// nothing is given back twice.
final class Reductions {
    private final Map<UUID, Line> lines;
    private final List<Held> invoices = new ArrayList<>();

    /// An invoice and what it stands for so far.
    private static final class Held {
        final Bills.Facts facts;
        BilledInvoice billed;

        Held(Bills.Facts facts, BilledInvoice billed) {
            this.facts = facts;
            this.billed = billed;
        }
    }

    /// A stretch of a line, which may be shared by several invoices.
    private record Share(UUID line, Period service) {}

    /// @param lines of the term so far, by their ids
    Reductions(List<Bills.Facts> all, Map<UUID, Line> lines) {
        this.lines = lines;
        Map<Share, List<Long>> shares = new LinkedHashMap<>();
        for (var invoice : all) {
            for (var entry : entries(invoice)) {
                shares.computeIfAbsent(share(entry), _ -> new ArrayList<>()).add(entry.net());
            }
        }
        Map<Share, Integer> seen = new LinkedHashMap<>();
        for (var invoice : all) {
            var billed = new ArrayList<BilledLine>();
            for (var entry : entries(invoice)) {
                var nets = shares.get(share(entry));
                int place = seen.merge(share(entry), 1, Integer::sum);
                if (nets != null) add(entry, nets, place == nets.size(), billed);
            }
            invoices.add(new Held(invoice, billed(invoice, billed)));
        }
    }

    private List<Bills.Billed> entries(Bills.Facts invoice) {
        var all = new ArrayList<Bills.Billed>();
        for (var charge : invoice.charges()) if (lines.containsKey(charge.line())) all.add(charge);
        for (var reduction : invoice.reductions()) if (lines.containsKey(reduction.line())) all.add(reduction);
        return all;
    }

    private static Share share(Bills.Billed entry) {
        return new Share(entry.line(), entry.service());
    }

    /// A line that one invoice has for itself stands as it is. Where several share a stretch, the last one has
    /// the line less the shares of the others, so that their sum is the line at every date, to the cent.
    private void add(Bills.Billed entry, List<Long> nets, boolean isLast, List<BilledLine> billed) {
        var line = lines.get(entry.line());
        if (line == null) throw new IllegalStateException("no line " + entry.line());
        long whole = line.amounts(entry.service()).net();
        long sum = nets.stream().mapToLong(Long::longValue).sum();
        if (line.kind().isEarnedOverTime() && nets.size() == 1 && sum == whole) {
            billed.add(new BilledLine(line, entry.service(), entry.tax()));
        } else if (line.kind().isEarnedOverTime() && isLast && sum == whole) {
            billed.add(new BilledLine(line, entry.service(), entry.tax()));
            for (long other : nets.subList(0, nets.size() - 1)) {
                billed.add(new BilledLine(part(line, entry.service(), -other), entry.service(), 0));
            }
        } else {
            billed.add(new BilledLine(part(line, entry.service(), entry.net()), entry.service(), entry.tax()));
        }
    }

    /// So much of a line over one stretch.
    private static Line part(Line line, Period service, long net) {
        var from = line.months().position(service.start());
        var to = line.months().position(service.end());
        var accrual = new Accrual(from, to, net);
        return new Line(
                line.key(),
                line.kind(),
                line.plan(),
                line.brick(),
                line.quantity(),
                service,
                line.months(),
                accrual,
                accrual,
                List.of(),
                List.of());
    }

    private static BilledInvoice billed(Bills.Facts invoice, List<BilledLine> lines) {
        return new BilledInvoice(
                invoice.invoice(),
                invoice.total(),
                invoice.paid(),
                invoice.remaining(),
                invoice.adjusted(),
                invoice.credited(),
                invoice.carriedForward(),
                netted(invoice),
                lines);
    }

    private static long netted(Bills.Facts invoice) {
        long below = 0;
        for (var charge : invoice.charges()) below += Math.max(0, -charge.net());
        return Math.max(0, below - invoice.carriedForward());
    }

    /// Everything ends at a service date; what one customer is given back is none of another's (rule I-16).
    List<Settlement> at(LocalDate date) {
        Map<UUID, List<BilledInvoice>> byCustomer = new LinkedHashMap<>();
        for (var held : invoices) {
            if (!held.facts.isIssued() || held.facts.isVoided()) continue;
            byCustomer
                    .computeIfAbsent(held.facts.customer(), _ -> new ArrayList<>())
                    .add(held.billed);
        }
        return byCustomer.values().stream()
                .flatMap(billed -> Unused.at(date, billed).stream())
                .toList();
    }

    /// What of a negative delta is settled against issued invoices, and which charges are left for others.
    record Reduced(List<Bills.Settled> settled, List<Placed> open) {}

    /// A charge; on this invoice, or on the one of its date.
    record Placed(Charge charge, Optional<UUID> invoice) {}

    Reduced reduce(UUID lineId, Line delta, List<Charge> charges) {
        var settled = new ArrayList<Bills.Settled>();
        var open = new ArrayList<Placed>();
        for (var charge : charges) {
            long whole = -charge.amounts().net();
            long left = whole;
            for (var held : invoices.reversed()) {
                if (!held.facts.isIssued() && !held.facts.isVoided()) continue;
                long taken = Math.min(left, worth(held, delta, charge.service()));
                if (taken <= 0) continue;
                left -= taken;
                // A void has waived its stretch: there is nothing to give back.
                if (!held.facts.isVoided()) settled.add(settle(held, lineId, delta, charge.service(), taken));
            }
            if (left == whole) {
                open.add(new Placed(charge, holder(delta, charge.service())));
            } else if (left > 0) {
                var rest = new Amounts(-left, 0, 0, 0, 0);
                open.add(new Placed(
                        new Charge(charge.line(), charge.billOn(), charge.service(), rest),
                        holder(delta, charge.service())));
            }
        }
        return new Reduced(settled, open);
    }

    /// What an invoice has billed of a brick for a stretch, less what was taken back before. Of a one-time brick
    /// that is all of it, on its day.
    private static long worth(Held held, Line delta, Period service) {
        long worth = 0;
        for (var line : held.billed.lines()) {
            if (!isSameBrick(line.line(), delta) || line.line().kind() != delta.kind()) continue;
            worth += line.service()
                    .intersection(service)
                    .map(part -> line.line().amounts(part).net())
                    .orElse(0L);
        }
        return worth;
    }

    /// The tax of what is taken is its share in all that bears the same tax: on an invoice with negative lines the
    /// tax of one line says little about its value, since they have none and the others bear less (M-06, R-03).
    private static Bills.Settled settle(Held held, UUID lineId, Line delta, Period service, long taken) {
        long net = 0;
        long tax = 0;
        for (var line : held.billed.lines()) {
            if (!line.line().taxCategory().equals(delta.taxCategory())) continue;
            net += line.line().amounts(line.service()).net();
            tax += line.tax();
        }
        long unusedTax = net <= 0 || tax == 0 ? 0 : Rounding.share(tax, Math.min(taken, net), net);
        var settlement = Settlement.of(held.billed, taken, unusedTax);
        var more = new ArrayList<>(held.billed.lines());
        more.add(new BilledLine(part(delta, service, -taken), service, -unusedTax));
        var before = held.billed;
        held.billed = new BilledInvoice(
                before.invoiceId(),
                before.total(),
                before.paid(),
                before.remaining() - settlement.offset(),
                before.adjusted() + settlement.credit() + settlement.offset(),
                before.credited() + settlement.credit(),
                before.carriedForward(),
                before.netted(),
                more);
        var reduction = new Bills.Billed(lineId, service, -taken, -unusedTax);
        return new Bills.Settled(settlement, Optional.of(reduction), settlement.credit());
    }

    /// The unissued invoice that bills the brick for the stretch: it shrinks.
    private Optional<UUID> holder(Line delta, Period service) {
        for (var held : invoices) {
            if (held.facts.isIssued() || held.facts.isVoided()) continue;
            for (var charge : held.facts.charges()) {
                var line = lines.get(charge.line());
                if (line != null && isSameBrick(line, delta) && charge.service().overlaps(service)) {
                    return Optional.of(held.facts.invoice());
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isSameBrick(Line one, Line other) {
        return one.key().phasePosition() == other.key().phasePosition()
                && one.key().brick().equals(other.key().brick());
    }
}
