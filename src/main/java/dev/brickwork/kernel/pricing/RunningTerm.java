package dev.brickwork.kernel.pricing;

import static java.util.stream.Collectors.groupingBy;

import dev.brickwork.kernel.calendar.AnchoredMonths;
import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.money.AmountOutOfRange;
import dev.brickwork.kernel.money.Quantity;
import dev.brickwork.kernel.money.Ratio;
import dev.brickwork.kernel.money.Rounding;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The lines of a term while orders are stacked on it: the order that opened it, then its upgrades as deltas.
/// Lives for one calculation.
final class RunningTerm {
    private final Terms terms;
    private final AnchoredMonths months;
    private final List<Line> lines = new ArrayList<>();
    private final List<PhaseState> states = new ArrayList<>();
    private final List<PricingFault> faults = new ArrayList<>();
    private Map<Place, List<Line>> running = Map.of();
    private int upgradeCount;

    /// Where lines of several orders meet.
    private record Place(int phasePosition, Optional<BrickId> brick) {}

    /// The part of a phase that an order prices.
    private record Segment(PhaseState state, int order, LocalDate start, Ratio from, String duration) {
        Ratio to() {
            return Ratio.of(state.phase().toMonth());
        }

        Ratio length() {
            return to().minus(from);
        }
    }

    /// What a line is about: a brick or, without one, the plan's own price.
    private record Head(Segment segment, LineKind kind, Optional<BrickTerms> brick, Quantity quantity) {
        Ratio to() {
            return kind.isEarnedOverTime() ? segment.to() : segment.from();
        }

        Accrual accrual(long total) {
            return new Accrual(segment.from(), to(), total);
        }

        String duration() {
            return kind.isEarnedOverTime() ? segment.duration() : "1 day";
        }
    }

    private RunningTerm(Terms terms) {
        this.terms = terms;
        this.months = terms.anchor();
    }

    static RunningTerm open(Terms terms) {
        var running = new RunningTerm(terms);
        for (var phase : terms.phases()) running.states.add(new PhaseState(phase, terms.term(phase)));
        for (int i = 0; i < running.states.size(); i++) running.openPhase(running.states.get(i), terms.brickPath(i));
        running.guarded(() -> "bricks", running::applyPhaseCoupons);
        return running;
    }

    static RunningTerm of(Contract contract) {
        var running = open(contract.base());
        for (var upgrade : contract.upgrades()) running.apply(upgrade);
        return running;
    }

    List<Line> lines() {
        return lines;
    }

    List<PricingFault> faults() {
        return faults;
    }

    /// The bricks of the phase that holds a date (the last phase when the date lies beyond).
    List<BrickTerms> bricksOn(LocalDate date) {
        return stateOn(date).bricks();
    }

    PlanTerms planOn(LocalDate date) {
        return stateOn(date).plan();
    }

    List<Stretch> stretches(BrickId brick) {
        return states.stream()
                .flatMap(state -> state.stretches().stream())
                .filter(stretch -> stretch.terms().id().equals(brick))
                .toList();
    }

    /// Adds the delta lines of the next upgrade and returns them.
    List<Line> apply(Upgrade upgrade) {
        upgradeCount++; // Counted, not read off the lines: an upgrade that changes nothing has none (V8).
        return apply(upgrade, upgradeCount);
    }

    private PhaseState stateOn(LocalDate date) {
        for (var state : states) if (date.isBefore(state.term().end())) return state;
        return states.getLast();
    }

    private void openPhase(PhaseState state, String path) {
        var segment = segment(state, 0, state.term().start());
        state.plan().price().ifPresent(price -> guarded(() -> "plan_id", () -> lines.add(planLine(segment, price))));
        var bricks = state.phase().bricks();
        for (int i = 0; i < bricks.size(); i++) {
            var brick = bricks.get(i);
            if (!brick.isOnOrder()) continue;
            state.put(brick, segment.start());
            int index = i;
            guarded(() -> "%s[%d].quantity".formatted(path, index), () -> lines.add(firstLine(segment, brick)));
        }
    }

    private void guarded(Supplier<String> path, Runnable pricing) {
        try {
            pricing.run();
        } catch (AmountOutOfRange tooLarge) {
            faults.add(new PricingFault(path.get(), "the price is out of range"));
        }
    }

    private Segment segment(PhaseState state, int order, LocalDate start) {
        var period = new Period(start, state.term().end());
        return new Segment(state, order, start, months.position(start), months.durationText(period));
    }

