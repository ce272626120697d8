package dev.brickwork.subscriptions.orders;

import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.pricing.contract.Amounts;
import dev.brickwork.kernel.pricing.contract.Charge;
import dev.brickwork.kernel.pricing.contract.Line;
import dev.brickwork.kernel.pricing.contract.LineKey;
import dev.brickwork.subscriptions.Bills;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.ToIntFunction;

/// What of the charges of a contract stands on no invoice, since a termination has cut it or dropped it: a
/// reinstatement brings it back (rule Z-02). Lives for one operation and keeps count, because a reduction comes back
/// with what it reduces.
final class Unbilled {
    private final Map<UUID, Line> lines;
    private final Map<LineKey, UUID> ids = new HashMap<>();
    private final Map<UUID, List<Bills.Billed>> claimed = new HashMap<>();
    private final List<Waived> waived;
    private final ToIntFunction<Line> paymentTermsDays;
    private final List<Restored> restored = new ArrayList<>();

    /// What stands on a void invoice.
    ///
    /// @param billOn the date of the invoice
    record Waived(LocalDate billOn, Bills.Billed billed) {}

    /// What is billed again.
    ///
    /// @param since where its stretch begins: the order of the invoices before, also of what is late now
    private record Restored(LocalDate since, Bills.ToBill charge) {}

    /// @param lines of the contract, by their ids
    /// @param billed what stands on invoices, also of other contracts
    /// @param waived the part of that on void ones
    Unbilled(
            Map<UUID, Line> lines,
            List<Bills.Billed> billed,
            List<Waived> waived,
            ToIntFunction<Line> paymentTermsDays) {
        this.lines = lines;
        this.waived = waived;
        this.paymentTermsDays = paymentTermsDays;
        lines.forEach((id, line) -> ids.put(line.key(), id));
        for (var each : billed)
            claimed.computeIfAbsent(each.line(), _ -> new ArrayList<>()).add(each);
    }

    /// All that is to be billed again. What is late comes on one date, also of a reduction that lay on several.
    List<Bills.ToBill> restored() {
        record Place(UUID line, Period service, LocalDate billOn) {}
        var all = new LinkedHashMap<Place, Bills.ToBill>();
        for (var each : restored) {
            var charge = each.charge;
            all.merge(
                    new Place(charge.line(), charge.service(), charge.billOn()),
                    charge,
                    (one, more) -> one.on(
                            one.billOn(), one.amounts().net() + more.amounts().net()));
        }
        return List.copyOf(all.values());
    }

    /// Adds the charges of an order. They come in the order in which they were agreed.
    void add(List<Charge> charges) {
        for (var charge : charges) {
            var id = ids.get(charge.line());
            if (id == null) continue;
            var line = line(id);
            missing(line, charge, claimed.getOrDefault(id, List.of()))
                    .forEach((service, amounts) -> place(new Restored(
                            charge.service().start(),
                            new Bills.ToBill(
                                    id,
                                    line.taxCategory(),
                                    charge.billOn(),
                                    service,
                                    amounts,
                                    paymentTermsDays.applyAsInt(line),
                                    Optional.empty()))));
        }
    }

    /// What of a charge is on no invoice any more, by the stretch that it is for.
    private Map<Period, Amounts> missing(Line line, Charge charge, List<Bills.Billed> shares) {
        var missing = new LinkedHashMap<Period, Amounts>();
        var rest = Optional.of(charge.service());
        for (var share : shares) {
            if (rest.isPresent() && rest.get().overlaps(share.service()))
                rest = rest.get().from(share.service().end());
        }
        if (charge.amounts().net() < 0) {
            var covered = rest.isEmpty()
                    ? Optional.of(charge.service())
                    : charge.service().before(rest.get().start());
            covered.ifPresent(it -> missing.putAll(shared(line, it, shares)));
        }
        rest.ifPresent(service -> missing.put(service, line.amounts(service)));
        return missing;
    }

    /// Invoices share a reduction, and only those that were not issued were cut or dropped: what these took away comes
    /// back with what they billed of the brick, and is no more than that.
    private Map<Period, Amounts> shared(Line line, Period covered, List<Bills.Billed> shares) {
        var back = new LinkedHashMap<Period, Long>();
        for (var each : ofBrick(line)) {
            var other = each.charge;
            other.service().intersection(covered).ifPresent(part -> back.merge(part, net(other, part), Long::sum));
        }
        var shared = new LinkedHashMap<Period, Amounts>();
        back.forEach((stretch, worth) -> {
            long net = line.amounts(stretch).net();
            for (var share : shares) {
                var part = share.service().intersection(stretch);
                if (part.isPresent())
                    net -= line.amounts(share.service(), part.get(), share.net())
                            .net();
            }
            long taken = Math.min(-net, worth);
            if (taken > 0) shared.put(stretch, new Amounts(-taken, 0, 0, 0, 0));
        });
        return shared;
    }

    /// What lies on one date for a reduction to take: on invoices to come by their dates, and waived.
    private static final class Worth {
        final TreeMap<LocalDate, Long> toCome = new TreeMap<>(Comparator.reverseOrder());
        long waived;
    }

    /// A reduction comes back on the invoices of what it reduces, from the latest one first and from each no more than
    /// it bills, as when it was agreed (rule U-06): on a date of its own it would give now what is not billed yet.
    /// What was waived before (rule I-07) takes its part in its turn, and is not lowered.
    private void place(Restored one) {
        var charge = one.charge;
        long left = -charge.amounts().net();
        if (left <= 0) {
            restored.add(one);
            return;
        }
        for (var worth : worth(line(charge.line()), charge.service()).entrySet()) {
            for (var date : worth.getValue().toCome.entrySet()) {
                long part = Math.min(left, date.getValue());
                if (part <= 0) continue;
                restored.add(new Restored(worth.getKey(), charge.on(date.getKey(), -part)));
                left -= part;
            }
            left -= Math.clamp(worth.getValue().waived, 0, left);
        }
        // More than all of it: a discount above the price.
        if (left > 0) restored.add(new Restored(one.since, charge.on(charge.billOn(), -left)));
    }

    /// Of the brick of a reduction in a stretch, by the dates that the invoices had, the latest first.
    private Map<LocalDate, Worth> worth(Line reduction, Period service) {
        var all = new TreeMap<LocalDate, Worth>(Comparator.reverseOrder());
        for (var other : ofBrick(reduction)) {
            var part = other.charge.service().intersection(service);
            if (part.isEmpty()) continue;
            all.computeIfAbsent(other.since, _ -> new Worth())
                    .toCome
                    .merge(other.charge.billOn(), net(other.charge, part.get()), Long::sum);
        }
        for (var each : waived) {
            var line = lines.get(each.billed.line());
            if (line == null || !line.key().isSameBrick(reduction.key())) continue;
            var part = each.billed.service().intersection(service);
            if (part.isEmpty()) continue;
            all.computeIfAbsent(each.billOn, _ -> new Worth()).waived += line.amounts(
                            each.billed.service(), part.get(), each.billed.net())
                    .net();
        }
        return all;
    }

    private List<Restored> ofBrick(Line line) {
        return restored.stream()
                .filter(other -> line(other.charge.line()).key().isSameBrick(line.key()))
                .toList();
    }

    private long net(Bills.ToBill charge, Period part) {
        return line(charge.line())
                .amounts(charge.service(), part, charge.amounts().net())
                .net();
    }

    private Line line(UUID id) {
        return Objects.requireNonNull(lines.get(id));
    }
}
