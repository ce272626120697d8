package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.contract.LineKey;
import dev.brickwork.pricing.contract.LineKind;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Tier;
import dev.brickwork.support.Fraction;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A second, slow calculator of a new subscription's estimate, written from the rules alone: it takes only data
/// from the kernel's records and shares no arithmetic with it. What both agree on, two readers read in the rules.
final class ReferenceCalculator {
    private static final BigInteger NOTHING = BigInteger.ZERO;
    private static final Fraction HUNDRED = Fraction.of(100);
    private static final int FOR_EVER = 999; // months, rule D-08

    private final Terms terms;
    private final PricingContext circumstances;
    private final Map<LocalDate, Fraction> positions = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final Map<TaxComponent, Tax> taxes = new LinkedHashMap<>();

    private ReferenceCalculator(Terms terms, PricingContext circumstances) {
        this.terms = terms;
        this.circumstances = circumstances;
    }

    record Sum(BigInteger gross, BigInteger discount, BigInteger coupon, BigInteger tax) {
        static final Sum ZERO = new Sum(NOTHING, NOTHING, NOTHING, NOTHING);

        BigInteger net() {
            return gross.subtract(discount).subtract(coupon);
        }

        BigInteger total() {
            return net().add(tax);
        }

        Sum plus(Sum other) {
            return new Sum(
                    gross.add(other.gross), discount.add(other.discount), coupon.add(other.coupon), tax.add(other.tax));
        }

        Sum taxed(BigInteger more) {
            return new Sum(gross, discount, coupon, tax.add(more));
        }
    }

    record LineSum(LineKey key, BigDecimal quantity, Sum sum, BigInteger total) {}

    record Item(LocalDate billOn, LocalDate firstDay, LocalDate lastDay, Sum sum, BigInteger total) {}

    record PhaseSum(
            int position,
            LocalDate firstDay,
            LocalDate lastDay,
            boolean isAnnual,
            Sum sum,
            BigInteger total,
            List<LineSum> lines,
            List<Item> schedule) {}

    record Tax(BigInteger taxable, BigInteger amount) {}

    record Answer(
            LocalDate lastDay,
            Sum sum,
            BigInteger total,
            List<LineSum> lines,
            List<Item> schedule,
            List<PhaseSum> phases,
            Map<TaxComponent, Tax> taxes,
            BigInteger unscheduled) {}

    /// The amount that one row bills on one date, for the service days `[from, to)`.
    private static final class Part {
        final LocalDate billOn;
        final LocalDate from;
        final LocalDate to;
        Sum sum = Sum.ZERO;

        Part(LocalDate billOn, LocalDate from, LocalDate to) {
            this.billOn = billOn;
            this.from = from;
            this.to = to;
        }
    }

    /// One line while it is being worked out.
    private static final class Row {
        final PhaseTerms phase;
        final LineKey key;
        final LineKind kind;
        final String category;
        final BigDecimal quantity;
        final BigInteger gross;
        final BigInteger net;
        final LocalDate from;
        final LocalDate to;
        final List<Part> parts = new ArrayList<>();
        BigInteger coupon = NOTHING;
        LocalDate couponTo = LocalDate.MIN;

        Row(PhaseTerms phase, Priced priced, LocalDate from, LocalDate to) {
            this.phase = phase;
            this.key = new LineKey(0, phase.position(), priced.brick.map(BrickTerms::id));
            this.kind = priced.kind;
            this.category = priced.brick
                    .map(BrickTerms::taxCategory)
                    .orElse(phase.plan().taxCategory());
            this.quantity = priced.quantity;
            this.gross = priced.gross;
            this.net = priced.net;
            this.from = from;
            this.to = to;
        }

        Sum sum() {
            return parts.stream().map(part -> part.sum).reduce(Sum.ZERO, Sum::plus);
        }

        LineSum shown() {
            var sum = sum();
            return new LineSum(key, quantity, sum, sum.total());
        }
    }

    private record Priced(
            Optional<BrickTerms> brick, LineKind kind, BigDecimal quantity, BigInteger gross, BigInteger net) {}

    static Answer estimate(Terms terms, PricingContext circumstances) {
        return new ReferenceCalculator(terms, circumstances).estimate();
    }

