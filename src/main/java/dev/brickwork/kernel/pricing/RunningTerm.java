package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.calendar.AnchoredMonths;
import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.money.AmountOutOfRange;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.kernel.money.Quantity;
import dev.brickwork.kernel.money.Ratio;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.kernel.money.Split;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The lines of a term while orders are stacked on it: the order that opened it, then its upgrades as deltas
/// (section 1.5). Lives for one calculation.
final class RunningTerm {
    private final Terms terms;
    private final AnchoredMonths months;
    private final List<Line> lines = new ArrayList<>();
    private final List<State> states = new ArrayList<>();
    private final List<PricingFault> faults = new ArrayList<>();
    private int upgradeCount;

    /// What is in force in one phase, and since when each brick has been as it is.
    private static final class State {
        final PhaseTerms phase;
        final Period term;
        PlanTerms plan;
        final Map<BrickId, BrickTerms> bricks = new LinkedHashMap<>();
        final List<Stretch> stretches = new ArrayList<>();

        State(PhaseTerms phase, Period term) {
            this.phase = phase;
            this.term = term;
            this.plan = phase.plan();
        }
    }

    /// The part of a phase that an order prices.
    private record Segment(State state, int order, LocalDate start, Ratio from, String duration) {
        Ratio to() {
            return Ratio.of(state.phase.toMonth());
        }

        Ratio length() {
            return to().minus(from);
        }
    }

    private RunningTerm(Terms terms) {
        this.terms = terms;
        this.months = terms.anchor();
    }

    static RunningTerm open(Terms terms) {
        var running = new RunningTerm(terms);
        for (var phase : terms.phases()) running.states.add(new State(phase, terms.term(phase)));
        for (int i = 0; i < running.states.size(); i++) running.openPhase(running.states.get(i), terms.brickPath(i));
        running.guarded("bricks", running::applyPhaseCoupons);
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
        return List.copyOf(stateOn(date).bricks.values());
    }

    PlanTerms planOn(LocalDate date) {
        return stateOn(date).plan;
    }

    List<Stretch> stretches(BrickId brick) {
        return states.stream()
                .flatMap(state -> state.stretches.stream())
                .filter(stretch -> stretch.terms().id().equals(brick))
                .toList();
    }

    /// Adds the delta lines of the next upgrade and returns them.
    List<Line> apply(Upgrade upgrade) {
        upgradeCount++; // Counted, not read off the lines: an upgrade that changes nothing has none (V8).
        return apply(upgrade, upgradeCount);
    }

    private State stateOn(LocalDate date) {
        for (var state : states) if (date.isBefore(state.term.end())) return state;
        return states.getLast();
    }

    private void openPhase(State state, String path) {
        var segment = segment(state, 0, state.term.start());
        state.plan.price().ifPresent(price -> guarded("plan_id", () -> lines.add(planLine(segment, price))));
        var bricks = state.phase.bricks();
        for (int i = 0; i < bricks.size(); i++) {
            var brick = bricks.get(i);
            if (!brick.isOnOrder()) continue;
            remember(state, brick, segment.start());
            guarded("%s[%d].quantity".formatted(path, i), () -> lines.add(firstLine(segment, brick)));
        }
    }

    private void guarded(String path, Runnable pricing) {
        try {
            pricing.run();
        } catch (AmountOutOfRange tooLarge) {
            faults.add(new PricingFault(path, "the price is out of range"));
        }
    }

    private Segment segment(State state, int order, LocalDate start) {
        var period = new Period(start, state.term.end());
        return new Segment(state, order, start, months.position(start), months.durationText(period));
    }

    private Line planLine(Segment segment, BrickPrice price) {
        var worth = Worth.of(price, segment.length(), terms.currency());
        var kind = price.period().isPresent() ? LineKind.PLAN : LineKind.ONE_TIME;
        return line(
                segment,
                kind,
                Optional.empty(),
                Quantity.ONE,
                worth.gross(),
                worth.net(),
                List.of(),
                rows(worth, kind, segment));
    }

    private Line firstLine(Segment segment, BrickTerms brick) {
        var worth = Worth.of(brick, segment.length(), terms);
        var kind = kind(brick);
        return line(
                segment,
                kind,
                Optional.of(brick),
                brick.shownQuantity(),
                worth.gross(),
                worth.net(),
                List.of(),
                rows(worth, kind, segment));
    }

    private List<TierRow> rows(Worth worth, LineKind kind, Segment segment) {
        return TierRows.of(worth, duration(kind, segment), terms.currency());
    }

    private static String duration(LineKind kind, Segment segment) {
        return kind.isEarnedOverTime() ? segment.duration() : "1 day";
    }

