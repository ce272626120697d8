package dev.brickwork.contracts;

import dev.brickwork.ids.OrderId;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.Pricing;
import dev.brickwork.pricing.PricingContext;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.calendar.Pause;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.EarlyEnd;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.LineKey;
import dev.brickwork.pricing.contract.LineKind;
import dev.brickwork.pricing.contract.UsageWindow;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Upgrade;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/// One term of a subscription with everything that was agreed on it, and the clock that its pauses stop.
public final class ContractTerm {
    private final Subscription subscription;
    private final List<Order> orders;
    private final List<PauseRecord> pauses;
    private final Terms terms;
    private final List<Upgrade> upgrades;
    private final ServiceClock clock;

    /// A term as it was agreed.
    ///
    /// @param orders the one that opened the term first, then its closed upgrades in order of closing
    public ContractTerm(Subscription subscription, List<Order> orders, List<PauseRecord> pauses) {
        this(
                subscription,
                orders,
                pauses,
                TermsJson.terms(orders.getFirst().terms()),
                orders.stream()
                        .skip(1)
                        .map(order -> TermsJson.upgrade(order.terms()))
                        .toList());
    }

    private ContractTerm(
            Subscription subscription,
            List<Order> orders,
            List<PauseRecord> pauses,
            Terms terms,
            List<Upgrade> upgrades) {
        this.subscription = subscription;
        this.orders = List.copyOf(orders);
        this.pauses = List.copyOf(pauses);
        this.terms = terms;
        this.upgrades = List.copyOf(upgrades);
        this.clock = clock(base(), pauses);
    }

    /// Pauses count from the start of the term, or from when it was agreed if that came first: a renewal that was
    /// agreed in advance moves with the term before it (rule K-05). A pause that was over by then is in its dates.
    public static ServiceClock clock(Order base, List<PauseRecord> pauses) {
        return new ServiceClock(
                pauses.stream()
                        .filter(pause -> !pause.pausedOn().isBefore(base.startsOn()) || isOpenAfter(pause, base))
                        .map(PauseRecord::pause)
                        .toList(),
                base.life().foreseenPauseDays());
    }

    /// The clock of a term that would begin on a day.
    public ServiceClock clockFrom(LocalDate startsOn) {
        return new ServiceClock(pauses.stream()
                .map(PauseRecord::pause)
                .filter(pause -> !pause.pausedOn().isBefore(startsOn))
                .toList());
    }

    /// The first day of service after the pause that a day is in; empty where it is in none, or the pause is open.
    public Optional<LocalDate> resumedAfter(LocalDate day) {
        return pauses.stream()
                .map(PauseRecord::pause)
                .filter(pause -> pause.covers(day))
                .flatMap(pause -> pause.resumesOn().stream())
                .findFirst();
    }

    /// No order closes while a pause lasts: it lay ahead, or came later.
    private static boolean isOpenAfter(PauseRecord pause, Order base) {
        return base.stage() == OrderStage.CLOSED
                && base.life()
                        .closedAt()
                        .filter(closed -> pause.resumedAt()
                                .filter(over -> !over.isAfter(closed))
                                .isEmpty())
                        .isPresent();
    }

    /// The days of a pause, planned and not begun, that a term which is agreed today for a later day has in its dates:
    /// when the pause turns out to be another one, the term moves by the difference.
    public long foreseenPauseDays(LocalDate startsOn) {
        var planned =
                new ServiceClock(openPause().map(PauseRecord::pause).stream().toList()).known();
        return startsOn.toEpochDay() - planned.service(startsOn).toEpochDay();
    }

    /// The clock of an order that changes or follows this term: that of the term it belongs to (rule K-02).
    public ServiceClock clockOf(Order order) {
        boolean isOpening = order.id().equals(order.term());
        return isOpening ? clock(order, pauses) : clock;
    }

    public Subscription subscription() {
        return subscription;
    }

    public Order base() {
        return orders.getFirst();
    }

    public List<Order> orders() {
        return orders;
    }

    public List<PauseRecord> pauses() {
        return pauses;
    }

    public Optional<PauseRecord> openPause() {
        return pauses.stream().filter(PauseRecord::isOpen).findFirst();
    }

    /// A pause may be agreed ahead, and on the day on which it is to end it is over, swept or not (rule K-05).
    public boolean isPausedOn(LocalDate day) {
        return openPause().filter(pause -> pause.pause().covers(day)).isPresent();
    }

    public OrderId termId() {
        return base().id();
    }

    public Terms terms() {
        return terms;
    }

    public ServiceClock clock() {
        return clock;
    }

    /// Where the term ended before its time, by a recast or a termination.
    public Optional<EarlyEnd> ended() {
        return base().life().ended();
    }

    /// The pauses as the service clock sees them, also those before this term.
    public List<Pause> allPauses() {
        return pauses.stream().map(PauseRecord::pause).toList();
    }

    public boolean isTrial() {
        return base().type() == OrderType.TRIAL;
    }

