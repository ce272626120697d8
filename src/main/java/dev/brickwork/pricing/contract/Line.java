package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.calendar.AnchoredMonths;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Ratio;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One brick (or the plan's own price) in one phase of one order, with its value as a function of time.
///
/// @param quantity units; new minus old in an upgrade
/// @param term service dates
/// @param net after the brick's discounts, before the coupon
/// @param coupons what coupons take, each over its own shorter term; negative where a reduction gives some back
/// @param tiers rows for display
public record Line(
        LineKey key,
        LineKind kind,
        PlanTerms plan,
        Optional<BrickTerms> brick,
        Quantity quantity,
        Period term,
        AnchoredMonths months,
        Accrual gross,
        Accrual net,
        List<Accrual> coupons,
        List<TierRow> tiers) {
    public Line {
        coupons = List.copyOf(coupons);
        tiers = List.copyOf(tiers);
    }

    /// All of the line, before tax.
    public Amounts total() {
        long coupon = 0;
        for (var share : coupons) coupon += share.total();
        return Amounts.of(gross.total(), gross.total() - net.total(), coupon);
    }

    /// The amounts that the line bills for a stretch of service. One-time and milestone lines are not cut by time.
    public Amounts amounts(Period service) {
        return amounts(months.position(service.start()), months.position(service.end()));
    }

    /// The amounts for `service`, a part of the stretch `billed`, of which an invoice billed only `net`: several
    /// invoices may share a stretch (U-06).
    public Amounts amounts(Period billed, Period service, long net) {
        if (amounts(billed).net() == net) return amounts(service);
        var share = new Accrual(months.position(billed.start()), months.position(billed.end()), net);
        return Amounts.of(share.between(months.position(service.start()), months.position(service.end())), 0, 0);
    }

    Amounts amounts(Ratio from, Ratio to) {
        long grossPart = gross.between(from, to);
        long coupon = 0;
        for (var share : coupons) coupon += share.between(from, to);
        return Amounts.of(grossPart, grossPart - net.between(from, to), coupon);
    }

    /// The net value, coupon included, of what was billed for `billed` and lies on or after `date`; zero for
    /// lines that time does not earn.
    public long unused(Period billed, LocalDate date) {
        if (!kind.isEarnedOverTime()) return 0;
        return billed.from(date).map(rest -> amounts(rest).net()).orElse(0L);
    }

    public String taxCategory() {
        return brick.map(BrickTerms::taxCategory).orElseGet(plan::taxCategory);
    }

    /// `pre_commitment_schedule` of usage lines.
    public Optional<BillingFrequency> commitmentSchedule() {
        return kind == LineKind.COMMITMENT
                ? brick.flatMap(terms -> terms.price().commitment())
                : Optional.empty();
    }

    /// This line at no charge, for as long as a trial lasts (Z-03).
    public Line free(Period trial) {
        return new Line(
                key,
                kind,
                plan,
                brick,
                quantity,
                trial,
                months,
                new Accrual(gross.from(), gross.to(), 0),
                new Accrual(net.from(), net.to(), 0),
                List.of(),
                List.of());
    }

    /// Shares of one stretch are one, as what they are taken from is: each would be rounded by itself in each period.
    Line withCoupon(Accrual share) {
        var all = new ArrayList<Accrual>();
        long total = share.total();
        for (var other : coupons) {
            if (other.isAlong(share)) total += other.total();
            else all.add(other);
        }
        all.add(new Accrual(share.from(), share.to(), total));
        return new Line(key, kind, plan, brick, quantity, term, months, gross, net, all, tiers);
    }

    Line leaving() {
        return new Line(key.leaving(), kind, plan, brick, quantity, term, months, gross, net, coupons, tiers);
    }
}