    private Line planLine(Segment segment, BrickPrice price) {
        var worth = Worth.of(price, segment.length(), terms.currency());
        var kind = price.period().isPresent() ? LineKind.PLAN : LineKind.ONE_TIME;
        return line(new Head(segment, kind, Optional.empty(), Quantity.ONE), worth);
    }

    private Line firstLine(Segment segment, BrickTerms brick) {
        var head = new Head(segment, kind(brick), Optional.of(brick), brick.shownQuantity());
        return line(head, Worth.of(brick, segment.length(), terms));
    }

    private Line line(Head head, Worth worth) {
        return line(head, worth, List.of());
    }

    private Line line(Head head, Worth worth, List<Accrual> coupons) {
        var rows = TierRows.of(worth, head.duration(), terms.currency());
        return line(head, head.accrual(worth.gross()), head.accrual(worth.net()), coupons, rows);
    }

    private Line line(Head head, Accrual gross, Accrual net, List<Accrual> coupons, List<TierRow> rows) {
        var segment = head.segment;
        var state = segment.state();
        return new Line(
                new LineKey(segment.order(), state.phase().position(), head.brick.map(BrickTerms::id)),
                head.kind,
                state.plan(),
                head.brick,
                head.quantity,
                head.kind.isEarnedOverTime()
                        ? new Period(segment.start(), state.term().end())
                        : Period.day(segment.start()),
                months,
                gross,
                net,
                coupons,
                rows);
    }

    private static LineKind kind(BrickTerms brick) {
        return switch (brick.type()) {
            case SUBSCRIPTION -> LineKind.SUBSCRIPTION;
            case USAGE -> LineKind.COMMITMENT;
            case ONE_TIME -> LineKind.ONE_TIME;
            case MILESTONE -> LineKind.MILESTONE;
        };
    }

    // Upgrades (rules U)

    private List<Line> apply(Upgrade upgrade, int order) {
        int first = lines.size();
        running = lines.stream()
                .collect(groupingBy(
                        line -> new Place(line.key().phasePosition(), line.key().brick())));
        boolean isFirst = true;
        for (int i = 0; i < states.size(); i++) {
            var state = states.get(i);
            if (!state.term().end().isAfter(upgrade.startsOn())) continue;
            var start = upgrade.startsOn().isAfter(state.term().start())
                    ? upgrade.startsOn()
                    : state.term().start();
            change(upgrade, segment(state, order, start), isFirst);
            isFirst = false;
        }
        upgrade.coupon()
                .ifPresent(coupon -> guarded(
                        () -> "bricks", () -> CouponShares.take(coupon, terms, lines, indexes(first, lines.size()))));
        return List.copyOf(lines.subList(first, lines.size()));
    }

    private void change(Upgrade upgrade, Segment segment, boolean isFirst) {
        var state = segment.state();
        upgrade.plan().ifPresent(plan -> guarded(() -> "plan_id", () -> changePlan(segment, plan)));
        int position = state.phase().position();
        var ofPhase = Optional.ofNullable(upgrade.bricksByPhase().get(position));
        var path = ofPhase.isPresent() ? upgrade.path(position) : "bricks";
        var named = ofPhase.orElse(upgrade.bricks());
        for (int i = 0; i < named.size(); i++) {
            var brick = named.get(i);
            // F-05: what happens once is counted once, not again in every phase that is still to come.
            if (!isFirst && ofPhase.isEmpty() && !kind(brick).isEarnedOverTime()) continue;
            int index = i;
            guarded(
                    () -> "%s[%d].quantity".formatted(path, index),
                    () -> changeBrick(upgrade, segment, brick, brick.isOnOrder()));
        }
        for (var removed : upgrade.removed()) {
            if (named.stream().anyMatch(brick -> brick.id().equals(removed))) continue;
            state.brick(removed)
                    .map(brick -> brick.withQuantity(Quantity.ZERO))
                    .ifPresent(gone -> guarded(() -> "plan_id", () -> changeBrick(upgrade, segment, gone, false)));
        }
    }