    private Line line(
            Segment segment,
            LineKind kind,
            Optional<BrickTerms> brick,
            Quantity quantity,
            long gross,
            long net,
            List<Accrual> coupons,
            List<TierRow> rows) {
        var state = segment.state();
        boolean overTime = kind.isEarnedOverTime();
        var to = overTime ? segment.to() : segment.from();
        return new Line(
                new LineKey(segment.order(), state.phase.position(), brick.map(BrickTerms::id)),
                kind,
                state.plan,
                brick,
                quantity,
                overTime ? new Period(segment.start(), state.term.end()) : Period.day(segment.start()),
                months,
                new Accrual(segment.from(), to, gross),
                new Accrual(segment.from(), to, net),
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

    // Upgrades (section 7)

    private List<Line> apply(Upgrade upgrade, int order) {
        int first = lines.size();
        boolean isFirst = true;
        for (int i = 0; i < states.size(); i++) {
            var state = states.get(i);
            if (!state.term.end().isAfter(upgrade.startsOn())) continue;
            var start = upgrade.startsOn().isAfter(state.term.start()) ? upgrade.startsOn() : state.term.start();
            change(upgrade, segment(state, order, start), isFirst);
            isFirst = false;
        }
        upgrade.coupon()
                .ifPresent(coupon -> guarded("bricks", () -> applyCoupon(coupon, indexes(first, lines.size()))));
        return List.copyOf(lines.subList(first, lines.size()));
    }

    private void change(Upgrade upgrade, Segment segment, boolean isFirst) {
        var state = segment.state();
        upgrade.plan().ifPresent(plan -> guarded("plan_id", () -> changePlan(segment, plan)));
        var ofPhase = Optional.ofNullable(upgrade.bricksByPhase().get(state.phase.position()));
        var path = ofPhase.isPresent() ? "phases[%d].bricks".formatted(states.indexOf(state)) : "bricks";
        var named = ofPhase.orElse(upgrade.bricks());
        for (int i = 0; i < named.size(); i++) {
            var brick = named.get(i);
            // F-05: what happens once is counted once, not again in every phase that is still to come.
            if (!isFirst && ofPhase.isEmpty() && !kind(brick).isEarnedOverTime()) continue;
            guarded("%s[%d].quantity".formatted(path, i), () -> changeBrick(segment, brick, brick.isOnOrder()));
        }
        for (var removed : upgrade.removed()) {
            var running = state.bricks.get(removed);
            boolean isNamed = named.stream().anyMatch(brick -> brick.id().equals(removed));
            if (running != null && !isNamed) {
                guarded("plan_id", () -> changeBrick(segment, running.withQuantity(Quantity.ZERO), false));
            }
        }
    }

    private void changeBrick(Segment segment, BrickTerms brick, boolean stays) {
        var old = Optional.ofNullable(segment.state().bricks.get(brick.id()));
        if (stays ? old.filter(brick::pricesLike).isPresent() : old.isEmpty()) return;
        if (old.isPresent() && isDelivered(segment, brick)) {
            addToDelivered(segment, brick, old.get());
            return;
        }
        var fresh = stays ? Worth.of(brick, segment.length(), terms) : Worth.NOTHING;
        var before = old.map(was -> Worth.of(was, segment.length(), terms)).orElse(Worth.NOTHING);
        lines.add(delta(segment, Optional.of(brick), kind(brick), moved(old, brick, stays), fresh, before));
        if (stays) {
            remember(segment.state(), brick, segment.start());
        } else {
            forget(segment.state(), brick.id(), segment.start());
        }
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
        lines.add(line(
                segment,
                LineKind.ONE_TIME,
                Optional.of(brick),
                added,
                worth.gross(),
                worth.net(),
                List.of(),
                rows(worth, LineKind.ONE_TIME, segment)));
        remember(segment.state(), brick, segment.start());
    }

    private void changePlan(Segment segment, PlanTerms plan) {
        var state = segment.state();
        var old = state.plan;
        state.plan = plan;
        if (plan.price().equals(old.price())) return;
        var kind =
                plan.price().or(old::price).flatMap(BrickPrice::period).isPresent() ? LineKind.PLAN : LineKind.ONE_TIME;
        var fresh = plan.price()
                .map(price -> Worth.of(price, segment.length(), terms.currency()))
                .orElse(Worth.NOTHING);
        var before = old.price()
                .map(price -> Worth.of(price, segment.length(), terms.currency()))
                .orElse(Worth.NOTHING);
        long quantity = (plan.price().isPresent() ? 1L : 0L) - (old.price().isPresent() ? 1L : 0L);
        lines.add(delta(segment, Optional.empty(), kind, Quantity.of(quantity), fresh, before));
    }

    /// `V_new - R_old` (U-03), gross and net apart.
    private Line delta(
            Segment segment, Optional<BrickTerms> brick, LineKind kind, Quantity quantity, Worth fresh, Worth before) {
        var running = running(segment, brick.map(BrickTerms::id));
        // A milestone is not earned by time: what remains of it is all of it.
        var since = kind == LineKind.MILESTONE ? Ratio.ZERO : segment.from();
        long oldGross = 0;
        long oldNet = 0;
        for (var line : running) {
            oldGross += line.gross().after(since);
            oldNet += line.net().after(since);
        }
        long net = fresh.net() - oldNet;
        var coupons = net < 0 && oldNet > 0 ? couponsGivenBack(running, since, net, oldNet) : List.<Accrual>of();
        var rows = TierRows.marginal(fresh, before, duration(kind, segment), terms.currency());
        return line(segment, kind, brick, quantity, fresh.gross() - oldGross, net, coupons, rows);
    }

    /// A coupon runs on only with what it was given for (U-09): a reduction gives back its part of what is left
    /// of the share.
    private static List<Accrual> couponsGivenBack(List<Line> running, Ratio since, long net, long oldNet) {
        var back = new ArrayList<Accrual>();
        for (var line : running) {
            for (var share : line.coupons()) {
                long returned = Rounding.share(share.after(since), Math.min(-net, oldNet), oldNet);
                if (returned != 0) back.add(new Accrual(share.from().max(since), share.to(), -returned));
            }
        }
        return back;
    }

    private List<Line> running(Segment segment, Optional<BrickId> brick) {
        int position = segment.state().phase.position();
        return lines.stream()
                .filter(line -> line.key().phasePosition() == position
                        && line.key().brick().equals(brick))
                .toList();
    }

    private static Quantity moved(Optional<BrickTerms> old, BrickTerms brick, boolean stays) {
        if (brick.isUnlimited() || old.filter(BrickTerms::isUnlimited).isPresent()) return Quantity.ZERO;
        var now = stays ? brick.quantity() : Quantity.ZERO;
        return now.minus(old.map(BrickTerms::quantity).orElse(Quantity.ZERO));
    }

    private static void remember(State state, BrickTerms brick, LocalDate since) {
        endStretch(state, brick.id(), since);
        state.bricks.put(brick.id(), brick);
        if (brick.type() == BrickType.USAGE)
            state.stretches.add(new Stretch(brick, new Period(since, state.term.end())));
    }

    private static void forget(State state, BrickId brick, LocalDate since) {
        state.bricks.remove(brick);
        endStretch(state, brick, since);
    }

    private static void endStretch(State state, BrickId brick, LocalDate since) {
        for (int i = state.stretches.size() - 1; i >= 0; i--) {
            var stretch = state.stretches.get(i);
            if (!stretch.terms().id().equals(brick)) continue;
            var before = stretch.period().before(since);
            if (before.isPresent()) {
                state.stretches.set(i, new Stretch(stretch.terms(), before.get()));
            } else {
                state.stretches.remove(i);
            }
        }
    }

    // Coupons (rule D-08)

    private void applyPhaseCoupons() {
        Map<Coupon, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            int index = i;
            phase(lines.get(i))
                    .coupon()
                    .ifPresent(coupon -> groups.computeIfAbsent(coupon, _ -> new ArrayList<>())
                            .add(index));
        }
        groups.forEach((coupon, which) -> applyCoupon(coupon, which));
    }

    private PhaseTerms phase(Line line) {
        if (states.size() == 1) return states.getFirst().phase;
        for (var state : states) if (state.phase.position() == line.key().phasePosition()) return state.phase;
        throw new IllegalStateException("no phase " + line.key());
    }

    /// One rounding for the order (R2), split over the lines by what each has inside the coupon's months; lines
    /// below zero neither give nor take, so an upgrade's coupon applies to positive deltas only (U-09).
    private void applyCoupon(Coupon coupon, List<Integer> which) {
        var end = coupon.isForEver()
                ? Ratio.of(terms.months())
                : months.position(terms.couponsCountFrom().plusMonths(coupon.months()));
        var bases = new long[which.size()];
        long sum = 0;
        for (int i = 0; i < bases.length; i++) {
            var line = lines.get(which.get(i));
            if (line.kind() == LineKind.MILESTONE) continue;
            bases[i] = Math.max(0, line.net().upTo(end));
            sum = Money.checked(sum + bases[i]);
        }
        long total = Rounding.discountTotal(sum, coupon.rate());
        if (total == 0) return;
        var shares = Split.overLines(total, bases);
        for (int i = 0; i < shares.length; i++) {
            if (shares[i] == 0) continue;
            var line = lines.get(which.get(i));
            var net = line.net();
            lines.set(
                    which.get(i),
                    line.withCoupon(new Accrual(net.from(), net.to().min(end.max(net.from())), shares[i])));
        }
    }

    private static List<Integer> indexes(int from, int to) {
        var indexes = new ArrayList<Integer>();
        for (int i = from; i < to; i++) indexes.add(i);
        return indexes;
    }
}
