package dev.brickwork.app;

import dev.brickwork.app.Life.Deal;
import dev.brickwork.app.Life.Fees;
import dev.brickwork.app.Life.Model;
import dev.brickwork.app.Life.Phase;
import dev.brickwork.app.Life.Price;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.support.Shop;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The catalogue of a [LifeStory]: two plans of the same bricks whose prices change, and random deals about them,
/// for the model and for the API.
final class LifeShop {
    static final String CURRENCY = "USD";
    static final String ABROAD = "EUR"; // Of some invoices by hand.
    static final String COUPON_CODE = "FRIEND";
    static final String SUPPORT = "support";
    static final String TOKENS = "tokens"; // Paid as they come.
    static final int WORK = 3; // Units of the milestone.
    static final BigDecimal WORK_PRICE = new BigDecimal("300.01");
    static final BigDecimal SETUP_PRICE = new BigDecimal("123.45");
    static final String PLAN = "plan"; // It has a price of its own.
    private static final String SEATS = "seats";
    static final String CALLS = "calls"; // Committed to.
    private static final Set<String> ALL = Set.of(SEATS, SUPPORT, CALLS);
    private static final BigDecimal ZERO = BigDecimal.ZERO;
    private static final BigDecimal NEARLY_ALL = new BigDecimal("97.5");
    private static final BigDecimal COUPON = new BigDecimal("12.5");
    private static final int MONTHS_MAX = 18;
    private static final int TERMS_MAX = 45; // Days in which to pay.
    private static final List<Map.Entry<String, Integer>> WINDOWS = List.of(
            Map.entry("MONTHLY", 1),
            Map.entry("QUARTERLY", 3),
            Map.entry("SEMI_ANNUALLY", 6),
            Map.entry("ANNUALLY", 12));
    private static final List<String> FREQUENCIES =
            List.of("MONTHLY", "MONTHLY", "QUARTERLY", "SEMI_ANNUALLY", "ANNUALLY", "ALL_UPFRONT");

    private static final int GENEROUS = 150_000; // More than some bricks cost.

    private final Tenant seller;
    private final Random random;
    private final boolean isGenerous; // Gives more than it takes, now and then.
    private final Shop shop;
    private final Map<String, String> ids = new LinkedHashMap<>();
    private final Map<String, Map<String, Price>> lists = new LinkedHashMap<>(); // By the id of their plan.
    private BigDecimal usagePrice = ZERO;

    /// @param couponMonths how long the coupon lasts
    LifeShop(Tenant seller, Random random, int couponMonths) {
        this.seller = seller;
        this.random = random;
        isGenerous = random.nextInt(4) == 0;
        shop = new Shop(seller);
        for (var brick : List.of(SEATS, SUPPORT)) ids.put(brick, shop.brick(brick, "SUBSCRIPTION"));
        for (var brick : List.of(CALLS, TOKENS)) ids.put(brick, shop.brick(brick, "USAGE"));
        ids.put("setup", shop.brick("setup", "ONE_TIME"));
        ids.put("audit", shop.brick("audit", "MILESTONE"));
        for (var name : List.of("Team", "Scale")) {
            var plan = seller.post("/plans", "{\"plan_name\": \"%s\"}".formatted(name))
                    .is(200)
                    .text("plan_id");
            lists.put(plan, new LinkedHashMap<>());
        }
        publish();
        shop.coupon(COUPON_CODE, COUPON.toString(), couponMonths);
    }

    Tenant seller() {
        return seller;
    }

    boolean isGenerous() {
        return isGenerous;
    }

    String id(String name) {
        return Objects.requireNonNull(ids.get(name), name);
    }

    /// New prices for what is agreed from now on.
    void publish() {
        usagePrice = price(0, 2);
        lists.forEach(this::publish);
    }

