package dev.brickwork.app;

import dev.brickwork.support.Fraction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Computes the cost of one subscription by the rules, in fractions and without any rounding of money: a brick has
/// a price by the month while it runs, and money is price times months. It knows nothing of orders, invoices,
/// credits and payments: however these move the money, this is the result.
final class Life {
    private static final Fraction HUNDRED = Fraction.of(100);
    private static final Fraction LADDER = Fraction.of(10); // Units at the first price.
    static final int PACKAGE_SIZE = 7;
    private static final Fraction PACKAGE = Fraction.of(PACKAGE_SIZE);
    private static final int PRICE_DECIMALS = 6; // R5

    /// How a price has its two parts.
    enum Model {
        GRADUATED,
        VOLUME,
        STAIRSTEP,
        PACKAGE
    }

    /// The fee of each of the two parts, due once when it is reached.
    record Fees(BigDecimal first, BigDecimal above) {
        static final Fees NONE = new Fees(BigDecimal.ZERO, BigDecimal.ZERO);
    }

    /// In major units, for so many months: up to ten units at one price, above at another. Of a brick that is used,
    /// some units come with each window, and what is used beyond them and the agreed ones may have a price of its
    /// own.
    ///
    /// @param unlimited whatever the quantity
    record Price(
            Model model,
            BigDecimal first,
            BigDecimal above,
            int months,
            long included,
            Optional<BigDecimal> beyond,
            BigDecimal unlimited,
            Fees fees) {

        Price(BigDecimal all, int months) {
            this(Model.GRADUATED, all, all, months, 0, Optional.empty(), all, Fees.NONE);
        }

        Fraction byTheMonth(long quantity) {
            return of(Fraction.of(quantity)).over(Fraction.of(months));
        }

        /// P-11
        Fraction unlimitedByTheMonth() {
            return Fraction.of(unlimited).times(HUNDRED).over(Fraction.of(months));
        }

        /// G-03: of units beyond those that were agreed.
        Fraction beyond(Fraction over, Fraction agreed) {
            if (over.compareTo(Fraction.ZERO) == 0) return Fraction.ZERO;
            return beyond.map(each -> Fraction.of(each).times(over).times(HUNDRED))
                    .orElseGet(() -> of(agreed.plus(over)).minus(of(agreed)));
        }

        private Fraction of(Fraction quantity) {
            boolean isAbove = quantity.compareTo(LADDER) > 0;
            var reached = Fraction.of(isAbove ? above : first);
            var fee = Fraction.of(isAbove ? fees.above : fees.first);
            var units = switch (model) {
                case GRADUATED ->
                    Fraction.of(first)
                            .times(quantity.min(LADDER))
                            .plus(Fraction.of(above)
                                    .times(quantity.minus(LADDER).max(Fraction.ZERO)))
                            .plus(fee)
                            .plus(isAbove ? Fraction.of(fees.first) : Fraction.ZERO);
                case VOLUME -> reached.times(quantity).plus(fee);
                case STAIRSTEP -> reached;
                case PACKAGE -> Fraction.of(first).times(packages(quantity));
            };
            return units.times(HUNDRED);
        }

        /// P-06: each one that is begun.
        private static Fraction packages(Fraction quantity) {
            var whole = quantity.over(PACKAGE);
            var floor = Fraction.of(new BigDecimal(whole.floor()));
            return floor.compareTo(whole) == 0 ? floor : floor.plus(Fraction.of(1));
        }

        Price uplifted(BigDecimal percent) {
            return new Price(
                    model,
                    Life.uplifted(first, percent),
                    Life.uplifted(above, percent),
                    months,
                    included,
                    beyond.map(each -> Life.uplifted(each, percent)),
                    Life.uplifted(unlimited, percent),
                    new Fees(Life.uplifted(fees.first, percent), Life.uplifted(fees.above, percent)));
        }
    }