    private void changeBrick(Upgrade upgrade, Segment segment, BrickTerms brick, boolean stays) {
        var old = segment.state().brick(brick.id());
        if (stays ? old.filter(brick::pricesLike).isPresent() : old.isEmpty()) return;
        if (old.isPresent() && isDelivered(segment, brick)) {
            addToDelivered(segment, brick, old.get());
            return;
        }
        var fresh = stays ? Worth.of(brick, segment.length(), terms) : Worth.NOTHING;
        var before = old.map(was -> Worth.of(was, segment.length(), terms)).orElse(Worth.NOTHING);
        if (stays && old.filter(was -> isBilledOtherwise(was, brick)).isPresent()) {
            replace(segment, old.get(), brick, fresh, before);
            segment.state().put(brick, segment.start());
            return;
        }
        // What leaves is taxed as it was.
        var named = stays || old.isEmpty() ? brick : old.get().withQuantity(Quantity.ZERO);
        var moved = moved(old, brick, stays);
        lines.add(
                kind(brick) == LineKind.MILESTONE
                        ? workDelta(upgrade, new Head(segment, kind(brick), Optional.of(brick), moved), old, fresh, before)
                        : delta(new Head(segment, kind(brick), Optional.of(named), moved), fresh, before));
        if (stays) {
            segment.state().put(brick, segment.start());
        } else {
            segment.state().remove(brick.id(), segment.start());
        }
    }

    private boolean isBilledOtherwise(BrickTerms one, BrickTerms other) {
        if (kind(other) == LineKind.MILESTONE) return false;
        boolean isOtherWindow = kind(other) == LineKind.COMMITMENT
                && one.price().windowMonths(terms.months()) != other.price().windowMonths(terms.months());
        return isOtherWindow || !one.taxCategory().equals(other.taxCategory());
    }

    /// A commitment is paid at the start of each of its windows (G-02), and a line has one tax category, so no
    /// single line can go from one grid or tax to another: the brick leaves as it was and comes back as it is.
    private void replace(Segment segment, BrickTerms old, BrickTerms brick, Worth fresh, Worth before) {
        var gone = new Head(segment, kind(brick), Optional.of(old), old.shownQuantity().negated());
        var leaving = delta(gone, Worth.NOTHING, before);
        lines.add(leaving.leaving());
        var come = new Head(segment, kind(brick), Optional.of(brick), brick.shownQuantity());
        lines.add(line(come, fresh, kept(leaving, fresh)));
    }

    /// What coupons would have gone on to take from what leaves, they take from what comes instead (U-09).
    private static List<Accrual> kept(Line leaving, Worth fresh) {
        long old = -leaving.net().total();
        return CouponShares.kept(leaving.coupons(), old - fresh.net(), old);
    }

    /// A one-time brick whose line lies before this segment's start has been billed and is not taken back
    /// (P-12).
    private boolean isDelivered(Segment segment, BrickTerms brick) {
        return running(segment, Optional.of(brick.id())).stream()
                .anyMatch(line ->
                        line.kind() == LineKind.ONE_TIME && line.gross().from().compareTo(segment.from()) < 0);
    }

    private void addToDelivered(Segment segment, BrickTerms brick, BrickTerms old) {
        var added = brick.quantity().minus(old.quantity());
        if (!added.isPositive() || brick.isUnlimited() || old.isUnlimited()) return;
        var worth = Worth.added(brick, old, terms.currency());
        lines.add(line(new Head(segment, LineKind.ONE_TIME, Optional.of(brick), added), worth));
        segment.state().put(brick, segment.start());
    }

    private void changePlan(Segment segment, PlanTerms plan) {
        var state = segment.state();
        var old = state.plan();
        if (plan.price().equals(old.price())) {
            state.switchTo(plan);
            return;
        }
        var kind =
                plan.price().or(old::price).flatMap(BrickPrice::period).isPresent() ? LineKind.PLAN : LineKind.ONE_TIME;
        var fresh = plan.price().map(price -> worth(segment, price)).orElse(Worth.NOTHING);
        var before = old.price().map(price -> worth(segment, price)).orElse(Worth.NOTHING);
        boolean comes = plan.price().isPresent();
        boolean isTaxedAlike = plan.taxCategory().equals(old.taxCategory());
        if (old.price().isPresent() && !(comes && isTaxedAlike)) {
            var leaving = delta(new Head(segment, kind, Optional.empty(), Quantity.of(-1)), Worth.NOTHING, before);
            lines.add(comes ? leaving.leaving() : leaving);
            state.switchTo(plan);
            var come = new Head(segment, kind, Optional.empty(), Quantity.ONE);
            if (comes) lines.add(line(come, fresh, kept(leaving, fresh)));
            return;
        }
        state.switchTo(plan);
        var quantity = Quantity.of(old.price().isPresent() ? 0 : 1);
        lines.add(delta(new Head(segment, kind, Optional.empty(), quantity), fresh, before));
    }

