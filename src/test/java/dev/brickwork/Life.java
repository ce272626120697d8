package dev.brickwork;

import dev.brickwork.support.Fraction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What one subscription costs by the rules, in fractions and without any rounding of money: a brick has a price by
/// the month while it runs, and money is price times months. It knows nothing of orders, invoices, credits and
/// payments: whatever way the money takes through them, this is what it comes to in the end.
final class Life {
    private static final Fraction HUNDRED = Fraction.of(100);
    private static final long LADDER = 10; // Units at the first price.
    private static final int PRICE_DECIMALS = 6; // R5

    /// In major units: the first ten units at one price, those above at another, for so many months.
    record Price(BigDecimal first, BigDecimal above, int months) {
        Fraction byTheMonth(long quantity) {
            var units = Fraction.of(first)
                    .times(Fraction.of(Math.min(quantity, LADDER)))
                    .plus(Fraction.of(above).times(Fraction.of(Math.max(0, quantity - LADDER))));
            return units.times(HUNDRED).over(Fraction.of(months));
        }

        Price uplifted(BigDecimal percent) {
            return new Price(Life.uplifted(first, percent), Life.uplifted(above, percent), months);
        }
    }

    /// A brick as it was agreed: rates in percent, the amount in minor units for the rest of the term.
    record Deal(Price price, long quantity, BigDecimal renewing, BigDecimal once, long amount) {
        Deal renewed(BigDecimal uplift) {
            return new Deal(price.uplifted(uplift), quantity, renewing, BigDecimal.ZERO, 0);
        }

        Deal at(Price other) {
            return new Deal(other, quantity, renewing, once, amount);
        }

        Deal gone() {
            return new Deal(price, 0, BigDecimal.ZERO, BigDecimal.ZERO, 0);
        }

        private Fraction byTheMonth() {
            var kept = HUNDRED.minus(Fraction.of(renewing)).minus(Fraction.of(once));
            return price.byTheMonth(quantity).times(kept).over(HUNDRED);
        }
    }

    private record Running(Deal deal, LocalDate from) {}

    /// U-09: a coupon stays on the line that it was given for, and only a reduction takes its part of it away.
    private record Couponed(Running line, Fraction share, LocalDate since) {}

    private record Usage(LocalDate date, BigDecimal value) {}

    private final Map<String, Running> running = new HashMap<>();
    private final Map<String, Couponed> couponed = new HashMap<>();
    private final TreeMap<LocalDate, BigDecimal> usagePrices = new TreeMap<>();
    private final Map<String, Usage> usage = new HashMap<>();
    private final List<String> bill = new ArrayList<>();
    private Fraction cost = Fraction.ZERO;
    private LocalDate anchor;
    private int months;
    private int pausedDays; // Of this term.
    private LocalDate couponEnd; // In days of service, as this term counts them.
    private BigDecimal coupon = BigDecimal.ZERO;

    Life(LocalDate start, int months, int couponMonths) {
        anchor = start;
        this.months = months;
        couponEnd = start.plusMonths(couponMonths);
    }

    /// The first day after the term.
    LocalDate end() {
        return serviceEnd().plusDays(pausedDays);
    }

    LocalDate start() {
        return anchor;
    }

    int months() {
        return months;
    }

    Map<String, Deal> deals() {
        var deals = new TreeMap<String, Deal>();
        running.forEach((brick, run) -> deals.put(brick, run.deal));
        return deals;
    }

    BigDecimal usagePrice() {
        return usagePrices.lastEntry().getValue();
    }

    /// From this day on the brick runs on these terms. A quantity of zero ends it.
    void agrees(String brick, LocalDate day, Deal deal) {
        var run = new Running(deal, service(day));
        reducesCoupon(brick, run);
        stops(brick, run.from);
        if (deal.quantity > 0) running.put(brick, run);
    }

    private void reducesCoupon(String brick, Running after) {
        var before = running.get(brick);
        var line = couponed.get(brick);
        if (before == null || line == null) return;
        var left = net(before, serviceEnd()).minus(net(before, after.from));
        var kept = net(after, serviceEnd()).over(left).min(Fraction.of(1));
        takes(line, after.from);
        couponed.put(brick, new Couponed(line.line, line.share.times(kept), after.from));
    }