    /// A brick as it was agreed: rates in percent, the amount in minor units for the whole time.
    record Deal(Price price, long quantity, boolean isUnlimited, BigDecimal renewing, BigDecimal once, long amount) {
        Deal renewed(BigDecimal uplift) {
            return new Deal(price.uplifted(uplift), quantity, isUnlimited, renewing, BigDecimal.ZERO, 0);
        }

        Deal at(Price other) {
            return new Deal(other, quantity, isUnlimited, renewing, once, amount);
        }

        Deal asYouGo() {
            return new Deal(price, 0, isUnlimited, renewing, once, amount);
        }

        Deal gone() {
            return new Deal(price, 0, false, BigDecimal.ZERO, BigDecimal.ZERO, 0);
        }

        private Fraction byTheMonth() {
            return byRates(isUnlimited ? price.unlimitedByTheMonth() : price.byTheMonth(quantity));
        }

        /// D-02, D-10: what the rates leave.
        Fraction byRates(Fraction gross) {
            var kept = HUNDRED.minus(Fraction.of(renewing)).minus(Fraction.of(once));
            return gross.times(kept).over(HUNDRED);
        }
    }

    /// The days on which it rested, and on which it is to rest.
    static final class Rests {
        private final TreeSet<LocalDate> days = new TreeSet<>();

        void rests(LocalDate from, LocalDate to) {
            from.datesUntil(to).forEach(days::add);
        }

        /// Whatever was planned, it runs from this day on.
        void wakes(LocalDate day) {
            days.tailSet(day, true).clear();
        }

        boolean contains(LocalDate day) {
            return days.contains(day);
        }

        @Override
        public String toString() {
            return days.toString();
        }
    }

    /// K-02: all positions in a term are counted in days of service, from the day on that was agreed. It may begin on
    /// another one, where a pause before it turned out longer or shorter.
    record Clock(LocalDate agreed, LocalDate start, Rests rests) {
        LocalDate service(LocalDate day) {
            int rested = day.isAfter(start) ? rests.days.subSet(start, day).size() : 0;
            return day.minusDays(moved() + rested);
        }

        LocalDate calendar(LocalDate service) {
            var day = service.plusDays(moved());
            for (var rest : rests.days.tailSet(start, true)) if (rest.isBefore(day)) day = day.plusDays(1);
            return day;
        }

        /// Usage of a day before it became the first of a pause counts with the days before it.
        LocalDate used(LocalDate day) {
            var service = service(day);
            return rests.contains(day) && service.isAfter(agreed) ? service.minusDays(1) : service;
        }

        private long moved() {
            return ChronoUnit.DAYS.between(agreed, start);
        }
    }

    /// The terms that are agreed for a number of months.
    ///
    /// @param usage the price of what is paid as it comes
    record Phase(String plan, int months, Map<String, Deal> deals, BigDecimal usage) {}

    /// The deals that an upgrade agrees for one phase, counted from zero.
    record Otherwise(int phase, Map<String, Deal> deals) {}

    /// The effects of an upgrade beside its deals.
    ///
    /// @param isRepriced to the list of today; else each phase keeps its own prices (rule U-07)
    /// @param isOther it names another plan than the one that runs
    /// @param percent of the coupon on what it costs more
    /// @param others the phases in which it runs otherwise (rule F-05)
    record Change(boolean isRepriced, boolean isOther, BigDecimal percent, List<Otherwise> others) {}

    /// A deal in its time, which is counted in days of service.
    private record Line(String brick, Deal deal, LocalDate from, LocalDate to) {}

    /// U-09: a coupon stays on the net that it was given for, and only a reduction takes its part of it away.
    ///
    /// @param line whose brick and time it has
    /// @param net all that was agreed for that time
    private record Couponed(Line line, Fraction net, BigDecimal percent, Fraction share, LocalDate since) {}

    private record Usage(LocalDate date, BigDecimal value) {}

    /// Of one term, by the day of service on which each phase begins.
    private record UsagePrices(Clock clock, TreeMap<LocalDate, BigDecimal> byStart) {
        BigDecimal on(LocalDate day) {
            return byStart.floorEntry(clock.used(day)).getValue();
        }
    }