    private Answer estimate() {
        for (var phase : terms.phases()) addRows(phase);
        takeCoupons();
        for (var row : rows) fillParts(row);
        addTaxes();
        var sum = sum(rows);
        return new Answer(
                boundary(terms.months()).minusDays(1),
                sum,
                sum.total(),
                rows.stream().map(Row::shown).toList(),
                schedule(rows),
                terms.isPhased() ? terms.phases().stream().map(this::phaseSum).toList() : List.of(),
                taxes,
                rows.stream()
                        .filter(row -> row.kind == LineKind.MILESTONE)
                        .map(row -> row.sum().total())
                        .reduce(NOTHING, BigInteger::add));
    }

    /// Rules F.
    private PhaseSum phaseSum(PhaseTerms phase) {
        var own = rows.stream()
                .filter(row -> row.phase.position() == phase.position())
                .toList();
        var sum = sum(own);
        return new PhaseSum(
                phase.position(),
                boundary(phase.fromMonth()),
                boundary(phase.fromMonth() + phase.months()).minusDays(1),
                phase.months() == 12,
                sum,
                sum.total(),
                own.stream().map(Row::shown).toList(),
                schedule(own));
    }

    private static Sum sum(List<Row> rows) {
        return rows.stream().map(Row::sum).reduce(Sum.ZERO, Sum::plus);
    }

    /// Rules S-07 and S-09: one item per bill date, over the union of what it covers.
    private static List<Item> schedule(List<Row> rows) {
        var items = new TreeMap<LocalDate, Item>();
        for (var row : rows) {
            if (row.kind == LineKind.MILESTONE) continue; // L-05
            for (var part : row.parts) {
                var last = part.to.minusDays(1);
                var item = new Item(part.billOn, part.from, last, part.sum, part.sum.total());
                items.merge(part.billOn, item, (a, b) -> {
                    var first = a.firstDay.isBefore(b.firstDay) ? a.firstDay : b.firstDay;
                    var end = a.lastDay.isAfter(b.lastDay) ? a.lastDay : b.lastDay;
                    var both = a.sum.plus(b.sum);
                    return new Item(a.billOn, first, end, both, both.total());
                });
            }
        }
        return List.copyOf(items.values());
    }

    // Time

    private LocalDate boundary(int month) {
        return terms.startsOn().plusMonths(month);
    }

    private Fraction position(LocalDate date) {
        return positions.computeIfAbsent(date, day -> {
            int month = 0;
            while (!boundary(month + 1).isAfter(day)) month++;
            var start = boundary(month);
            long length = ChronoUnit.DAYS.between(start, boundary(month + 1));
            var rest = Fraction.of(ChronoUnit.DAYS.between(start, day)).over(Fraction.of(length));
            return Fraction.of(month).plus(rest);
        });
    }

    private Fraction months(LocalDate from, LocalDate to) {
        return position(to).minus(position(from));
    }

    /// The cumulative function (M-05) of a total earned over `[from, to)`.
    private BigInteger earned(BigInteger total, LocalDate from, LocalDate to, LocalDate until) {
        if (!until.isAfter(from)) return NOTHING;
        if (!until.isBefore(to)) return total;
        return Fraction.of(total)
                .times(months(from, until))
                .over(months(from, to))
                .rounded();
    }

    // Lines

    private void addRows(PhaseTerms phase) {
        var from = boundary(phase.fromMonth());
        var to = boundary(phase.fromMonth() + phase.months());
        var months = months(from, to);
        phase.plan()
                .price()
                .ifPresent(
                        price -> { // P-10
                            var amount = structure(price, Fraction.of(1));
                            var period =
                                    Fraction.of(price.period().orElseThrow().months());
                            var gross = amount.times(months).over(period).rounded();
                            rows.add(new Row(
                                    phase,
                                    new Priced(Optional.empty(), LineKind.PLAN, BigDecimal.ONE, gross, gross),
                                    from,
                                    to));
                        });
        for (var brick : phase.bricks()) {
            boolean isAbsent = brick.type() != BrickType.USAGE
                    && !brick.isUnlimited()
                    && brick.quantity().value().signum() == 0; // P-14, and no milestone of no units
            if (!isAbsent) rows.add(new Row(phase, priced(brick, months), from, to));
        }
    }

