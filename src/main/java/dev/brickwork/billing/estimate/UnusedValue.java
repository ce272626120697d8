package dev.brickwork.billing.estimate;

import dev.brickwork.invoicing.BilledCharge;
import dev.brickwork.invoicing.CutShare;
import dev.brickwork.invoicing.SettledValue;
import dev.brickwork.invoicing.TermInvoice;
import dev.brickwork.pricing.BilledInvoice;
import dev.brickwork.pricing.BilledInvoice.BilledLine;
import dev.brickwork.pricing.Settlement;
import dev.brickwork.pricing.Unused;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Accrual;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.money.Rounding;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/// Computes what the invoices of a term have billed too much when its contract changes (rules R-02, U-06). Lives
/// for one operation and keeps count, so that two reductions of one invoice add up.
///
/// One stretch of a brick may stand on several invoices: the order billed it on one, an upgrade more of it on
/// another. A reduction takes from the latest first, from each no more than it bills for the stretch, so that
/// nothing is given back twice, and what is still to be billed shrinks where it is.
public final class UnusedValue {
    private final Map<UUID, Line> lines;
    private final List<Held> invoices = new ArrayList<>();
    private final List<Laid> shared = new ArrayList<>();

    /// An invoice and what it stands for so far.
    private static final class Held {
        final TermInvoice facts;
        BilledInvoice billed;

        Held(TermInvoice facts) {
            this.facts = facts;
            this.billed = billed(facts);
        }

        void add(BilledLine line) {
            billed = billed.with(line);
        }
    }

    /// The share of one invoice in a line for a period.
    private record Share(Held locked, BilledCharge billed) {}

    /// A share with its value at every date.
    private record Laid(Share share, List<BilledLine> parts) {}

    /// Of a term whose invoices are known.
    ///
    /// @param lines of the term so far, by their ids, in the order in which they were agreed
    public UnusedValue(List<TermInvoice> all, Map<UUID, Line> lines) {
        this.lines = lines;
        Map<UUID, Map<Period, List<Share>>> shares = new LinkedHashMap<>();
        for (var id : lines.keySet()) shares.put(id, new LinkedHashMap<>());
        for (var facts : all) {
            var locked = new Held(facts);
            invoices.add(locked);
            for (var charge : facts.charges()) collect(new Share(locked, charge), shares);
            for (var reduction : facts.reductions()) collect(new Share(locked, reduction), shares);
        }
        shares.forEach((id, stretches) -> {
            var line = Objects.requireNonNull(lines.get(id));
            stretches.entrySet().stream()
                    .sorted(Comparator.comparing(stretch -> stretch.getKey().end()))
                    .forEach(stretch -> share(line, stretch.getKey(), stretch.getValue()));
        });
    }

    private static void collect(Share share, Map<UUID, Map<Period, List<Share>>> shares) {
        var stretches = shares.get(share.billed.line());
        if (stretches == null) return;
        stretches
                .computeIfAbsent(share.billed.service(), _ -> new ArrayList<>())
                .add(share);
    }

    /// Lays a stretch of a line on the invoices that share it, so that their sum is the line at every date, to the
    /// cent. From whom everything was taken back, nothing is left at any date: a share with a rounding of its own
    /// would leave a cent that its invoice has no money for. What the shares miss falls to the one that has most
    /// left, of those that can still be billed otherwise.
    private void share(Line line, Period service, List<Share> shares) {
        long sum = 0;
        for (var share : shares) sum += share.billed.net();
        boolean isWhole =
                line.kind().isEarnedOverTime() && sum == line.amounts(service).net();
        if (isWhole && sum >= 0 && shares.size() == 1) {
            var own = shares.getFirst();
            own.locked.add(new BilledLine(line, service, own.billed.tax()));
            return;
        }
        var parts = new ArrayList<BilledLine>();
        Map<Held, Laid> byInvoice = new LinkedHashMap<>();
        for (var share : shares) {
            var own = part(share, line, service);
            parts.addAll(own);
            byInvoice.put(share.locked, new Laid(share, new ArrayList<>(own)));
        }
        if (!isWhole) reconcile(line, service, parts);
        shared.addAll(byInvoice.values());
        if (!isWhole) return;
        var sharers = byInvoice.keySet().stream().toList();
        var bearer = richest(sharers, false, line, service)
                .or(() -> richest(invoices, true, line, service))
                .orElse(sharers.getFirst());
        var missed = new ArrayList<BilledLine>();
        missed.add(new BilledLine(line, service, 0));
        for (var part : parts) missed.add(part.undone(0));
        for (var each : missed) bearer.add(each);
        var borne = byInvoice.get(bearer);
        if (borne != null) borne.parts.addAll(missed);
    }

