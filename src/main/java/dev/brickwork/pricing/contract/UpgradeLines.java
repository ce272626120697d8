package dev.brickwork.pricing.contract;

import static java.util.stream.Collectors.groupingBy;

import dev.brickwork.pricing.contract.LineMaker.Head;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Rounding;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.DoneWork;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.PricingFaults;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Upgrade;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/// The lines by which one upgrade changes a term: differences to those that run (rules U).
final class UpgradeLines {
    /// Where lines of several orders meet.
    private record Place(int phasePosition, Optional<BrickId> brick) {}

    private final Upgrade upgrade;
    private final Terms terms;
    private final LineMaker make;
    private final PricingFaults faults;
    private final Map<Place, List<Line>> running;
    private final List<Line> lines = new ArrayList<>();

    UpgradeLines(Upgrade upgrade, Terms terms, List<Line> running, PricingFaults faults) {
        this.upgrade = upgrade;
        this.terms = terms;
        this.make = new LineMaker(terms);
        this.faults = faults;
        this.running = running.stream()
                .collect(groupingBy(
                        line -> new Place(line.key().phasePosition(), line.key().brick())));
    }

    /// All of them, with the coupon of the upgrade.
    List<Line> lines() {
        var all = new ArrayList<>(lines);
        upgrade.coupon()
                .ifPresent(coupon -> faults.guard(() -> "bricks", () -> {
                    var places = IntStream.range(0, all.size()).boxed().toList();
                    CouponShares.take(coupon, terms, all, places);
                }));
        return all;
    }

    /// Changes what is left of a phase.
    ///
    /// @param isFirst of the phases that it touches
    void change(PhaseSegment segment, boolean isFirst) {
        var state = segment.state();
        upgrade.plan().ifPresent(plan -> faults.guard(() -> "plan_id", () -> changePlan(segment, plan)));
        int position = state.phase().position();
        var ofPhase = Optional.ofNullable(upgrade.bricksByPhase().get(position));
        var path = ofPhase.isPresent() ? upgrade.path(position) : "bricks";
        var named = ofPhase.orElse(upgrade.bricks());
        for (int i = 0; i < named.size(); i++) {
            var brick = named.get(i);
            // F-05: what happens once is counted once, not again in every phase that is still to come.
            if (!isFirst && ofPhase.isEmpty() && !LineKind.of(brick).isEarnedOverTime()) continue;
            int index = i;
            faults.guard(
                    () -> "%s[%d].quantity".formatted(path, index),
                    () -> changeBrick(segment, brick, brick.isOnOrder()));
        }
        for (var removed : upgrade.removed()) {
            if (named.stream().anyMatch(brick -> brick.id().equals(removed))) continue;
            state.brick(removed)
                    .map(brick -> brick.withQuantity(Quantity.ZERO))
                    .ifPresent(gone -> faults.guard(() -> "plan_id", () -> changeBrick(segment, gone, false)));
        }
    }

    private void changeBrick(PhaseSegment segment, BrickTerms brick, boolean stays) {
        var old = segment.state().brick(brick.id());
        if (stays ? old.filter(was -> isSame(was, brick)).isPresent() : old.isEmpty()) return;
        if (old.isPresent() && isDelivered(segment, brick)) {
            addToDelivered(segment, brick, old.get());
            return;
        }
        var fresh = stays ? make.worth(segment, brick) : TermValue.NOTHING;
        var before = old.map(was -> make.worth(segment, was)).orElse(TermValue.NOTHING);
        if (stays && old.filter(was -> isBilledOtherwise(was, brick)).isPresent()) {
            replace(segment, old.get(), brick, fresh, before);
            segment.state().put(brick, segment.start());
            return;
        }
        // What leaves is taxed as it was.
        var named = stays || old.isEmpty() ? brick : old.get().withQuantity(Quantity.ZERO);
        var moved = moved(old, brick, stays);
        lines.add(
                LineKind.of(brick) == LineKind.MILESTONE
                        ? workDelta(
                                new Head(segment, LineKind.of(brick), Optional.of(brick), moved), old, fresh, before)
                        : delta(new Head(segment, LineKind.of(brick), Optional.of(named), moved), fresh, before));
        if (stays) {
            segment.state().put(brick, segment.start());
        } else {
            segment.state().remove(brick.id(), segment.start());
        }
    }

    /// Whether neither its money nor the tax on it changes (rules V8, U-03).
    private boolean isSame(BrickTerms was, BrickTerms brick) {
        return brick.pricesLike(was) && !isBilledOtherwise(was, brick);
    }

    private boolean isBilledOtherwise(BrickTerms one, BrickTerms other) {
        if (LineKind.of(other) == LineKind.MILESTONE) return false;
        boolean isOtherWindow = LineKind.of(other) == LineKind.COMMITMENT
                && one.price().windowMonths(terms.months()) != other.price().windowMonths(terms.months());
        return isOtherWindow || !one.taxCategory().equals(other.taxCategory());
    }

    /// A commitment is paid at the start of each of its windows (G-02), and a line has one tax category, so no
    /// single line can go from one grid or tax to another: the brick leaves as it was and comes back as it is.
    private void replace(PhaseSegment segment, BrickTerms old, BrickTerms brick, TermValue fresh, TermValue before) {
        var gone = new Head(
                segment,
                LineKind.of(brick),
                Optional.of(old),
                old.shownQuantity().negated());
        var leaving = delta(gone, TermValue.NOTHING, before);
        lines.add(leaving.leaving());
        var come = new Head(segment, LineKind.of(brick), Optional.of(brick), brick.shownQuantity());
        lines.add(make.line(come, fresh, kept(leaving, fresh)));
    }

