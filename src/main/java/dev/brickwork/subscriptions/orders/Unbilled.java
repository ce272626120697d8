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
    private final List<Bills.Billed> waived;
    private final ToIntFunction<Line> paymentTermsDays;
    private final List<Bills.ToBill> restored = new ArrayList<>();

    /// @param lines of the contract, by their ids
    /// @param billed what stands on invoices, also of other contracts
    /// @param waived the part of that on void ones
    Unbilled(
            Map<UUID, Line> lines,
            List<Bills.Billed> billed,
            List<Bills.Billed> waived,
            ToIntFunction<Line> paymentTermsDays) {
        this.lines = lines;
        this.waived = waived;
        this.paymentTermsDays = paymentTermsDays;
        lines.forEach((id, line) -> ids.put(line.key(), id));
        for (var each : billed)
            claimed.computeIfAbsent(each.line(), _ -> new ArrayList<>()).add(each);
    }

    /// All that is to be billed again.
    List<Bills.ToBill> restored() {
        return restored;
    }

    /// Adds the charges of an order. They come in the order in which they were agreed.
    void add(List<Charge> charges) {
        for (var charge : charges) {
            var id = ids.get(charge.line());
            if (id == null) continue;
            var line = line(id);
            missing(line, charge, claimed.getOrDefault(id, List.of()))
                    .forEach((service, amounts) -> place(new Bills.ToBill(
                            id,
                            line.taxCategory(),
                            charge.billOn(),
                            service,
                            amounts,
                            paymentTermsDays.applyAsInt(line),
                            Optional.empty())));
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
        for (var other : ofBrick(line)) {
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

    /// A reduction comes back on the invoices of what it reduces, from the latest one first and from each no more than
    /// it bills, as when it was agreed (rule U-06): on a date of its own it would give now what is not billed yet.
    /// What was waived before (rule I-07) is not lowered.
    private void place(Bills.ToBill charge) {
        long left = -charge.amounts().net();
        if (left <= 0) {
            restored.add(charge);
            return;
        }
        var worth = new TreeMap<LocalDate, Long>();
        for (var other : ofBrick(line(charge.line()))) {
            other.service()
                    .intersection(charge.service())
                    .ifPresent(part -> worth.merge(other.billOn(), net(other, part), Long::sum));
        }
        var taken = new TreeMap<LocalDate, Long>(Comparator.reverseOrder());
        for (var date : worth.descendingMap().entrySet()) {
            long part = Math.min(left, date.getValue());
            if (part <= 0) continue;
            taken.put(date.getKey(), part);
            left -= part;
        }
        left -= waived(line(charge.line()), charge.service());
        if (left > 0) taken.merge(charge.billOn(), left, Long::sum); // More than all of it: a discount above the price.
        taken.forEach((date, part) -> restored.add(charge.on(date, -part)));
    }

    private long waived(Line reduction, Period service) {
        long net = 0;
        for (var each : waived) {
            var line = lines.get(each.line());
            if (line == null || !line.key().isSameBrick(reduction.key())) continue;
            var part = each.service().intersection(service);
            if (part.isPresent())
                net += line.amounts(each.service(), part.get(), each.net()).net();
        }
        return Math.max(0, net);
    }

    private List<Bills.ToBill> ofBrick(Line line) {
        return restored.stream()
                .filter(other -> line(other.line()).key().isSameBrick(line.key()))
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