    /// Where the contract ends, what was not issued has been cut, each by what was left of it (see [#upTo]): up to
    /// there the issued ones have the rest. It is a matter of roundings; where more is missing, it was waived
    /// (I-07).
    private void reconcile(Line line, Period service, List<BilledLine> parts) {
        var cut = shared.stream()
                .filter(laid -> line.equals(lines.get(laid.share.billed.line())))
                .filter(laid -> isBeginning(laid.share.billed.service(), service))
                .toList();
        if (cut.isEmpty()) return;
        var kept = cut.getFirst().share.billed.service();
        long missed = line.amounts(kept).net();
        for (var laid : cut) missed -= laid.share.billed.net();
        for (var part : parts) missed -= part.during(kept).map(BilledLine::net).orElse(0L);
        var bearer = richest(invoices, true, line, service);
        if (missed == 0 || Math.abs(missed) > cut.size() + parts.size() || bearer.isEmpty()) return;
        var rest = service.from(kept.end()).orElseThrow();
        bearer.get().add(new BilledLine(part(line, kept, missed), kept, 0));
        bearer.get().add(new BilledLine(part(line, rest, -missed), rest, 0));
    }

    private static boolean isBeginning(Period part, Period whole) {
        return part.start().equals(whole.start()) && part.end().isBefore(whole.end());
    }

    /// The invoice that stands for most of the brick of a line in a stretch.
    private static Optional<Held> richest(List<Held> of, boolean isIssued, Line line, Period service) {
        return of.stream()
                .filter(locked -> locked.facts.isIssued() == isIssued && !locked.facts.isVoided())
                .filter(locked -> worth(locked, line, service) > 0)
                .max(Comparator.comparingLong(locked -> worth(locked, line, service)));
    }

    private static List<BilledLine> part(Share share, Line line, Period service) {
        var own = share.billed;
        if (line.kind().isEarnedOverTime() && own.net() < 0 && own.net() == -worth(share.locked, line, service)) {
            return undo(share, line, service);
        }
        var part = new BilledLine(part(line, service, own.net()), service, own.tax());
        share.locked.add(part);
        return List.of(part);
    }