    private Priced priced(BrickTerms brick, Fraction months) {
        var gross = exactGross(brick, months).rounded(); // R1
        var rate = percent(brick.discounts().renewing())
                .plus(percent(brick.discounts().oneTime()));
        var byRates = Fraction.of(gross).times(rate).over(HUNDRED).rounded(); // D-02, R2
        var fixed = BigInteger.valueOf(brick.discounts().fixed().orElse(0)); // D-03
        var kind = switch (brick.type()) {
            case SUBSCRIPTION -> LineKind.SUBSCRIPTION;
            case USAGE -> LineKind.COMMITMENT;
            case ONE_TIME -> LineKind.ONE_TIME;
            case MILESTONE -> LineKind.MILESTONE;
        };
        var quantity = brick.isUnlimited() ? BigDecimal.ZERO : brick.quantity().value(); // P-11
        var net = gross.subtract(byRates).subtract(fixed);
        return new Priced(Optional.of(brick), kind, quantity, gross, net);
    }

    private Fraction exactGross(BrickTerms brick, Fraction months) {
        var price = brick.price();
        var amount = brick.isUnlimited()
                ? minor(price.unlimited().orElseThrow())
                : brick.type() == BrickType.USAGE
                        ? structure(price.model(), Fraction.of(brick.quantity().value())) // G-03: included is on top
                        : structure(price, Fraction.of(brick.quantity().value()));
        return switch (brick.type()) {
            case SUBSCRIPTION ->
                amount.times(months)
                        .over(Fraction.of(price.period().orElseThrow().months())); // P-01
            case USAGE -> amount.times(months).over(Fraction.of(windowMonths(price))); // G-02
            case ONE_TIME, MILESTONE -> amount; // P-12
        };
    }

    /// Rule G-01: absent is monthly, ALL_UPFRONT the whole order.
    private int windowMonths(BrickPrice price) {
        return stepMonths(price.commitment().orElse(BillingFrequency.MONTHLY), terms.months());
    }

    private static int stepMonths(BillingFrequency frequency, int whole) {
        return switch (frequency) {
            case MONTHLY -> 1;
            case QUARTERLY -> 3;
            case SEMI_ANNUALLY -> 6;
            case ANNUALLY -> 12;
            case ALL_UPFRONT -> whole;
        };
    }

    private static Fraction percent(Optional<Percent> percent) {
        return percent.map(value -> Fraction.of(value.value())).orElse(Fraction.ZERO);
    }

    /// Rule C-02: a yen has no smaller unit, a dinar of Kuwait a thousand, the others a hundred.
    private Fraction minor(UnitPrice price) {
        long units = switch (terms.currency().code()) {
            case "JPY" -> 1;
            case "KWD" -> 1000;
            default -> 100;
        };
        return Fraction.of(price.major()).times(Fraction.of(units));
    }

    /// Rule P-09.
    private Fraction structure(BrickPrice price, Fraction quantity) {
        var charged = quantity.minus(Fraction.of(price.included().value())).max(Fraction.ZERO);
        return structure(price.model(), charged);
    }

    /// Rules P-02 to P-08 and G-11.
    private Fraction structure(PricingModel model, Fraction quantity) {
        return switch (model) {
            case PricingModel.Flat flat -> minor(flat.price()).times(quantity);
            case PricingModel.Graduated graduated -> graduated(graduated.tiers().steps(), quantity);
            case PricingModel.Volume volume -> {
                var tier = holding(volume.tiers().steps(), quantity);
                yield minor(tier.unitPrice()).times(quantity).plus(minor(tier.flatPrice()));
            }
            case PricingModel.Stairstep step ->
                minor(holding(step.tiers().steps(), quantity).flatPrice());
            case PricingModel.Packages packages ->
                minor(packages.price())
                        .times(Fraction.of(
                                quantity.over(Fraction.of(packages.size().value()))
                                        .ceiling()));
            case PricingModel.Percentage percentage ->
                Fraction.of(percentage.percent().major()).times(quantity).over(HUNDRED);
        };
    }

    private static Tier holding(List<Tier> steps, Fraction quantity) {
        for (var step : steps) {
            boolean isHeld = step.upTo()
                    .map(bound -> quantity.compareTo(Fraction.of(bound.value())) <= 0)
                    .orElse(true);
            if (isHeld) return step;
        }
        return steps.getLast(); // P-08
    }