    /// The term with all its closed upgrades.
    public Contract contract() {
        return new Contract(terms, upgrades);
    }

    /// The plan that the last of its upgrades has switched to, if one did.
    Optional<PlanTerms> switchedPlan() {
        return upgrades.reversed().stream()
                .flatMap(upgrade -> upgrade.plan().stream())
                .findFirst();
    }

    /// A copy without the upgrades that start after a service date.
    public ContractTerm asOf(LocalDate date) {
        return new ContractTerm(
                subscription,
                orders.stream()
                        .filter(order ->
                                order.id().equals(termId()) || !order.startsOn().isAfter(date))
                        .toList(),
                pauses);
    }

    /// The parties of the term: those of the last order that was agreed on it; before the first one, those of the
    /// subscription. A term that was agreed for later may have other parties than the running one.
    public Subscription.BillingParties parties() {
        return orders.getLast().life().parties().orElseGet(subscription::parties);
    }

    /// Who is billed by whom for a line: as the order says that brings it, whatever a later one says.
    public Subscription.BillingParties parties(Line line) {
        return orders.get(line.key().order()).parties();
    }

    /// The parties for the usage of a brick, by the first day of a window: those of the order that brought the
    /// brick. A later order takes it over only where it changes the window or the tax category (rule U-05). The
    /// windows of each order are computed once for all bricks.
    public Function<BrickId, Function<LocalDate, Subscription.BillingParties>> sidesOfUsage() {
        var last = parties();
        if (orders.stream().allMatch(order -> order.life().parties().equals(Optional.of(last)))) return _ -> _ -> last;
        var contracts = IntStream.rangeClosed(0, upgrades.size())
                .mapToObj(place -> new Contract(terms, upgrades.subList(0, place)).usageWindows(ended()))
                .toList();
        return brick -> {
            var windows = contracts.stream().map(each -> each.apply(brick)).toList();
            return day -> {
                int place = upgrades.size();
                while (place > 0
                        && (upgrades.get(place - 1).startsOn().isAfter(day)
                                || goesOn(on(day, windows.get(place - 1)), on(day, windows.get(place))))) place--;
                return orders.get(place).parties();
            };
        };
    }

    private static Optional<BrickTerms> on(LocalDate day, List<UsageWindow> windows) {
        return windows.stream()
                .filter(window -> window.period().contains(day))
                .map(UsageWindow::terms)
                .findFirst();
    }

    private boolean goesOn(Optional<BrickTerms> before, Optional<BrickTerms> now) {
        if (before.isEmpty() || now.isEmpty()) return false;
        int months = terms.months();
        return before.get().price().windowMonths(months) == now.get().price().windowMonths(months)
                && before.get().taxCategory().equals(now.get().taxCategory());
    }

    /// Of its lines: as the upgrade says that brings one, else its phase. What was sent is read once for all of them.
    public ToIntFunction<Line> paymentTermsDays() {
        var own = orders.stream().map(Order::ownPaymentTermsDays).toList();
        return line -> own.get(line.key().order()).orElseGet(() -> paymentTermsOfPhase(line));
    }

    /// The payment terms of the lines of an upgrade that is about to close, by line.
    public ToIntFunction<Line> paymentTermsDays(Order upgrade) {
        var own = upgrade.ownPaymentTermsDays();
        return line -> own.orElseGet(() -> paymentTermsOfPhase(line));
    }

    /// The payment terms of the line's phase. Upfront charges have those of the first phase, whatever that bills
    /// itself (rule F-03).
    private int paymentTermsOfPhase(Line line) {
        boolean isUpfront = terms.frequency() == BillingFrequency.ALL_UPFRONT && line.kind() != LineKind.COMMITMENT;
        if (isUpfront && line.key().order() == 0)
            return terms.phases().getFirst().paymentTermsDays();
        return terms.phaseAt(line.key().phasePosition())
                .orElseThrow(() -> new IllegalStateException("no phase " + line.key()))
                .paymentTermsDays();
    }

    /// A copy as the term was before one of its upgrades, or as it is now when the upgrade is still open.
    public ContractTerm before(Order upgrade) {
        for (int i = 1; i < orders.size(); i++) {
            if (orders.get(i).id().equals(upgrade.id())) return upTo(i - 1);
        }
        return this;
    }

    /// A copy as the term was when the order at a place was the last one agreed on it.
    public ContractTerm upTo(int place) {
        return new ContractTerm(subscription, orders.subList(0, place + 1), pauses, terms, upgrades.subList(0, place));
    }

    public ContractTerm with(Order upgrade) {
        var all = new ArrayList<>(orders);
        all.add(upgrade);
        return new ContractTerm(subscription, all, pauses);
    }

    public ContractTerm with(Subscription other, List<PauseRecord> others) {
        return new ContractTerm(other, orders, others, terms, upgrades);
    }

    /// The first day of the term.
    public LocalDate calendarStart() {
        return clock.calendar(base().startsOn());
    }

    /// First service date after the term.
    public LocalDate serviceEnd() {
        return base().endsOn();
    }