    private void publish(String id, Map<String, Price> list) {
        var model = one(List.of(Model.values()));
        var seats = new Price(model, price(10, 40), price(5, 20), 1, 0, Optional.empty(), price(50, 200), fees(model));
        list.put(SEATS, seats);
        var yearly = price(200, 900);
        list.put(SUPPORT, new Price(yearly, 12));
        var window = one(WINDOWS);
        var calls = calls(window.getValue());
        list.put(CALLS, calls);
        var plan = new Price(price(0, 30), 1);
        list.put(PLAN, plan);
        var bricks = List.of(
                Shop.priced(id(SEATS), """
                        {"currency": "USD", "model": "%s", "price_period_months": 1, "unlimited_price": "%s", %s}
                        """.formatted(model, seats.unlimited(), units(seats))),
                Shop.priced(id(SUPPORT), """
                        {"currency": "USD", "model": "FLAT", "price_period_months": 12, "unit_price": "%s"}
                        """.formatted(yearly)),
                Shop.priced(id(CALLS), """
                        {"currency": "USD", "model": "%s", "pre_commitment_schedule": "%s", "included_quantity": %d,
                         "overage_unit_price": %s, "unlimited_price": "%s", %s}
                        """.formatted(
                                calls.model(),
                                window.getKey(),
                                calls.included(),
                                calls.beyond().map("\"%s\""::formatted).orElse("null"),
                                calls.unlimited(),
                                units(calls))),
                Shop.priced(id("setup"), Shop.flat(SETUP_PRICE.toString())),
                Shop.priced(id(TOKENS), Shop.flat(usagePrice.toString())),
                Shop.priced(id("audit"), Shop.flat(WORK_PRICE.toString())));
        shop.draft(
                id,
                "{\"prices\": [%s], \"bricks\": [%s]}"
                        .formatted(Shop.monthly(plan.first().toString()), String.join(", ", bricks)));
    }

    private Fees fees(Model model) {
        boolean isTiered = model == Model.GRADUATED || model == Model.VOLUME;
        boolean hasFees = isTiered && random.nextInt(3) == 0;
        return hasFees ? new Fees(price(0, 9), price(0, 9)) : Fees.NONE;
    }

    private static String units(Price price) {
        return price.model() == Model.PACKAGE
                ? "\"unit_price\": \"%s\", \"package_size\": %d".formatted(price.first(), Life.PACKAGE_SIZE)
                : "\"tiers\": [%s]".formatted(tiers(price));
    }

    private static String tiers(Price price) {
        if (price.model() == Model.STAIRSTEP)
            return "{\"up_to\": 10, \"flat_price\": \"%s\"}, {\"up_to\": null, \"flat_price\": \"%s\"}"
                    .formatted(price.first(), price.above());
        return """
                {"up_to": 10, "unit_price": "%s", "flat_price": "%s"},
                {"up_to": null, "unit_price": "%s", "flat_price": "%s"}
                """.formatted(
                price.first(), price.fees().first(), price.above(), price.fees().above());
    }

    private Price calls(int months) {
        var model = one(List.of(Model.values()));
        return new Price(
                model,
                price(0, 5),
                price(0, 5),
                months,
                random.nextBoolean() ? 0 : random.nextInt(10),
                random.nextBoolean() ? Optional.empty() : Optional.of(price(0, 5)),
                price(10, 60),
                fees(model));
    }

    Set<String> all() {
        return ALL;
    }

    /// Of the bricks that a change may name.
    Set<String> some() {
        return one(List.of(Set.of(SEATS), Set.of(SEATS, CALLS), Set.of(CALLS), ALL));
    }

    String somePlan() {
        return one(List.copyOf(lists.keySet()));
    }

    List<Phase> phases(Set<String> bricks) {
        int count = random.nextInt(3) == 0 ? 2 + random.nextInt(2) : 1;
        var phases = new ArrayList<Phase>();
        for (int i = 0; i < count; i++) {
            var plan = i == 0 || random.nextBoolean()
                    ? somePlan()
                    : phases.getLast().plan();
            int months = 1 + random.nextInt(MONTHS_MAX / count);
            var deals = deals(plan, bricks, months);
            deals.put(PLAN, ownPrice(plan));
            phases.add(new Phase(plan, months, deals, usagePrice));
        }
        return phases;
    }

    /// Of the first order, with what is bought once.
    String firstTerms(List<Phase> phases, BigDecimal coupon) {
        var once = ", {\"brick_id\": \"%s\"}, {\"brick_id\": \"%s\", \"quantity\": %d}"
                .formatted(id("setup"), id("audit"), WORK);
        return terms(phases, once, coupon);
    }

    /// @param setups how often the set-up is bought
    String terms(List<Phase> phases, int setups, BigDecimal coupon) {
        return terms(phases, setups == 0 ? "" : ", " + setup(setups), coupon);
    }

    String setup(int quantity) {
        return "{\"brick_id\": \"%s\", \"quantity\": %d}".formatted(id("setup"), quantity);
    }

    static String codes(BigDecimal coupon) {
        return coupon.signum() == 0 ? "" : "\"%s\"".formatted(COUPON_CODE);
    }