    /// All that an invoice bills of the brick of a line for a stretch is taken back.
    private static List<BilledLine> undo(Share share, Line line, Period service) {
        var undone = new ArrayList<BilledLine>();
        for (var billed : share.locked.billed.lines()) {
            if (!billed.line().key().isSameBrick(line.key()) || billed.line().kind() != line.kind()) continue;
            billed.during(service)
                    .ifPresent(part -> undone.add(part.undone(undone.isEmpty() ? share.billed.tax() : 0)));
        }
        for (var each : undone) share.locked.add(each);
        return undone;
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

    private static BilledInvoice billed(TermInvoice invoice) {
        return new BilledInvoice(
                invoice.invoice(),
                invoice.total(),
                invoice.paid(),
                invoice.remaining(),
                invoice.adjusted(),
                invoice.credited(),
                invoice.carriedForward(),
                netted(invoice),
                List.of());
    }

    /// With tax, as all that was paid and given.
    private static long netted(TermInvoice invoice) {
        long below = 0;
        for (var charge : invoice.charges()) below += Math.max(0, -(charge.net() + charge.tax()));
        return Math.max(0, below - invoice.carriedForward());
    }

    /// Everything ends at a service date; what one customer is given back is none of another's (rule I-16).
    List<Settlement> at(LocalDate date) {
        Map<UUID, List<BilledInvoice>> byCustomer = new LinkedHashMap<>();
        for (var locked : invoices) {
            if (!locked.facts.isIssued() || locked.facts.isVoided()) continue;
            byCustomer
                    .computeIfAbsent(locked.facts.customer(), _ -> new ArrayList<>())
                    .add(locked.billed);
        }
        return byCustomer.values().stream()
                .flatMap(billed -> Unused.at(date, billed).stream())
                .toList();
    }

    /// The amounts left of shares on unissued invoices that reach beyond a service date at which everything ends.
    List<CutShare> upTo(LocalDate date) {
        var cut = new ArrayList<CutShare>();
        for (var laid : shared) {
            var facts = laid.share.locked.facts;
            var billed = laid.share.billed;
            var line = Objects.requireNonNull(lines.get(billed.line()));
            if (facts.isIssued() || facts.isVoided() || !line.kind().isEarnedOverTime()) continue;
            var before = billed.service().before(date);
            if (before.isEmpty() || before.get().equals(billed.service())) continue;
            long net = 0;
            for (var part : laid.parts)
                net += part.during(before.get()).map(BilledLine::net).orElse(0L);
            cut.add(new CutShare(facts.invoice(), billed.line(), billed.service(), net));
        }
        return cut;
    }

    /// The result of a negative delta: the part settled against issued invoices, and the charges left for others.
    public record Reduced(List<SettledValue> settled, List<Placed> open) {}

    /// A charge; on this invoice, or on the one of its date.
    public record Placed(Charge charge, Optional<UUID> invoice) {}

    public Reduced reduce(UUID lineId, Line delta, List<Charge> charges) {
        var settled = new ArrayList<SettledValue>();
        var open = new ArrayList<Placed>();
        var cuts = cuts(delta);
        var pieces = charges.stream()
                .flatMap(charge -> asBilled(delta, charge, cuts).stream())
                .toList();
        for (var charge : pieces) {
            long whole = -charge.amounts().net();
            long left = whole;
            Map<Optional<UUID>, Long> shrunk = new LinkedHashMap<>();
            for (var locked : invoices.reversed()) {
                long taken = Math.min(left, worth(locked, delta, charge.service()));
                if (taken <= 0) continue;
                left -= taken;
                if (locked.facts.isVoided()) continue; // It has waived its stretch: there is nothing to give back.
                if (locked.facts.isIssued()) {
                    settled.add(settle(locked, lineId, delta, charge.service(), taken));
                } else {
                    locked.add(new BilledLine(part(delta, charge.service(), -taken), charge.service(), 0));
                    shrunk.put(Optional.of(locked.facts.invoice()), taken);
                }
            }
            if (left > 0 || left == whole) shrunk.merge(holder(delta, charge.service()), left, Long::sum);
            shrunk.forEach((invoice, taken) -> open.add(new Placed(part(charge, -taken), invoice)));
        }
        return new Reduced(settled, open);
    }

    /// The charge in pieces of time, each of which an invoice bills whole or not at all: where the period was billed
    /// in parts, as after a termination that was taken back, each part gives back its own, with its own tax.
    private static List<Charge> asBilled(Line delta, Charge charge, NavigableSet<LocalDate> cuts) {
        if (!delta.kind().isEarnedOverTime()) return List.of(charge);
        var inside =
                cuts.subSet(charge.service().start(), false, charge.service().end(), false);
        if (inside.isEmpty()
                || delta.amounts(charge.service()).net() != charge.amounts().net()) return List.of(charge);
        var pieces = new ArrayList<Charge>();
        var from = charge.service().start();
        for (var cut : inside) {
            pieces.add(piece(delta, charge, new Period(from, cut)));
            from = cut;
        }
        pieces.add(piece(delta, charge, new Period(from, charge.service().end())));
        return pieces;
    }

    /// The dates at which a part that was billed of this brick begins or ends.
    private NavigableSet<LocalDate> cuts(Line delta) {
        var cuts = new TreeSet<LocalDate>();
        for (var locked : invoices) {
            for (var line : locked.billed.lines()) {
                if (!isOf(delta, line)) continue;
                cuts.add(line.service().start());
                cuts.add(line.service().end());
            }
        }
        return cuts;
    }

    private static Charge piece(Line delta, Charge charge, Period service) {
        return new Charge(charge.line(), charge.billOn(), service, delta.amounts(service));
    }

    /// So much of a charge, which several invoices share.
    private static Charge part(Charge charge, long net) {
        if (net == charge.amounts().net()) return charge;
        return new Charge(charge.line(), charge.billOn(), charge.service(), new Amounts(net, 0, 0, 0, 0));
    }

    /// The value that an invoice has billed of a brick for a period, less what was taken back before. Of a one-time
    /// brick that is all of it, on its day.
    private static long worth(Held locked, Line delta, Period service) {
        long worth = 0;
        for (var line : locked.billed.lines()) {
            if (!isOf(delta, line)) continue;
            worth += line.during(service).map(BilledLine::net).orElse(0L);
        }
        return worth;
    }

    private static boolean isOf(Line delta, BilledLine line) {
        return line.line().key().isSameBrick(delta.key()) && line.line().kind() == delta.kind();
    }

    /// The tax of what is taken is its share in that of its own line, or in that of all that bear the same tax.
    private static SettledValue settle(Held locked, UUID lineId, Line delta, Period service, long taken) {
        long net = 0;
        long tax = 0;
        boolean isAlike = locked.billed.isTaxedTogether();
        for (var line : locked.billed.lines()) {
            if (!line.line().taxCategory().equals(delta.taxCategory())) continue;
            if (!isAlike && !(isOf(delta, line) && line.service().overlaps(service))) continue;
            net += line.net();
            tax += line.tax();
        }
        long taxed = net < 0 ? taken : Math.min(taken, net);
        long unusedTax = net == 0 || tax == 0 ? 0 : Rounding.share(tax, taxed, net);
        var settlement = Settlement.of(locked.billed, taken, unusedTax);
        var more = new ArrayList<>(locked.billed.lines());
        more.add(new BilledLine(part(delta, service, -taken), service, -unusedTax));
        var before = locked.billed;
        locked.billed = new BilledInvoice(
                before.invoiceId(),
                before.total(),
                before.paid(),
                before.remaining() - settlement.offset(),
                before.adjusted() + settlement.credit() + settlement.offset(),
                before.credited() + settlement.credit(),
                before.carriedForward(),
                before.netted(),
                more);
        var reduction = new BilledCharge(lineId, service, -taken, -unusedTax);
        return new SettledValue(settlement, Optional.of(reduction), settlement.credit(), 0);
    }

    /// The unissued invoice that bills the brick for the period; it takes what other invoices cannot bear.
    private Optional<UUID> holder(Line delta, Period service) {
        for (var locked : invoices) {
            if (locked.facts.isIssued() || locked.facts.isVoided()) continue;
            for (var charge : locked.facts.charges()) {
                var line = lines.get(charge.line());
                if (line != null
                        && line.key().isSameBrick(delta.key())
                        && charge.service().overlaps(service)) {
                    return Optional.of(locked.facts.invoice());
                }
            }
        }
        return Optional.empty();
    }
}