    /// The discount that coupons would still have taken from the leaving line; they take it from its replacement
    /// instead (U-09).
    private static List<Accrual> kept(Line leaving, TermValue fresh) {
        long old = -leaving.net().total();
        return CouponShares.kept(leaving.coupons(), old - fresh.net(), old);
    }

    /// A one-time brick whose line lies before this segment's start has been billed and is not taken back
    /// (P-12).
    private boolean isDelivered(PhaseSegment segment, BrickTerms brick) {
        return running(segment, Optional.of(brick.id())).stream()
                .anyMatch(line ->
                        line.kind() == LineKind.ONE_TIME && line.gross().from().compareTo(segment.from()) < 0);
    }

    private void addToDelivered(PhaseSegment segment, BrickTerms brick, BrickTerms old) {
        var added = brick.quantity().minus(old.quantity());
        if (!added.isPositive() || brick.isUnlimited() || old.isUnlimited()) return;
        var worth = TermValue.added(brick, old, terms.currency());
        lines.add(make.line(new Head(segment, LineKind.ONE_TIME, Optional.of(brick), added), worth));
        segment.state().put(brick, segment.start());
    }

    private void changePlan(PhaseSegment segment, PlanTerms plan) {
        var state = segment.state();
        var old = state.plan();
        if (plan.price().equals(old.price())) {
            state.switchTo(plan);
            return;
        }
        var fresh = plan.price().map(price -> make.worth(segment, price)).orElse(TermValue.NOTHING);
        var before = old.price().map(price -> make.worth(segment, price)).orElse(TermValue.NOTHING);
        boolean comes = plan.price().isPresent();
        boolean isTaxedAlike = plan.taxCategory().equals(old.taxCategory());
        if (old.price().isPresent() && !(comes && isTaxedAlike)) {
            var leaving = delta(Head.ofPlan(segment, Quantity.of(-1)), TermValue.NOTHING, before);
            lines.add(comes ? leaving.leaving() : leaving);
            state.switchTo(plan);
            var come = Head.ofPlan(segment, Quantity.ONE);
            if (comes) lines.add(make.line(come, fresh, kept(leaving, fresh)));
            return;
        }
        state.switchTo(plan);
        var quantity = Quantity.of(old.price().isPresent() ? 0 : 1);
        lines.add(delta(Head.ofPlan(segment, quantity), fresh, before));
    }

    /// `V_new - R_old` (U-03), gross and net apart. Where nothing is worth anything any more, it takes away exactly
    /// what was to come, so that no invoice is left with a cent.
    private Line delta(Head head, TermValue fresh, TermValue before) {
        var old = running(head.segment(), head.brick().map(BrickTerms::id));
        var since = head.segment().from();
        var gross = changed(head, old, Line::gross, fresh.gross());
        var net = changed(head, old, Line::net, fresh.net());
        var alive = alive(old, Line::net);
        var coupons = fresh.net() == 0
                ? CouponShares.undone(alive, since)
                : CouponShares.givenBack(alive, since, -net.total(), fresh.net() - net.total());
        var rows = TierRows.marginal(fresh, before, head.duration(), terms.currency());
        return make.line(head, gross, net, coupons, rows);
    }

    private static Accrual changed(Head head, List<Line> old, Function<Line, Accrual> value, long fresh) {
        var alive = alive(old, value).stream().map(value).toList();
        var undone = Accrual.undoing(alive, head.segment().from(), head.to());
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
    private Line workDelta(Head head, Optional<BrickTerms> old, TermValue fresh, TermValue was) {
        var brick = head.brick().orElseThrow();
        long gross = fresh.gross() - was.gross();
        long net = fresh.net() - was.net();
        boolean isMore = old.isEmpty() || (head.quantity().isPositive() && brick.costsLike(old.get()));
        if (!isMore) {
            var done = upgrade.done(head.segment().state().phase().position(), brick.id());
            long units = brick.quantity().value().longValueExact();
            long before = old.get().quantity().value().longValueExact();
            // An earlier change may have left less than was done.
            long kept = Math.min(before, done.map(DoneWork::units).orElse(0L));
            long open = Math.max(0, units - kept);
            gross = done.map(DoneWork::gross).orElse(0L) + part(fresh.gross(), open, units);
            net = done.map(DoneWork::net).orElse(0L) + part(fresh.net(), open, units);
            for (var line : running(head.segment(), Optional.of(brick.id()))) {
                gross -= line.gross().total();
                net -= line.net().total();
            }
        }
        var rows = TierRows.marginal(fresh, was, head.duration(), terms.currency());
        return make.line(head, head.accrual(gross), head.accrual(net), List.of(), rows);
    }

    /// The last units close the total (M-05, L-01).
    private static long part(long total, long open, long units) {
        return open == 0 ? 0 : total - Rounding.share(total, units - open, units);
    }

    private List<Line> running(PhaseSegment segment, Optional<BrickId> brick) {
        return running.getOrDefault(new Place(segment.state().phase().position(), brick), List.of());
    }

    private static Quantity moved(Optional<BrickTerms> old, BrickTerms brick, boolean stays) {
        if (brick.isUnlimited() || old.filter(BrickTerms::isUnlimited).isPresent()) return Quantity.ZERO;
        var now = stays ? brick.quantity() : Quantity.ZERO;
        return now.minus(old.map(BrickTerms::quantity).orElse(Quantity.ZERO));
    }
}