    private final List<Line> lines = new ArrayList<>();
    private final List<Couponed> couponed = new ArrayList<>();
    private final TreeMap<LocalDate, UsagePrices> usagePrices = new TreeMap<>(); // By the first day of the term.
    private final Map<String, Usage> usage = new HashMap<>();
    private final Rests rests = new Rests();
    private final LifeMeter meter = new LifeMeter();
    private final List<String> bill = new ArrayList<>();
    private Fraction cost = Fraction.ZERO;
    private Fraction support = Fraction.ZERO;
    private final List<LocalDate> phaseStarts = new ArrayList<>(); // In days of service.
    private final TreeMap<LocalDate, String> plans = new TreeMap<>(); // The same.
    private final int couponMonths;
    private Clock clock;
    private int months;
    private LocalDate couponEnd; // In days of service, as this term counts them.
    private BigDecimal coupon = BigDecimal.ZERO;

    Life(LocalDate start, int couponMonths) {
        this.couponMonths = couponMonths;
        clock = new Clock(start, start, rests);
        couponEnd = start.plusMonths(couponMonths);
    }

    /// Z-03: coupons count from the first day that costs something.
    void wasFreeUntil(LocalDate day) {
        couponEnd = day.plusMonths(couponMonths);
    }

    LocalDate start() {
        return clock.start;
    }

    /// The first day after the term.
    LocalDate end() {
        return clock.calendar(serviceEnd());
    }

    /// The days on which it rested, and on which it is to rest.
    Rests rests() {
        return rests;
    }

    int months() {
        return months;
    }

    /// The deals that are in force at the end of the term.
    Map<String, Deal> deals() {
        var deals = new LinkedHashMap<String, Deal>();
        for (var line : lines) if (line.to.equals(serviceEnd())) deals.put(line.brick, line.deal);
        return deals;
    }

    /// The plan at the end of the term.
    String plan() {
        return plans.lastEntry().getValue();
    }

    String planOn(LocalDate day) {
        return plans.floorEntry(service(day)).getValue();
    }

    /// From this day on, in all phases.
    void switches(LocalDate day, String plan) {
        plans.tailMap(service(day), true).clear();
        plans.put(service(day), plan);
    }

    /// The start of the phase that comes after this day, or the end of the term.
    LocalDate nextPhase(LocalDate day) {
        return lines.stream()
                .map(line -> clock.calendar(line.from))
                .filter(start -> start.isAfter(day))
                .min(LocalDate::compareTo)
                .orElse(end());
    }

    /// The end of the phase that runs on this day, in days of service, which no pause moves.
    LocalDate phaseEnd(LocalDate day) {
        return service(nextPhase(day));
    }

    BigDecimal usagePrice() {
        return usagePrices.lastEntry().getValue().byStart.lastEntry().getValue();
    }

    void costs(String what, Fraction amount) {
        cost = cost.plus(amount);
        bill.add("%s: %s".formatted(what, amount.rounded()));
    }

    private void costs(Line line, String what, Fraction amount) {
        costs("%s %s".formatted(line.brick, what), amount);
        if (line.brick.equals(LifeShop.SUPPORT)) support = support.plus(amount);
    }

    /// Of all that it costs, the support.
    Fraction support() {
        return support;
    }

    /// Ends the term, if it has not come to its end, and opens another, with a coupon of so many percent.
    void opens(LocalDate day, List<Phase> phases, BigDecimal percent) {
        opens(day, day, phases, percent);
    }

    /// @param agreed on which day it was to begin
    void opens(LocalDate agreed, LocalDate day, List<Phase> phases, BigDecimal percent) {
        ends(day);
        couponEnd = couponEnd.plusDays(ChronoUnit.DAYS.between(service(day), agreed));
        clock = new Clock(agreed, day, rests);
        months = 0;
        coupon = percent;
        meter.opens(clock);
        var prices = new UsagePrices(clock, new TreeMap<>());
        usagePrices.tailMap(day, true).clear();
        usagePrices.put(day, prices);
        phaseStarts.clear();
        plans.clear();
        for (var phase : phases) {
            var from = serviceEnd();
            phaseStarts.add(from);
            plans.put(from, phase.plan);
            prices.byStart.put(from, phase.usage);
            months += phase.months;
            phase.deals.forEach((brick, deal) -> lines.add(new Line(brick, deal, from, serviceEnd())));
        }
        for (var line : lines) couponed.add(new Couponed(line, net(line, line.to), percent, Fraction.of(1), line.from));
    }

