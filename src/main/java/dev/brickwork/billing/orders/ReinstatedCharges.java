package dev.brickwork.billing.orders;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.invoicing.BilledCharge;
import dev.brickwork.invoicing.ChargeToBill;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.LineKey;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// Finds the charges of a contract that are on no invoice because a termination cut or dropped them; a
/// reinstatement brings them back (rule Z-02). Lives for one operation and keeps count, because a reduction comes
/// back with what it reduces.
final class ReinstatedCharges {
    private final Map<UUID, Line> lines;
    private final Map<LineKey, UUID> ids = new HashMap<>();
    private final Map<UUID, List<BilledCharge>> claimed = new HashMap<>();
    private final List<Waived> waived;
    private final ToIntFunction<Line> paymentTermsDays;
    private final Function<Line, Subscription.BillingParties> parties;
    private final List<Restored> restored = new ArrayList<>();

    /// A charge on a void invoice.
    ///
    /// @param billOn the date of the invoice
    record Waived(LocalDate billOn, BilledCharge billed) {}

    /// A charge that is billed again.
    ///
    /// @param since the first day of its service, which orders the charges as their invoices were, also late ones
    private record Restored(LocalDate since, ChargeToBill charge) {
        Place place() {
            return new Place(charge.billOn(), charge.parties());
        }
    }

    /// The key of an invoice on which charges come back.
    private record Place(LocalDate billOn, Optional<Subscription.BillingParties> parties) {}

    /// @param lines of the contract, by their ids
    /// @param billed what stands on invoices, also of other contracts
    /// @param waived the part of that on void ones
    /// @param parties who is billed by whom for a line; a reduction is theirs whose invoices it lowers
    ReinstatedCharges(
            Map<UUID, Line> lines,
            List<BilledCharge> billed,
            List<Waived> waived,
            ToIntFunction<Line> paymentTermsDays,
            Function<Line, Subscription.BillingParties> parties) {
        this.lines = lines;
        this.waived = waived;
        this.paymentTermsDays = paymentTermsDays;
        this.parties = parties;
        lines.forEach((id, line) -> ids.put(line.key(), id));
        for (var each : billed)
            claimed.computeIfAbsent(each.line(), _ -> new ArrayList<>()).add(each);
    }

    /// All that is to be billed again. What is late comes on one date, also of a reduction that lay on several.
    List<ChargeToBill> restored() {
        record Share(UUID line, Period service, Place place) {}
        var all = new LinkedHashMap<Share, ChargeToBill>();
        for (var each : restored) {
            var charge = each.charge;
            all.merge(
                    new Share(charge.line(), charge.service(), each.place()),
                    charge,
                    (one, more) -> part(
                            one,
                            each.place(),
                            one.amounts().net() + more.amounts().net()));
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
                            new ChargeToBill(
                                    id,
                                    line.taxCategory(),
                                    charge.billOn(),
                                    service,
                                    amounts,
                                    paymentTermsDays.applyAsInt(line),
                                    Optional.empty(),
                                    Optional.of(parties.apply(line))))));
        }
    }

    /// The parts of a charge that are on no invoice any more, by their period of service.
    private Map<Period, Amounts> missing(Line line, Charge charge, List<BilledCharge> shares) {
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
    private Map<Period, Amounts> shared(Line line, Period covered, List<BilledCharge> shares) {
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

    private static ChargeToBill part(ChargeToBill charge, Place place, long net) {
        return charge.on(place.billOn, place.parties, net);
    }

    /// The amounts of one date that a reduction can take from: on invoices to come, in the order in which they were
    /// made, and waived.
    private static final class Worth {
        final SequencedMap<Place, Long> toCome = new LinkedHashMap<>();
        long waived;

        /// Of those of one day, the one first that was made last.
        List<Place> latestFirst() {
            return toCome.sequencedKeySet().reversed().stream()
                    .sorted(Comparator.comparing(Place::billOn).reversed())
                    .toList();
        }
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
        var earliest = one;
        for (var worth : worth(line(charge.line()), charge.service()).entrySet()) {
            var toCome = worth.getValue().toCome;
            for (var place : worth.getValue().latestFirst()) {
                long part = Math.clamp(toCome.getOrDefault(place, 0L), 0, left);
                earliest = new Restored(worth.getKey(), part(charge, place, -part));
                if (part > 0) restored.add(earliest);
                left -= part;
            }
            left -= Math.clamp(worth.getValue().waived, 0, left);
        }
        // More than all of it: a discount above the price.
        if (left > 0) restored.add(new Restored(earliest.since, part(charge, earliest.place(), -left)));
    }

    /// Of the brick of a reduction in a stretch, by the dates that the invoices had, the latest first.
    private Map<LocalDate, Worth> worth(Line reduction, Period service) {
        var all = new TreeMap<LocalDate, Worth>(Comparator.reverseOrder());
        for (var other : ofBrick(reduction)) {
            var part = other.charge.service().intersection(service);
            if (part.isEmpty()) continue;
            all.computeIfAbsent(other.since, _ -> new Worth())
                    .toCome
                    .merge(other.place(), net(other.charge, part.get()), Long::sum);
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

    private long net(ChargeToBill charge, Period part) {
        return line(charge.line())
                .amounts(charge.service(), part, charge.amounts().net())
                .net();
    }

    private Line line(UUID id) {
        return Objects.requireNonNull(lines.get(id));
    }
}