    private Fraction graduated(List<Tier> steps, Fraction quantity) {
        var amount = Fraction.ZERO;
        var below = Fraction.ZERO;
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            boolean isEntered = i == 0 || quantity.compareTo(below) > 0; // P-07: the first one even by nothing
            if (!isEntered) break;
            boolean isLast = i == steps.size() - 1;
            var top = isLast
                    ? quantity
                    : quantity.min(Fraction.of(step.upTo().orElseThrow().value()));
            amount = amount.plus(minor(step.flatPrice()))
                    .plus(minor(step.unitPrice()).times(top.minus(below)));
            below = top;
        }
        return amount;
    }

    // Coupons (rule D-08)

    private void takeCoupons() {
        var groups = new LinkedHashMap<Coupon, List<Row>>();
        for (var row : rows) {
            if (row.kind == LineKind.MILESTONE) continue;
            row.phase
                    .coupon()
                    .ifPresent(coupon -> groups.computeIfAbsent(coupon, _ -> new ArrayList<>())
                            .add(row));
        }
        groups.forEach(this::takeCoupon);
    }

    private void takeCoupon(Coupon coupon, List<Row> group) {
        var end = coupon.months() == FOR_EVER
                ? boundary(terms.months())
                : terms.couponClock()
                        .startsOn()
                        .plusMonths(coupon.months())
                        .plusDays(terms.couponClock().pausedDays());
        var bases = new ArrayList<BigInteger>();
        for (var row : group) {
            row.couponTo = end.isBefore(row.to) ? end : row.to;
            var net = row.kind == LineKind.ONE_TIME
                    ? (row.from.isBefore(end) ? row.net : NOTHING)
                    : earned(row.net, row.from, row.to, row.couponTo);
            bases.add(net.max(NOTHING)); // a line below zero neither takes of the coupon (M-06) nor lessens it
        }
        var base = bases.stream().reduce(NOTHING, BigInteger::add);
        var total = Fraction.of(base)
                .times(Fraction.of(coupon.rate().value()))
                .over(HUNDRED)
                .rounded(); // R2
        var shares = overLines(total, bases);
        for (int i = 0; i < group.size(); i++) group.get(i).coupon = shares.get(i);
    }

    /// Rule M-06. A total below zero is split like its mirror image: then the lines above zero get nothing.
    private static List<BigInteger> overLines(BigInteger total, List<BigInteger> weights) {
        var positive = weights.stream()
                .map(weight -> total.signum() < 0 ? weight.negate() : weight)
                .map(weight -> weight.max(NOTHING))
                .toList();
        var whole = positive.stream().reduce(NOTHING, BigInteger::add);
        var shares = new ArrayList<BigInteger>();
        if (whole.signum() == 0) {
            for (var _ : weights) shares.add(NOTHING);
            return shares;
        }
        var rests = new ArrayList<BigInteger>();
        var left = total.abs();
        for (var weight : positive) {
            var parts = total.abs().multiply(weight).divideAndRemainder(whole);
            shares.add(parts[0]);
            rests.add(parts[1]);
            left = left.subtract(parts[0]);
        }
        var order = IntStream.range(0, weights.size())
                .boxed()
                .sorted(Comparator.<Integer, BigInteger>comparing(rests::get)
                        .thenComparing(positive::get)
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        for (int index : order.subList(0, left.intValueExact())) {
            shares.set(index, shares.get(index).add(BigInteger.ONE));
        }
        return total.signum() < 0 ? shares.stream().map(BigInteger::negate).toList() : shares;
    }

    // Billing

    private void fillParts(Row row) {
        switch (row.kind) {
            case PLAN, SUBSCRIPTION -> {
                int step = stepMonths(terms.frequency(), row.phase.months());
                boolean isUpfront = terms.frequency() == BillingFrequency.ALL_UPFRONT;
                for (int month = 0; month < row.phase.months(); month += step) {
                    int end = Math.min(month + step, row.phase.months()); // S-02
                    var from = boundary(row.phase.fromMonth() + month);
                    var to = boundary(row.phase.fromMonth() + end);
                    addPart(row, isUpfront ? terms.startsOn() : from, from, to); // F-03
                }
            }
            case COMMITMENT -> { // G-01: windows count from the order's start, whatever the phases
                int step = windowMonths(brickOf(row).price());
                int phaseEnd = row.phase.fromMonth() + row.phase.months();
                for (int month = 0; month < terms.months(); month += step) {
                    int from = Math.max(month, row.phase.fromMonth());
                    int to = Math.min(month + step, phaseEnd);
                    if (from < to) addPart(row, boundary(from), boundary(from), boundary(to));
                }
            }
            case ONE_TIME -> {
                boolean isUpfront = terms.frequency() == BillingFrequency.ALL_UPFRONT;
                addWhole(row, isUpfront ? terms.startsOn() : row.from);
            }
            case MILESTONE -> addWhole(row, row.from);
        }
    }

    private static BrickTerms brickOf(Row row) {
        return row.phase.bricks().stream()
                .filter(brick -> row.key.brick().equals(Optional.of(brick.id())))
                .findFirst()
                .orElseThrow();
    }

    private void addPart(Row row, LocalDate start, LocalDate from, LocalDate to) {
        var gross = between(row.gross, row.from, row.to, from, to);
        var net = between(row.net, row.from, row.to, from, to);
        var coupon = between(row.coupon, row.from, row.couponTo, from, to);
        var part = new Part(start, from, to);
        part.sum = new Sum(gross, gross.subtract(net), coupon, NOTHING); // D-04
        row.parts.add(part);
    }

    private BigInteger between(BigInteger total, LocalDate from, LocalDate to, LocalDate a, LocalDate b) {
        if (total.signum() == 0) return NOTHING;
        return earned(total, from, to, b).subtract(earned(total, from, to, a));
    }

    private void addWhole(Row row, LocalDate start) {
        var part = new Part(start, row.from, row.from.plusDays(1)); // I-10
        part.sum = new Sum(row.gross, row.gross.subtract(row.net), row.coupon, NOTHING);
        row.parts.add(part);
    }

    // Tax

    private record Taxed(Row row, Part part) {}

    /// The date of the invoice that a part will stand on (S-05): what shares it is taxed together.
    private LocalDate invoicedOn(Part part) {
        if (circumstances.closings().isEmpty()) return part.billOn;
        var closing = circumstances.closings().getFirst();
        var closed = closing.closedOn().orElseThrow();
        boolean isFirst = part.billOn.equals(terms.startsOn());
        if (isFirst && closing.firstCharge() == FirstCharge.CHECKOUT_DATE) return closed;
        return part.billOn.isBefore(closed) ? closed : part.billOn;
    }

    private void addTaxes() {
        var invoices = new TreeMap<LocalDate, List<Taxed>>();
        for (var row : rows) {
            for (var part : row.parts) {
                var taxed = new Taxed(row, part);
                if (row.kind == LineKind.MILESTONE) tax(List.of(taxed)); // an invoice of its own, L-02
                else
                    invoices.computeIfAbsent(invoicedOn(part), _ -> new ArrayList<>())
                            .add(taxed);
            }
        }
        invoices.values().forEach(this::tax);
    }

    private void tax(List<Taxed> invoice) {
        var open = new LinkedHashMap<TaxComponent, List<Taxed>>();
        for (var taxed : invoice) {
            for (var component : components(taxed)) {
                open.computeIfAbsent(component, _ -> new ArrayList<>()).add(taxed);
            }
        }
        while (!open.isEmpty()) {
            var next = open.entrySet().stream()
                    .filter(entry -> entry.getValue().stream()
                            .flatMap(taxed -> before(entry.getKey(), taxed))
                            .noneMatch(open::containsKey))
                    .findFirst()
                    .orElseThrow();
            tax(next.getKey(), next.getValue());
            open.keySet().remove(next.getKey());
        }
    }

    private Stream<TaxComponent> before(TaxComponent component, Taxed taxed) {
        return components(taxed).stream().takeWhile(other -> !other.equals(component));
    }

    private List<TaxComponent> components(Taxed taxed) {
        return circumstances.taxes().getFirst().of(taxed.row.category);
    }

    /// Rule X-02. A compound component is due on the taxes before it too, and split by what it is due on.
    private void tax(TaxComponent component, List<Taxed> lines) {
        var bases = lines.stream()
                .map(line -> component.isCompound() ? line.part.sum.total() : line.part.sum.net())
                .toList();
        var base = bases.stream().reduce(NOTHING, BigInteger::add);
        var rate = Fraction.of(component.rate().value()).over(HUNDRED);
        var amount = Fraction.of(base).times(rate).rounded(); // R4
        var shares = overLines(amount, bases);
        for (int i = 0; i < lines.size(); i++) {
            var part = lines.get(i).part;
            part.sum = part.sum.taxed(shares.get(i));
        }
        taxes.merge(
                component, new Tax(base, amount), (a, b) -> new Tax(a.taxable.add(b.taxable), a.amount.add(b.amount)));
    }
}