    /// N-01 to N-03.
    void renews(int length, BigDecimal uplift) {
        var deals = deals();
        deals.replaceAll((_, deal) -> deal.renewed(uplift));
        opens(end(), List.of(new Phase(plan(), length, deals, uplifted(usagePrice(), uplift))), coupon);
    }

    /// From this day to the end of the term the brick runs on these terms. A quantity of zero ends it.
    void agrees(String brick, LocalDate day, Deal usual, Change how) {
        var from = service(day);
        boolean isNew = true;
        for (var line : List.copyOf(lines)) {
            if (!line.brick.equals(brick) || !line.to.isAfter(from)) continue;
            isNew = false;
            var agreed = how.others.stream()
                    .filter(other -> phase(line.from) == other.phase)
                    .findFirst()
                    .map(other -> Objects.requireNonNull(other.deals.get(brick)))
                    .orElse(usual);
            var deal = how.isRepriced ? agreed : agreed.at(line.deal.price);
            var change = new Line(brick, deal, later(from, line.from), line.to);
            boolean isGone = isGone(brick, deal, how);
            changesCoupon(line, change, isGone ? Fraction.ZERO : net(change, change.to), how.percent);
            stops(line, change.from);
            if (!isGone) lines.add(change);
        }
        if (!isNew || isGone(brick, usual, how)) return;
        var line = new Line(brick, usual, from, serviceEnd());
        lines.add(line);
        couponed.add(new Couponed(line, net(line, line.to), how.percent, Fraction.of(1), from));
    }

    /// P-14: usage without a commitment is paid as it comes, and leaves only for another plan.
    private static boolean isGone(String brick, Deal deal, Change how) {
        if (brick.equals(LifeShop.CALLS) && (deal.isUnlimited || !how.isOther)) return false;
        return deal.quantity == 0;
    }

    /// Which phase of the term a day of service is in.
    private int phase(LocalDate service) {
        return (int) phaseStarts.stream()
                        .filter(start -> !start.isAfter(service))
                        .count()
                - 1;
    }

    /// Whether it has a deal of its own in each phase that is left; one that came later has one for all of them.
    boolean isInEachPhase(String brick, LocalDate day) {
        long deals = lines.stream()
                .filter(line -> line.brick.equals(brick) && line.to.isAfter(service(day)))
                .count();
        return deals == phases() - phaseOn(day);
    }

    int phases() {
        return phaseStarts.size();
    }

    int phaseOn(LocalDate day) {
        return phase(service(day));
    }

    /// Of what is left of the coupons on a line, the part that its net loses; what it gains has a coupon of its own.
    ///
    /// @param net of the change, nothing where the brick goes
    private void changesCoupon(Line line, Line change, Fraction net, BigDecimal percent) {
        var left = net(line, line.to).minus(net(line, change.from));
        var gain = net.minus(left);
        if (left.compareTo(Fraction.ZERO) > 0) {
            var kept = net.over(left).min(Fraction.of(1)).max(Fraction.ZERO);
            couponed.replaceAll(old -> {
                if (!old.line.brick.equals(line.brick) || !old.line.to.equals(line.to)) return old;
                takes(old, change.from);
                return new Couponed(
                        old.line, old.net, old.percent, old.share.times(kept), later(old.since, change.from));
            });
        }
        if (gain.compareTo(Fraction.ZERO) > 0)
            couponed.add(new Couponed(change, gain, percent, Fraction.of(1), change.from));
    }