    private String terms(List<Phase> phases, String more, BigDecimal coupon) {
        var bricks = new ArrayList<String>();
        var plan = phases.getFirst().plan();
        for (var phase : phases) {
            var tokens = ", {\"brick_id\": \"%s\"}".formatted(id(TOKENS));
            bricks.add(bricks(phase.deals()) + tokens + (bricks.isEmpty() ? more : ""));
        }
        var ramp = IntStream.range(0, phases.size())
                .mapToObj(i -> "{\"contract_length\": %d, %s\"bricks\": [%s]}"
                        .formatted(
                                phases.get(i).months(),
                                ofPhase(plan, phases.get(i).plan()),
                                bricks.get(i)))
                .collect(Collectors.joining(", "));
        return """
            %s"contract_length": %d, "billing_frequency": "%s", "bricks": [%s], "phases": [%s],
            "discount_coupons": [%s], "payment_terms": %d
            """.formatted(
                        named(plan),
                        phases.stream().mapToInt(Phase::months).sum(),
                        one(FREQUENCIES),
                        phases.size() == 1 ? bricks.getFirst() : "",
                        phases.size() == 1 ? "" : ramp,
                        codes(coupon),
                        random.nextInt(TERMS_MAX));
    }

    /// F-01: it may be left out where it is that of the order.
    private String ofPhase(String ofOrder, String plan) {
        return ofOrder.equals(plan) && random.nextBoolean() ? "" : named(plan);
    }

    static String named(String plan) {
        return "\"plan_id\": \"%s\", ".formatted(plan);
    }

    /// At list prices.
    ///
    /// @param months that they last at least; none bars discounts of an amount
    Map<String, Deal> deals(String plan, Set<String> bricks, long months) {
        var deals = new LinkedHashMap<String, Deal>();
        list(plan).forEach((brick, price) -> {
            if (brick.equals(PLAN)) return;
            boolean isUnlimited = !brick.equals(SUPPORT) && random.nextInt(4) == 0;
            boolean isCalls = brick.equals(CALLS);
            var deal = deal(price, isUnlimited, isCalls ? 0 : months);
            boolean isAsYouGo = isCalls && random.nextInt(4) == 0;
            if (bricks.contains(brick)) deals.put(brick, isAsYouGo ? deal.asYouGo() : deal);
        });
        return deals;
    }

    /// The plan itself, at list price.
    Deal ownPrice(String plan) {
        return new Deal(Objects.requireNonNull(list(plan).get(PLAN)), 1, false, ZERO, ZERO, 0);
    }

    private Map<String, Price> list(String plan) {
        return Objects.requireNonNull(lists.get(plan), plan);
    }

    /// A discount of an amount stays below the price of a month.
    private Deal deal(Price price, boolean isUnlimited, long months) {
        int quantity = 1 + random.nextInt(20);
        var renewing = one(List.of(ZERO, ZERO, new BigDecimal("10"), new BigDecimal("-20"), NEARLY_ALL));
        boolean hasAmount = months > 0 && random.nextInt(3) == 0 && renewing.compareTo(NEARLY_ALL) != 0;
        return new Deal(
                price,
                quantity,
                isUnlimited,
                renewing,
                one(List.of(ZERO, ZERO, new BigDecimal("2.5"))),
                hasAmount ? random.nextInt(isGenerous ? GENEROUS : 400) : 0);
    }

    BigDecimal coupon() {
        return random.nextBoolean() ? COUPON : ZERO;
    }

    String bricks(Map<String, Deal> deals) {
        return deals.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(PLAN))
                .map(entry -> "{\"brick_id\": \"%s\", \"quantity\": %d, \"is_unlimited\": %b, \"discount\": [%s]}"
                        .formatted(
                                id(entry.getKey()),
                                entry.getValue().quantity(),
                                entry.getValue().isUnlimited(),
                                discounts(entry.getValue())))
                .collect(Collectors.joining(", "));
    }

    private static String discounts(Deal deal) {
        var all = new ArrayList<String>();
        if (deal.renewing().signum() != 0) all.add("{\"rate\": \"%s\", \"renews\": true}".formatted(deal.renewing()));
        if (deal.once().signum() != 0) all.add("{\"rate\": \"%s\"}".formatted(deal.once()));
        if (deal.amount() != 0) all.add("{\"amount\": %d}".formatted(deal.amount()));
        return String.join(", ", all);
    }

    private BigDecimal price(int from, int to) {
        return new BigDecimal(100 * from + 1 + random.nextInt(100 * (to - from))).movePointLeft(2);
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    @Override
    public String toString() {
        return "%s, usage at %s".formatted(lists, usagePrice);
    }
}