    private Worth worth(Segment segment, BrickPrice planPrice) {
        return Worth.of(planPrice, segment.length(), terms.currency());
    }

    /// `V_new - R_old` (U-03), gross and net apart. Where nothing is worth anything any more, it takes away exactly what
    /// was to come, so that no invoice is left with a cent.
    private Line delta(Head head, Worth fresh, Worth before) {
        var old = running(head.segment, head.brick.map(BrickTerms::id));
        var since = head.segment.from();
        var gross = changed(head, old, Line::gross, fresh.gross());
        var net = changed(head, old, Line::net, fresh.net());
        var alive = alive(old, Line::net);
        var coupons = fresh.net() == 0
                ? CouponShares.undone(alive, since)
                : CouponShares.givenBack(alive, since, -net.total(), fresh.net() - net.total());
        var rows = TierRows.marginal(fresh, before, head.duration(), terms.currency());
        return line(head, gross, net, coupons, rows);
    }

    private static Accrual changed(Head head, List<Line> old, Function<Line, Accrual> value, long fresh) {
        var alive = alive(old, value).stream().map(value).toList();
        var undone = Accrual.undoing(alive, head.segment.from(), head.to());
        return fresh == 0 ? undone : head.accrual(fresh + undone.total());
    }

    /// The lines that still run: one that took away all of a value has ended those before it.
    private static List<Line> alive(List<Line> lines, Function<Line, Accrual> value) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (!value.apply(lines.get(i)).undone().isEmpty()) return lines.subList(i + 1, lines.size());
        }
        return lines;
    }

    /// Work is not earned by time, but when it is done. What is done stays billed as it was, and the new terms
    /// price what is open; where they only add units, these alone.
    private Line workDelta(Upgrade upgrade, Head head, Optional<BrickTerms> old, Worth fresh, Worth was) {
        var brick = head.brick.orElseThrow();
        long gross = fresh.gross() - was.gross();
        long net = fresh.net() - was.net();
        boolean isMore = old.isEmpty() || (head.quantity.isPositive() && brick.costsLike(old.get()));
        if (!isMore) {
            var done = upgrade.done(head.segment.state().phase().position(), brick.id());
            long units = brick.quantity().value().longValueExact();
            long before = old.get().quantity().value().longValueExact();
            // An earlier change may have left less than was done.
            long kept = Math.min(before, done.map(DoneWork::units).orElse(0L));
            long open = Math.max(0, units - kept);
            gross = done.map(DoneWork::gross).orElse(0L) + part(fresh.gross(), open, units);
            net = done.map(DoneWork::net).orElse(0L) + part(fresh.net(), open, units);
            for (var line : running(head.segment, Optional.of(brick.id()))) {
                gross -= line.gross().total();
                net -= line.net().total();
            }
        }
        var rows = TierRows.marginal(fresh, was, head.duration(), terms.currency());
        return line(head, head.accrual(gross), head.accrual(net), List.of(), rows);
    }

    /// The last units close the total (M-05, L-01).
    private static long part(long total, long open, long units) {
        return open == 0 ? 0 : total - Rounding.share(total, units - open, units);
    }

    private List<Line> running(Segment segment, Optional<BrickId> brick) {
        return running.getOrDefault(new Place(segment.state().phase().position(), brick), List.of());
    }

    private static Quantity moved(Optional<BrickTerms> old, BrickTerms brick, boolean stays) {
        if (brick.isUnlimited() || old.filter(BrickTerms::isUnlimited).isPresent()) return Quantity.ZERO;
        var now = stays ? brick.quantity() : Quantity.ZERO;
        return now.minus(old.map(BrickTerms::quantity).orElse(Quantity.ZERO));
    }

    private void applyPhaseCoupons() {
        Map<Coupon, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            int index = i;
            phase(lines.get(i))
                    .coupon()
                    .ifPresent(coupon -> groups.computeIfAbsent(coupon, _ -> new ArrayList<>())
                            .add(index));
        }
        groups.forEach((coupon, places) -> CouponShares.take(coupon, terms, lines, places));
    }

    private PhaseTerms phase(Line line) {
        if (states.size() == 1) return states.getFirst().phase();
        for (var state : states) if (state.phase().position() == line.key().phasePosition()) return state.phase();
        throw new IllegalStateException("no phase " + line.key());
    }

    private static List<Integer> indexes(int from, int to) {
        var indexes = new ArrayList<Integer>();
        for (int i = from; i < to; i++) indexes.add(i);
        return indexes;
    }
}
