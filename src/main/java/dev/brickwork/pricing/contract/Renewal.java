package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.Terms;
import java.util.List;

/// The terms that follow a term (rules N).
public final class Renewal {
    public static final Percent UPLIFT_MIN = Percent.of(-100);

    private Renewal() {}

    /// Full current quantities with contracted prices raised by the uplift, renewing discounts only, one phase,
    /// anchored at the calendar day after the old term. One-time and milestone bricks have been billed and do
    /// not come again.
    ///
    /// @param clock the pauses of the old term, which move its end and the months that coupons count (K-05)
    public static Terms terms(Contract contract, ServiceClock clock, int months, Percent uplift) {
        if (uplift.compareTo(UPLIFT_MIN) < 0) throw new IllegalArgumentException("an uplift of " + uplift);
        var base = contract.base();
        var lastDay = base.endsOn().minusDays(1);
        var startsOn = clock.calendarEnd(base.endsOn());
        var phase = base.phases().getLast();
        var bricks = contract.bricksOn(lastDay).stream()
                .filter(brick -> brick.type() == BrickType.SUBSCRIPTION || brick.type() == BrickType.USAGE)
                .map(brick -> brick.renewed(uplift))
                .toList();
        var renewed = new PhaseTerms(
                1,
                0,
                months,
                contract.planOn(lastDay).renewed(uplift),
                bricks,
                phase.paymentTermsDays(),
                phase.coupon());
        long pausedDays = startsOn.toEpochDay() - base.endsOn().toEpochDay();
        return new Terms(
                base.couponClock().paused(pausedDays),
                startsOn,
                months,
                base.frequency(),
                base.currency(),
                false,
                List.of(renewed));
    }
}