    /// D-08: what a coupon takes from its line up to this day.
    private void takes(Couponed old, LocalDate day) {
        var to = earlier(earlier(day, couponEnd), old.line.to);
        boolean isPositive = old.net.compareTo(Fraction.ZERO) > 0; // M-06
        if (!old.since.isBefore(to) || old.percent.signum() == 0 || !isPositive) return;
        var part = months(old.since, to).over(months(old.line.from, old.line.to));
        var net = old.net.times(part).times(old.share);
        var taken = net.times(Fraction.of(old.percent.negate())).over(HUNDRED);
        costs(old.line, "coupon to " + to, taken);
        if (old.line.brick.equals(LifeShop.CALLS)) meter.billed(old.since, to, taken);
    }

    /// D-08: what is bought once has the coupon of its order in full or not at all.
    void buysOnce(LocalDate day, Fraction price, BigDecimal percent) {
        var kept = service(day).isBefore(couponEnd) ? HUNDRED.minus(Fraction.of(percent)) : HUNDRED;
        costs("once", price.times(kept).over(HUNDRED));
    }

    void ends(LocalDate day) {
        for (var line : List.copyOf(lines)) stops(line, service(day));
        for (var line : couponed) takes(line, service(day));
        couponed.clear();
    }

    private void stops(Line line, LocalDate day) {
        lines.remove(line);
        var to = earlier(day, line.to);
        if (line.from.isBefore(to)) costs(line, "%s from %s to %s".formatted(line.deal, line.from, to), net(line, to));
        if (!line.brick.equals(LifeShop.CALLS) || !line.from.isBefore(to)) return;
        meter.ran(line.deal, line.from, to);
        meter.billed(line.from, to, net(line, to));
    }

    void calls(String id, LocalDate day, BigDecimal value) {
        meter.uses(id, day, value);
    }

    void uses(String id, LocalDate day, BigDecimal value) {
        usage.put(id, new Usage(day, value));
    }

    void unuses(String id) {
        usage.remove(id);
        meter.unuses(id);
    }

    Fraction cost() {
        var used = Fraction.ZERO;
        for (var entry : usage.values()) {
            var price = usagePrices.floorEntry(entry.date).getValue().on(entry.date);
            used = used.plus(Fraction.of(entry.value.multiply(price)).times(HUNDRED));
        }
        return cost.plus(used).plus(meter.cost());
    }

    @Override
    public String toString() {
        return "%s\n%s".formatted(String.join("\n", bill), meter);
    }

    /// After the discounts of the brick itself, without the coupon.
    private Fraction net(Line line, LocalDate to) {
        var time = months(line.from, to);
        var amount = Fraction.of(line.deal.amount).times(time).over(months(line.from, line.to)); // D-04
        return line.deal.byTheMonth().times(time).minus(amount);
    }

    private LocalDate serviceEnd() {
        return clock.agreed.plusMonths(months);
    }

    private LocalDate service(LocalDate day) {
        return clock.service(day);
    }

    private Fraction months(LocalDate from, LocalDate to) {
        return position(clock.agreed, to).minus(position(clock.agreed, from));
    }

    /// Months from the anchor, the one begun in days of its own length.
    static Fraction position(LocalDate anchor, LocalDate day) {
        long whole =
                Period.between(anchor.withDayOfMonth(1), day.withDayOfMonth(1)).toTotalMonths();
        if (anchor.plusMonths(whole).isAfter(day)) whole--;
        var begun = anchor.plusMonths(whole);
        var days = Fraction.of(ChronoUnit.DAYS.between(begun, day));
        var length = Fraction.of(ChronoUnit.DAYS.between(begun, anchor.plusMonths(whole + 1)));
        return Fraction.of(whole).plus(days.over(length));
    }

    private static LocalDate earlier(LocalDate a, LocalDate b) {
        return a.isBefore(b) ? a : b;
    }

    private static LocalDate later(LocalDate a, LocalDate b) {
        return a.isAfter(b) ? a : b;
    }

    static BigDecimal uplifted(BigDecimal price, BigDecimal percent) {
        var factor = BigDecimal.ONE.add(percent.movePointLeft(2));
        return price.multiply(factor).setScale(PRICE_DECIMALS, RoundingMode.HALF_UP);
    }
}