    /// The service dates of the term.
    public Period termDates() {
        return base().quoted().dates();
    }

    /// The calendar date after the last day of the term. A term that was over while an open pause stood has ended
    /// on its old day and moves no more (rules K-01, N-05).
    public LocalDate calendarEnd() {
        boolean isOver = subscription.term().equals(termId())
                && subscription
                        .ended()
                        .filter(it -> it.reason() == InactiveReason.END_NO_RENEWAL)
                        .isPresent();
        return isOver ? subscription.endsOn() : clock.calendarEnd(base().endsOn());
    }

    /// How an order of this term bills that is closed on a calendar day (rule S-05).
    public BillDates closing(LocalDate day, FirstCharge firstCharge) {
        return BillDates.closed(clock.service(day), firstCharge);
    }

    /// Another system has billed it up to the seller's cut-over: the first term of a subscription that came from there.
    public boolean isMigrated() {
        return subscription.isMigrated() && base().type() == OrderType.STANDARD;
    }

    /// When its orders were closed, or would be (rule S-05), on the clock of the term. What another system has
    /// billed keeps its own dates.
    public List<BillDates> closings(LocalDate today, FirstCharge otherwise) {
        var firstCharges = firstCharges(otherwise);
        return IntStream.range(0, orders.size())
                .mapToObj(place -> {
                    var order = orders.get(place);
                    if (place == 0 && isMigrated()) return BillDates.AT_PERIOD_START;
                    var closedOn = order.life().closedAt().map(subscription::today);
                    return closing(closedOn.orElse(today), firstCharges.get(place));
                })
                .toList();
    }

    /// When the first invoice of each of its orders is charged (rule S-05): as it says itself, else as the one before
    /// it. What a later one says is for that one and those after it.
    public List<FirstCharge> firstCharges(FirstCharge otherwise) {
        var said = orders.stream().map(Order::ownFirstCharge).toList();
        boolean isSaidHere = said.stream().anyMatch(Optional::isPresent);
        var current =
                isSaidHere ? otherwise : subscription.agreed().firstCharge().orElse(otherwise);
        var all = new ArrayList<FirstCharge>();
        for (var own : said) {
            current = own.orElse(current);
            all.add(current);
        }
        return all;
    }

    /// Those of its orders, by who is billed by whom; an order does not take over what was agreed before it (U-11).
    public List<TaxRates> taxes(Function<Subscription.BillingParties, TaxRates> known) {
        var rates = new HashMap<Subscription.BillingParties, TaxRates>();
        return orders.stream()
                .map(order -> order.life().parties().orElseGet(subscription::parties))
                .map(parties -> rates.computeIfAbsent(parties, known))
                .toList();
    }

    /// Everything of the term priced together, on calendar dates (rules S-07, K-02).
    public Estimate estimate(List<TaxRates> taxes, LocalDate today, FirstCharge firstCharge) {
        if (isTrial()) {
            return Pricing.trial(terms, Math.toIntExact(termDates().days()))
                    .orElseThrow(faults -> new IllegalStateException(faults.toString()))
                    .on(clock);
        }
        var circumstances = PricingContext.PLAIN.taxedBy(taxes).closed(closings(today, firstCharge));
        var credit = base().quoted().credit().map(total -> new AdjustmentCredit(creditLabel(base()), total));
        if (credit.isPresent()) circumstances = circumstances.crediting(credit.get());
        return Pricing.estimateContract(contract(), circumstances)
                .orElseThrow(_ -> new AmountOutOfRange()) // With the tax of today; its terms were checked.
                .on(clock);
    }

    public static String creditLabel(Order order) {
        return order.fields()
                .filledText("adjustment_credit_label", AdjustmentCredit.LABEL_LENGTH_MAX)
                .orElse(AdjustmentCredit.LABEL_DEFAULT);
    }

    /// The lines of the contract by the ids under which they were written down.
    public Map<UUID, Line> lines(List<OrderStore.LineRow> rows) {
        Map<OrderId, Integer> places = new HashMap<>();
        for (int i = 0; i < orders.size(); i++) places.put(orders.get(i).id(), i);
        Map<LineKey, UUID> ids = new HashMap<>();
        for (var row : rows) {
            var place = places.get(row.order());
            if (place == null) continue;
            var key = new LineKey(place, row.phasePosition(), row.brick().map(BrickId::new), row.isLeaving());
            ids.put(key, row.id());
        }
        var lines = new LinkedHashMap<UUID, Line>();
        if (isTrial()) return lines;
        for (var line : contract().lines()) {
            var id = ids.get(line.key());
            if (id != null) lines.put(id, line);
        }
        return lines;
    }

    /// The term as it is billed: what its invoices need to know of it.
    public BilledTerm billed() {
        var pausedFrom =
                openPause().map(PauseRecord::pause).map(Pause::pausedOn).map(clock::service);
        return new BilledTerm(subscription.id(), termId(), subscription.zone(), clock, pausedFrom);
    }
}