    /// What a coupon has taken from its line to this day.
    private void takes(Couponed line, LocalDate day) {
        var to = day.isBefore(couponEnd) ? day : couponEnd;
        if (!line.since.isBefore(to)) return;
        var net = net(line.line, to).minus(net(line.line, line.since)).times(line.share);
        costs("coupon to " + to, net.times(Fraction.of(coupon.negate())).over(HUNDRED)); // D-08
    }

    void costs(String what, Fraction amount) {
        cost = cost.plus(amount);
        bill.add("%s %s".formatted(what, amount.rounded()));
    }

    /// Ends the term, if it has not come to its end, and opens another, with a coupon of so many percent.
    void opens(LocalDate day, int length, Map<String, Deal> deals, BigDecimal usagePrice, BigDecimal percent) {
        ends(day);
        couponEnd = couponEnd.plusDays(pausedDays);
        anchor = day;
        months = length;
        pausedDays = 0;
        coupon = percent;
        usagePrices.tailMap(day, true).clear();
        usagePrices.put(day, usagePrice);
        deals.forEach((brick, deal) -> agrees(brick, day, deal));
        running.forEach((brick, run) -> couponed.put(brick, new Couponed(run, Fraction.of(1), day)));
    }

    /// N-01 to N-03.
    void renews(int length, BigDecimal uplift) {
        var deals = deals();
        deals.replaceAll((_, deal) -> deal.renewed(uplift));
        opens(end(), length, deals, uplifted(usagePrice(), uplift), coupon);
    }

    /// K-02: all positions are counted in days of service.
    void paused(int days) {
        pausedDays += days;
    }

    void ends(LocalDate day) {
        for (var brick : List.copyOf(running.keySet())) stops(brick, service(day));
        for (var line : couponed.values()) takes(line, service(day));
        couponed.clear();
    }

    void uses(String id, LocalDate day, BigDecimal value) {
        usage.put(id, new Usage(day, value));
    }

    void unuses(String id) {
        usage.remove(id);
    }

    Fraction cost() {
        var used = Fraction.ZERO;
        for (var entry : usage.values()) {
            var price = usagePrices.floorEntry(entry.date).getValue();
            used = used.plus(Fraction.of(entry.value.multiply(price)).times(HUNDRED));
        }
        return cost.plus(used);
    }

    @Override
    public String toString() {
        return String.join("\n", bill);
    }

    private void stops(String brick, LocalDate day) {
        var run = running.remove(brick);
        if (run == null) return;
        costs("%s from %s to %s".formatted(run.deal, run.from, day), net(run, day));
    }

    /// After the discounts of the brick itself, without the coupon.
    private Fraction net(Running run, LocalDate to) {
        var time = months(run.from, to);
        var amount = Fraction.of(run.deal.amount).times(time).over(months(run.from, serviceEnd())); // D-04
        return run.deal.byTheMonth().times(time).minus(amount);
    }

    private LocalDate serviceEnd() {
        return anchor.plusMonths(months);
    }

    private LocalDate service(LocalDate day) {
        return day.minusDays(pausedDays);
    }

    private Fraction months(LocalDate from, LocalDate to) {
        return position(to).minus(position(from));
    }

    /// Months from the anchor, the one begun in days of its own length.
    private Fraction position(LocalDate day) {
        long whole = Period.between(anchor.withDayOfMonth(1), day.withDayOfMonth(1)).toTotalMonths();
        if (anchor.plusMonths(whole).isAfter(day)) whole--;
        var begun = anchor.plusMonths(whole);
        var days = Fraction.of(ChronoUnit.DAYS.between(begun, day));
        return Fraction.of(whole).plus(days.over(Fraction.of(ChronoUnit.DAYS.between(begun, anchor.plusMonths(whole + 1)))));
    }

    private static BigDecimal uplifted(BigDecimal price, BigDecimal percent) {
        var factor = BigDecimal.ONE.add(percent.movePointLeft(2));
        return price.multiply(factor).setScale(PRICE_DECIMALS, RoundingMode.HALF_UP);
    }
}
