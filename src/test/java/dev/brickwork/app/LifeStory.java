package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.support.Fraction;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A subscription from its start to its end, with whatever client, customer and clerk think of on the way, and all of
/// it told to its [Life] as well.
final class LifeStory {
    /// Where noon in Greenwich is the same day.
    private static final List<String> ZONES =
            List.of("UTC", "America/Los_Angeles", "Asia/Kolkata", "America/Havana", "Africa/Cairo", "Asia/Beirut");
    private static final List<String> STARTS =
            List.of("2024-01-29", "2024-01-31", "2024-02-29", "2025-01-30", "2025-03-31", "2025-08-31", "2025-12-15");
    private static final int STEPS_MAX = 8;
    private static final int BACKDATED_MAX = 27; // Days; less than the shortest month, so that the term still runs.
    private static final int LINGERING_MAX = 40; // Days.
    private static final int AFTERWARDS = 45; // Days in which the last usage and the last milestone are billed.
    private static final BigDecimal ZERO = BigDecimal.ZERO;
    private static final Fraction HUNDRED = Fraction.of(100);

    private final Random random;
    private final Tenant seller;
    private final LifeShop shop;
    private final List<String> told = new ArrayList<>();
    private final LifeTaxes taxes;
    private final Life life;
    private final LifeBooks books;
    private final LifeClerk clerk;
    private final LifeTill till;
    private final LifeWork work;
    private final LifeUsage usage;
    private final List<String> entities = new ArrayList<>();
    private final String subscription;
    private int trialDays; // None where it begins at once.
    private LocalDate today;
    private LocalDate changeable; // The first day that a change may be dated.
    private boolean renews;
    private BigDecimal uplift = ZERO;
    private int renewalMonths;
    private int setups; // Of one phase.
    private LocalDate setupsUntil; // In days of service.
    private Fraction abroad = Fraction.ZERO; // In another currency.
    private int redemptions; // Of the coupon.
    private boolean isOver;
    private boolean isTerminated;
    private boolean isForgotten;
    private boolean isCut; // Something ended before its time.
    private boolean isMigrated;
    private Map<String, Life.Deal> last = Map.of(); // When it ended.
    private Optional<Ahead> ahead = Optional.empty();
    private Watcher watcher = _ -> {};

    /// A pause that is to come.
    ///
    /// @param resume when it ends in the end
    private record Ahead(LocalDate first, LocalDate planned, LocalDate resume) {}

    /// Looks at it after each step.
    @FunctionalInterface
    interface Watcher {
        void look(LifeStory story);
    }

    LifeStory(TestServer house, Random random) {
        this(house, random, _ -> {});
    }

    /// @param prepare does what the seller has to have done before it begins
    LifeStory(TestServer house, Random random, Consumer<Tenant> prepare) {
        this.random = random;
        today = LocalDate.parse(one(STARTS)).plusDays(random.nextBoolean() ? 0 : random.nextInt(200));
        seller = house.sellerAt(today + "T12:00:00Z");
        prepare.accept(seller);
        int couponMonths = one(List.of(1, 3, 8, 24));
        shop = new LifeShop(seller, random, couponMonths);
        tell("sold are " + shop);
        taxes = new LifeTaxes(shop, random, this::tell);
        int diligence = one(List.of(0, 50, 100));
        for (var name : List.of("North", "South")) entities.add(entity(name));
        var start = random.nextInt(3) == 0 ? today.minusDays(random.nextInt(BACKDATED_MAX)) : today;
        books = new LifeBooks(seller, List.of(customer("Acme"), customer("Bolt"), customer("Core")));
        clerk = new LifeClerk(books, random, diligence, this::tell);
        till = new LifeTill(books, random, this::tell);
        life = new Life(start, couponMonths);
        work = new LifeWork(shop, life, random, this::tell);
        changeable = start;
        setupsUntil = start;
        subscription = begins(start);
        usage = new LifeUsage(shop, life, subscription, random, this::tell);
    }

    private String customer(String name) {
        return seller.post("/customers", """
                {"name": "%s", "time_zone": "%s", "is_partner": true,
                 "address": {"line_1": "a", "city": "b", "zip": "10115", "country": "DE"}}
                """.formatted(name, one(ZONES)))
                .is(200)
                .text("customer_id");
    }

    private String entity(String name) {
        return seller.post("/legal-entities", """
                {"legal_name": "%s", "invoice_number_prefix": "%s", "tax_id": "DE136695976",
                 "address": {"line_1": "a", "city": "b", "zip": "10115", "country": "DE"}}
                """.formatted(name, name)).is(200).text("legal_entity_id");
    }

    /// Random new billing parties: another customer, another legal entity, both or neither.
    private String parties() {
        var parties = "";
        if (random.nextInt(4) == 0) parties += ", \"customer_id\": \"%s\"".formatted(one(books.customers()));
        if (random.nextInt(4) == 0) parties += ", \"legal_entity_id\": \"%s\"".formatted(one(entities));
        return parties;
    }

    private String begins(LocalDate start) {
        var coupon = shop.coupon();
        var phases = shop.phases(shop.all());
        trialDays = random.nextInt(4) == 0 ? 1 + random.nextInt(40) : 0;
        var terms = shop.firstTerms(phases, coupon);
        boolean isPatched = random.nextInt(3) == 0;
        if (trialDays == 0) opensFirst(start, phases, coupon);
        else tell("trial of %d days from %s: %s".formatted(trialDays, start, phases));
        var id = seller.post("/subscriptions", """
            {"customer_id": "%s", "billed_company_id": "%s", "legal_entity_id": "%s", "starts_at": "%s", %s%s%s%s}
            """.formatted(
                                books.customers().getFirst(),
                                one(books.customers()),
                                entities.getFirst(),
                                start,
                                isPatched ? decoy() : terms,
                                trialDays == 0 ? "" : ", \"order_type\": \"TRIAL\", \"trial_days\": " + trialDays,
                                random.nextInt(3) == 0 ? ", \"transaction_method\": \"STRIPE\"" : "",
                                random.nextInt(6) == 0 ? migrated(start) : ""))
                .is(200)
                .text("subscription_id");
        if (isPatched)
            seller.patch("/subscriptions/" + id, "{%s}".formatted(terms)).is(200);
        redeems(terms);
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return id;
    }

    /// Other terms, which are thought better of before anything starts.
    private String decoy() {
        return shop.firstTerms(shop.phases(shop.all()), shop.coupon());
    }

    /// Periods that another system has billed, up to a random day, cost nothing here.
    private String migrated(LocalDate start) {
        var cutOver = start.plusDays(random.nextInt(120));
        tell("billed elsewhere before %s".formatted(cutOver));
        seller.patch("/seller", "{\"muted_before\": \"%s\"}".formatted(cutOver)).is(200);
        isMigrated = true;
        clerk.waivesAll();
        return ", \"migrated\": true";
    }

    private void opensFirst(LocalDate start, List<Life.Phase> phases, BigDecimal coupon) {
        tell("starts on %s, coupon of %s: %s".formatted(start, coupon, phases));
        life.opens(start, phases, coupon);
        buysSetups(start, 0, 1, coupon);
    }

    /// Z-03: nothing costs anything until an order follows it, or a recast ends it early.
    private void passesTrial() {
        var end = life.start().plusDays(trialDays);
        var convert = end.plusDays(random.nextInt(BACKDATED_MAX) - random.nextInt(trialDays + 1));
        if (convert.isAfter(today)) advance(convert);
        boolean hasUsed = today.isBefore(end);
        if (hasUsed)
            seller.post("/usage", """
                            {"subscription_id": "%s", "brick_id": "%s", "value": 7, "time": "%sT11:00:00Z"}
                            """.formatted(subscription, shop.id(LifeShop.TOKENS), today))
                    .is(201);
        assertThat(books.invoices()).as("of a trial").isEmpty();
        boolean isRecast = today.isBefore(end) && random.nextBoolean();
        var first = isRecast ? today : end;
        life.wasFreeUntil(first);
        var coupon = shop.coupon();
        var phases = shop.phases(shop.all());
        opensFirst(first, phases, coupon);
        if (hasUsed && isRecast) usage.isLeftFromTrial(today, new BigDecimal(7));
        var terms = shop.firstTerms(phases, coupon);
        if (isRecast) change("recast", "{\"starts_at\": \"%s\", %s}".formatted(first, terms));
        else change("renewal", "{%s}".formatted(terms));
        changeable = first;
        if (first.isAfter(today)) advance(first);
    }

    void isLived(Watcher each) {
        watcher = each;
        isLived();
    }

    /// Whatever comes, and then the end.
    void isLived() {
        if (trialDays > 0) passesTrial();
        setRenewal(random.nextInt(3) > 0);
        clerk.isPaid();
        for (int i = random.nextInt(STEPS_MAX); i >= 0 && !isOver; i--) step();
        if (!isOver) comesToItsEnd();
        if (isOver && !isTerminated && random.nextInt(3) == 0) renewsLate();
        if (random.nextInt(3) == 0) isForgotten();
    }

    /// Erases all customers; their payments and debts stay.
    private void isForgotten() {
        for (var customer : books.customers()) {
            var answer = seller.delete("/customers/%s/personal-data".formatted(customer))
                    .isNoFailure();
            tell("%s forgotten: %d".formatted(customer, answer.status()));
        }
        isForgotten = true;
        for (int i = random.nextInt(4); i >= 0; i--) {
            if (random.nextInt(3) == 0) clerk.regenerates();
            else clerk.happens();
        }
        advance(today.plusDays(AFTERWARDS));
    }

    /// N-05: after its end, from the day after it on.
    private void renewsLate() {
        setRenewal(false);
        renewByHand(life.end(), last);
        if (!life.end().isAfter(today)) {
            life.ends(life.end());
            return;
        }
        isOver = false;
        for (int i = random.nextInt(STEPS_MAX); i >= 0 && !isOver; i--) step();
        if (!isOver) comesToItsEnd();
    }

    private void renewByHand(LocalDate agreed, Map<String, Life.Deal> running) {
        var coupon = shop.coupon();
        var phases = shop.phases(shop.some());
        boolean isUnnamed = phases.getFirst().plan().equals(life.plan()) && random.nextBoolean();
        if (isUnnamed) phases.replaceAll(phase -> phase.plan().equals(life.plan()) ? kept(phase, running) : phase);
        tell("renewed by hand from %s, coupon of %s: %s".formatted(agreed, coupon, phases));
        var terms = shop.terms(phases, 0, coupon);
        change("renewal", "{%s}".formatted(isUnnamed ? terms.replace(LifeShop.named(life.plan()), "") : terms));
        passesPause(agreed);
        if (life.end().isAfter(today) && random.nextBoolean()) meanwhile();
        var day = life.end();
        life.opens(agreed, day, phases, coupon);
        work.lapses();
        setups = 0;
        setupsUntil = day;
        changed(day);
    }

    /// While the next term is agreed, this one goes on.
    private void meanwhile() {
        tell("meanwhile");
        switch (random.nextInt(5)) {
            case 0 -> pause();
            case 1 -> reconsider();
            case 2 -> usage.happens(changeable, today);
            case 3 -> upgrade();
            default -> clerk.happens();
        }
    }

    /// N-01: what runs keeps its price, where no plan is named.
    private Life.Phase kept(Life.Phase phase, Map<String, Life.Deal> running) {
        phase.deals().replaceAll((brick, deal) -> kept(deal, running.get(brick)));
        return new Life.Phase(phase.plan(), phase.months(), phase.deals(), Life.uplifted(life.usagePrice(), uplift));
    }

    private Life.Deal kept(Life.Deal deal, Life.@Nullable Deal running) {
        return running == null ? deal : deal.at(running.price().uplifted(uplift));
    }

    private void step() {
        switch (random.nextInt(15)) {
            case 0, 1 -> upgrade();
            case 9 -> {
                if (random.nextBoolean()) standalone();
                else taxes.change(books.customers(), today);
            }
            case 2 -> recast();
            case 3 -> {
                if (random.nextBoolean()) pause();
                else pausesLater();
            }
            case 11 -> {
                setRenewal(false);
                var eve = life.end().minusDays(1 + random.nextInt(10));
                if (eve.isAfter(today)) moveTo(eve);
                renewByHand(life.end(), life.deals());
            }
            case 4 -> {
                shop.publish();
                tell("sold are " + shop);
            }
            case 12, 13, 14 -> till.happens(subscription, today);
            case 5 -> {
                if (!today.isBefore(life.start())) work.happens(subscription);
            }
            case 6 -> usage.isCorrected(changeable, today, isOver);
            case 7 -> {
                if (random.nextBoolean()) clerk.regenerates();
                else clerk.happens();
            }
            case 8 -> {
                if (random.nextInt(4) == 0) terminate();
                else reconsider();
            }
            default -> {
                for (int i = random.nextInt(4); i >= 0; i--) usage.happens(changeable, today);
            }
        }
        watcher.look(this);
        if (!isOver && random.nextBoolean()) moveTo(today.plusDays(random.nextInt(100)));
    }

    // What may happen

    private void upgrade() {
        var day = changeDay();
        var named = shop.some();
        var running = life.deals();
        boolean isRepriced = random.nextInt(3) == 0 || !running.keySet().containsAll(named);
        boolean isInLastPhase = life.nextPhase(day).equals(life.end());
        var plan = isRepriced ? shop.somePlan() : life.planOn(day);
        boolean isOther = !plan.equals(life.planOn(day));
        var deals = shop.deals(plan, named, isInLastPhase ? ChronoUnit.MONTHS.between(day, life.end()) : 0);
        if (random.nextInt(3) == 0) deals.computeIfPresent(LifeShop.SUPPORT, (_, deal) -> deal.gone());
        var others = new ArrayList<Life.Otherwise>();
        boolean isRunning = named.stream().allMatch(brick -> life.isInEachPhase(brick, day));
        if (!isRepriced && isRunning && !isInLastPhase && random.nextBoolean()) {
            int phase = life.phaseOn(day) + random.nextInt(life.phases() - life.phaseOn(day));
            var otherwise = shop.deals(plan, named, 0);
            others.add(new Life.Otherwise(phase, otherwise));
        }
        var parties = parties();
        var coupon = shop.coupon();
        int had = life.phaseEnd(day).equals(setupsUntil) ? setups : 0;
        int more = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0;
        if (!others.isEmpty()) more = 0; // It would be named in one place alone.
        tell("upgrade from %s%s, coupon of %s, %d more setups: %s but %s"
                .formatted(day, parties, coupon, more, deals, others));
        var phases = others.stream()
                .map(other -> "{\"phase_position\": %d, \"bricks\": [%s]}"
                        .formatted(other.phase(), shop.bricks(other.deals())))
                .collect(Collectors.joining(", "));
        var works = others.isEmpty() ? work.changes() : "";
        var body = """
                {"starts_at": "%s", "bricks": [%s%s%s], "phases": [%s], "discount_coupons": [%s]%s%s}
                """.formatted(
                        day,
                        shop.bricks(deals),
                        more == 0 ? "" : ", " + shop.setup(had + more),
                        works,
                        phases,
                        LifeShop.codes(coupon),
                        isRepriced ? ", \"plan_id\": \"%s\"".formatted(plan) : "",
                        parties);
        if (isRepriced) deals.put(LifeShop.PLAN, shop.ownPrice(plan));
        var estimate = seller.post("/subscriptions/%s/upgrade/estimate".formatted(subscription), body)
                .is(200)
                .json();
        long before = books.cost(LifeShop.CURRENCY);
        change("upgrade", body);
        // Nothing comes back of what was voided, and usage that waits is billed with the first invoice that comes.
        if (waived() == 0 && !usage.hasHappened() && !taxes.hasChanged() && !shop.isGenerous() && works.isEmpty())
            assertThat(books.cost(LifeShop.CURRENCY) - before)
                    .as("what the upgrade adds, and its estimate")
                    .isCloseTo(estimate.path("grand_total").asLong(), within(taxes.isTaxed() ? books.roundings() : 0));
        var how = new Life.Change(isRepriced, isOther, coupon, others);
        deals.forEach((brick, deal) -> life.agrees(brick, day, deal, how));
        if (isRepriced) life.switches(day, plan);
        if (more > 0) buysSetups(day, had, more, coupon);
        changed(day);
    }

    private void recast() {
        var day = changeDay();
        var coupon = shop.coupon();
        var phases = shop.phases(shop.some());
        var parties = parties();
        int count = random.nextInt(3);
        tell("recast from %s%s, coupon of %s, %d setups: %s".formatted(day, parties, coupon, count, phases));
        var body = "\"starts_at\": \"%s\", %s".formatted(day, shop.terms(phases, count, coupon));
        boolean isByHand = !taxes.isTaxed() && parties.isEmpty() && !day.isAfter(today) && random.nextInt(3) == 0;
        if (isByHand) parties = creditByHand(body);
        change("recast", "{%s%s}".formatted(body, parties));
        var start = passesPause(day);
        life.opens(day, start, phases, coupon);
        buysSetups(start, 0, count, coupon);
        work.lapses();
        changed(start);
        boolean isPast = !life.end().isAfter(today); // Dated back so far that the next term runs.
        setRenewal(renews || isPast);
        if (isPast) moveTo(today);
    }

    /// what is not given of the automatic credit stays earned, what is given beyond it is a gift.
    private String creditByHand(String body) {
        long automatic = seller.post(
                        "/subscriptions/%s/recast/estimate".formatted(subscription), "{%s}".formatted(body))
                .is(200)
                .json()
                .at("/grand_total_details/adjustment_credit/total")
                .asLong();
        long byHand = random.nextLong(2 * automatic + 1);
        tell("credit by hand of %d for %d".formatted(byHand, automatic));
        if (byHand < automatic) life.costs("kept", Fraction.of(automatic - byHand));
        else clerk.gives(byHand - automatic);
        return ", \"adjustment_credit\": %d".formatted(byHand);
    }

    private void buysSetups(LocalDate day, int had, int count, BigDecimal coupon) {
        setups = had + count;
        setupsUntil = life.phaseEnd(day);
        var price = Fraction.of(LifeShop.SETUP_PRICE).times(HUNDRED).times(Fraction.of(count));
        life.buysOnce(day, price, coupon);
    }

    private void change(String kind, String body) {
        var path = "/subscriptions/%s/%s".formatted(subscription, kind);
        var order = random.nextInt(3) == 0
                ? patched(path, kind, body)
                : seller.post(path, body).is(200).text("order_id");
        boolean isCounted = body.contains("adjustment_credit"); // For what is billed and paid today.
        if (trialDays == 0 && !isCounted) lingers();
        if (!kind.equals("renewal")) {
            var direct = seller.post(path + "/estimate", body).is(200).json();
            var stored = seller.post("%s/%s/estimate".formatted(path, order), "{}")
                    .is(200)
                    .json();
            assertThat(stored).as("the estimate of the order").isEqualTo(direct);
        }
        redeems(body);
        var charge = random.nextInt(4) == 0 ? "?charge_immediately=yes" : "";
        seller.post("%s/%s/start%s".formatted(path, order, kind.equals("renewal") ? "" : charge), "{}")
                .is(200);
    }

    /// Lets some days pass, because customers do not sign at once.
    private void lingers() {
        long days = ChronoUnit.DAYS.between(today, untilPause(life.end()));
        if (days > 0 && random.nextInt(4) == 0) advance(today.plusDays(random.nextLong(Math.min(days, LINGERING_MAX))));
    }

    private LocalDate untilPause(LocalDate day) {
        return ahead.map(Ahead::first).filter(day::isAfter).orElse(day);
    }

    /// D-09: each order that closes uses the coupon once, whichever customer it is for.
    private void redeems(String terms) {
        if (terms.contains(LifeShop.COUPON_CODE)) redemptions++;
    }

    /// Something else was agreed first.
    private String patched(String path, String kind, String body) {
        var first = kind.equals("upgrade")
                ? "\"bricks\": [%s]".formatted(shop.bricks(shop.deals(life.plan(), Set.of(LifeShop.SUPPORT), 0)))
                : shop.terms(shop.phases(shop.some()), 1, shop.coupon());
        var day = JsonReader.stored(body).path("starts_at");
        var starts = day.isMissingNode() ? "" : "\"starts_at\": %s, ".formatted(day);
        var credit = kind.equals("recast") ? ", \"adjustment_credit\": 4711" : "";
        tell("first it was %s".formatted(first));
        var order = seller.post(path, "{%s%s%s}".formatted(starts, first, credit))
                .is(200)
                .text("order_id");
        boolean isAutomatic = kind.equals("recast") && !body.contains("adjustment_credit");
        var change = isAutomatic ? body.replaceFirst("\\{", "{\"adjustment_credit\": null, ") : body;
        if (!JsonReader.stored(body).has("plan_id")) change = change.replaceFirst("\\{", "{\"plan_id\": null, ");
        seller.patch("%s/%s".formatted(path, order), change).is(200);
        return order;
    }

    /// Today, a day that is past or one that lies ahead.
    private LocalDate changeDay() {
        long past = ChronoUnit.DAYS.between(changeable, today);
        long ahead = ChronoUnit.DAYS.between(today, life.end()) - 1;
        var day = switch (random.nextInt(4)) {
            case 0 -> today.minusDays(random.nextLong(past + 1));
            case 1 -> today.plusDays(random.nextLong(ahead + 1));
            default -> today;
        };
        while (life.rests().contains(day)) day = day.plusDays(1);
        return day;
    }

    private void changed(LocalDate agreed) {
        isCut = true;
        changeable = agreed;
        var day = passesPause(agreed);
        changeable = day;
        if (day.isAfter(today)) moveTo(day);
    }

    private void pause() {
        int days = random.nextInt(40);
        int planned = random.nextBoolean() ? days : days + 1 + random.nextInt(20);
        if (ahead.isPresent() || !today.plusDays(planned + 1).isBefore(life.end())) return;
        var resume = today.plusDays(days);
        boolean isPlanned = random.nextBoolean() && days > 0;
        tell("pause to %s%s".formatted(resume, isPlanned ? ", planned to " + today.plusDays(planned) : ""));
        seller.post("/subscriptions/%s/pause".formatted(subscription), """
                {"paused_at": "%s", "scheduled_resume_at": %s}
                """.formatted(
                                today, isPlanned ? "\"%s\"".formatted(today.plusDays(planned)) : "null"))
                .is(200);
        life.rests().rests(today, resume);
        boolean isWaiting = usage.isWaiting();
        moveTo(resume);
        if (!isPlanned || planned > days)
            seller.post("/subscriptions/%s/resume".formatted(subscription), "{}")
                    .is(200);
        usage.waits(isWaiting); // It waits for the time after the pause.
        changeable = resume;
    }

    /// K-01, K-02: what is agreed while a pause lies ahead moves with it.
    private void pausesLater() {
        var first = today.plusDays(1 + random.nextInt(40));
        int days = 1 + random.nextInt(40);
        var planned = first.plusDays(days);
        if (ahead.isPresent() || !planned.plusDays(1).isBefore(life.end())) return;
        int change = one(List.of(0, -days, -random.nextInt(days), 1 + random.nextInt(20)));
        ahead = Optional.of(new Ahead(first, planned, planned.plusDays(change)));
        tell("%s".formatted(ahead));
        seller.post("/subscriptions/%s/pause".formatted(subscription), """
                {"paused_at": "%s", "scheduled_resume_at": "%s"}
                """.formatted(first, planned))
                .is(200);
        life.rests().rests(first, planned);
        switch (random.nextInt(4)) {
            case 0 -> upgrade();
            case 1 -> recast();
            case 2 -> {
                setRenewal(false);
                renewByHand(life.end(), life.deals());
            }
            default -> usage.happens(changeable, today);
        }
    }

    /// @param day that lies before a pause or behind it
    /// @return the same day, moved like all that lies behind the pause
    private LocalDate passesPause(LocalDate day) {
        var pause = ahead.filter(it -> it.first.isBefore(day)).orElse(null);
        if (pause == null) return day;
        ahead = Optional.empty();
        if (pause.resume.isAfter(pause.planned)) {
            seller.put("/subscriptions/%s/pause".formatted(subscription), """
                    {"scheduled_resume_at": "%s"}
                    """.formatted(pause.resume))
                    .is(200);
            life.rests().rests(pause.planned, pause.resume);
        }
        boolean isDropped = pause.resume.equals(pause.first);
        if (isDropped) {
            seller.delete("/subscriptions/%s/pause".formatted(subscription)).is(200);
            life.rests().wakes(pause.first);
        }
        boolean isWaiting = usage.isWaiting();
        moveTo(pause.resume);
        if (!isDropped && pause.resume.isBefore(pause.planned)) {
            seller.post("/subscriptions/%s/resume".formatted(subscription), "{}")
                    .is(200);
            life.rests().wakes(pause.resume);
        }
        usage.waits(isWaiting); // It waits for the time after the pause.
        if (changeable.isBefore(today)) changeable = today;
        return day.plusDays(ChronoUnit.DAYS.between(pause.planned, pause.resume));
    }

    /// A pause ends with its subscription, and one that has not begun never does.
    private void ends(LocalDate day) {
        life.ends(day);
        life.rests().wakes(day);
        ahead = Optional.empty();
        isOver = true;
    }

    private void standalone() {
        var price = new BigDecimal(1 + random.nextInt(40_000)).movePointLeft(2);
        int quantity = 1 + random.nextInt(9);
        boolean isAbroad = random.nextInt(3) == 0;
        tell("%d times %s by hand, abroad %b".formatted(quantity, price, isAbroad));
        seller.post("/invoices", """
            {"customer_id": "%s", "billed_company_id": "%s", "currency": "%s",
             "line_items": [{"description": "x", "quantity": %d, "unit_price": "%s"}]}
            """.formatted(
                                one(books.customers()),
                                one(books.customers()),
                                isAbroad ? LifeShop.ABROAD : LifeShop.CURRENCY,
                                quantity,
                                price))
                .is(200);
        var cost = Fraction.of(price).times(Fraction.of(quantity)).times(HUNDRED);
        if (isAbroad) abroad = abroad.plus(cost);
        else life.costs("by hand", cost);
    }

    /// A random action of the clerk, the payers or the meter. After an erasure nothing is metered or moved any
    /// more.
    void isBusy() {
        if (isForgotten) {
            clerk.happens();
            return;
        }
        switch (random.nextInt(7)) {
            case 6 -> till.happens(subscription, today);
            case 0, 1, 2 -> clerk.happens();
            case 3 -> clerk.regenerates();
            case 4 -> usage.isCorrected(changeable, today, isOver);
            default -> taxes.change(books.customers(), today);
        }
    }

    private void terminate() {
        var first = changeable.isAfter(today) ? changeable : today;
        var day = first.plusDays(random.nextLong(ChronoUnit.DAYS.between(first, life.end())));
        tell("terminated on %s".formatted(day));
        seller.post("/subscriptions/%s/terminate".formatted(subscription), """
                {"termination_date": "%s", "credit_unused": true}
                """.formatted(day))
                .is(200);
        ends(day);
        isTerminated = true;
        isCut = true;
        advance(day.plusDays(AFTERWARDS));
    }

    /// A termination that is taken back leaves everything as it was.
    private void reconsider() {
        var first = changeable.isAfter(today) ? changeable : today;
        long ahead = ChronoUnit.DAYS.between(first, life.end()) - 1;
        if (ahead < 1) return;
        var day = first.plusDays(1 + random.nextLong(ahead));
        boolean isCredited = random.nextBoolean();
        tell("terminated on %s, credited %b, and not".formatted(day, isCredited));
        var path = "/subscriptions/" + subscription;
        var before = books.netByPayer();
        boolean isResting = books.isPaused(); // A pause whose end is not processed yet: its charges have no date.
        seller.post(path + "/terminate", """
                {"termination_date": "%s", "credit_unused": %b}
                """.formatted(day, isCredited)).is(200);
        boolean isAtOnce = random.nextBoolean();
        if (!isAtOnce) waits(untilPause(isCredited ? day : life.end()));
        seller.post(path + "/reinstate", "{}").is(200);
        // Work that waited on an invoice bills earlier when that is dropped, and late usage is corrected meanwhile.
        if (isAtOnce && !isResting && !work.hasHappened() && !usage.isWaiting())
            assertThat(books.netByPayer()).isEqualTo(before);
    }

    /// Up to the day before this one, while a termination stands.
    private void waits(LocalDate day) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            long ahead = ChronoUnit.DAYS.between(today, day);
            if (ahead < 1) return;
            advance(today.plusDays(random.nextLong(ahead)));
            if (random.nextBoolean()) clerk.happens();
            if (random.nextBoolean()) clerk.regenerates();
        }
    }

    private void setRenewal(boolean wanted) {
        renews = wanted;
        uplift = one(List.of(ZERO, new BigDecimal("3.33"), new BigDecimal("-5")));
        renewalMonths = random.nextBoolean() ? life.months() : 1 + random.nextInt(14);
        tell("renews %s for %d months by %s".formatted(renews, renewalMonths, uplift));
        seller.patch("/subscriptions/" + subscription, """
                {"auto_renews": %b, "renewal_uplifted_rate": "%s", "renewal_contract_period": %d}
                """.formatted(renews, uplift, renewalMonths))
                .is(200);
    }

    private void comesToItsEnd() {
        if (renews) setRenewal(false);
        var end = life.end();
        tell("ends on %s".formatted(end));
        last = life.deals();
        ends(end);
        advance(end.plusDays(AFTERWARDS));
    }

    /// To this day at most: a subscription that does not renew is looked after before its end.
    private void moveTo(LocalDate day) {
        boolean isPausing =
                ahead.filter(it -> renews || it.first.isBefore(life.end())).isPresent();
        if (isPausing) passesPause(day.plusDays(1));
        if ((!renews && !day.isBefore(life.end())) || day.isBefore(today)) return;
        var next = life.end().isAfter(day) ? MissingNode.getInstance() : nextInvoice();
        while (!life.end().isAfter(day)) {
            changeable = life.end();
            work.lapses();
            tell("renewed on %s".formatted(life.end()));
            life.renews(renewalMonths, uplift);
        }
        advance(day);
        if (next.path("is_renewal_estimate").asBoolean()) isBilledAs(next);
    }

    private JsonNode nextInvoice() {
        return seller.get("/subscriptions/%s/invoices/next".formatted(subscription))
                .isNoFailure()
                .json();
    }

    /// N-04: what was told of the renewal is what it bills; usage and work that waited come along with it.
    private void isBilledAs(JsonNode estimate) {
        if (usage.hasHappened() || work.hasHappened() || taxes.hasChanged() || waived() > 0) return;
        long billed = 0;
        for (var invoice : books.standing()) {
            boolean isIt = invoice.path("bill_at").equals(estimate.path("bill_at"))
                    && invoice.path("subscription_id").equals(estimate.path("subscription_id"));
            if (isIt) billed += invoice.path("grand_total").asLong();
        }
        assertThat(billed)
                .as("the renewal, as it was told")
                .isEqualTo(estimate.path("grand_total").asLong());
    }

    private void advance(LocalDate day) {
        var tomorrow = today.plusDays(1).toString();
        passes(day);
        today = day;
        usage.waits(usage.isWaiting()
                && books.issued().stream()
                        .noneMatch(invoice -> invoice.path("issued_at").asText().compareTo(tomorrow) > 0));
        tell("it is %s".formatted(today));
        clerk.isPaid();
        watcher.look(this);
    }

    /// Moves the clock to a day. Now and then the sweeps of the last day have not run when the next thing happens;
    /// only a term has to have begun, so that the amount that a change adds to it can be computed.
    private void passes(LocalDate day) {
        boolean isLooked = !day.isAfter(today) || day.equals(life.start()) || random.nextInt(3) != 0;
        seller.advanceTo((isLooked ? day : day.minusDays(1)) + "T12:00:00Z");
        if (isLooked) return;
        seller.clockAlone(day + "T12:00:00Z");
        tell("unswept is %s".formatted(day));
    }

    // What came of it

    /// By the rules, with tax and without what was given.
    BigInteger expected() {
        return taxes.on(life.cost(), life.support())
                .minus(Fraction.of(clerk.given()))
                .rounded();
    }

    /// The expected cost of sales in another currency: by the rules, with tax, less credit that was given.
    BigInteger expectedAbroad() {
        return taxes.on(abroad).minus(Fraction.of(clerk.givenAbroad())).rounded();
    }

    /// The most that voided invoices may have waived: their used part is not owed any more.
    long waived() {
        return clerk.waived();
    }

    /// The credit that voided invoices would have given.
    long forfeited() {
        return clerk.forfeited();
    }

    /// By the rules, before tax.
    BigInteger net() {
        return life.cost().rounded();
    }

    /// Whether more was given than taken for something that ended early.
    boolean isGift() {
        return shop.isGenerous() && isCut;
    }

    boolean isGenerous() {
        return shop.isGenerous();
    }

    /// Whether another system has billed some of it.
    boolean isMigrated() {
        return isMigrated;
    }

    int redemptions() {
        return redemptions;
    }

    LifeTaxes taxes() {
        return taxes;
    }

    LifeTill till() {
        return till;
    }

    LifeBooks books() {
        return books;
    }

    Tenant seller() {
        return seller;
    }

    @Override
    public String toString() {
        return "%s\n\n%s\n\n%s".formatted(String.join("\n", told), life, books);
    }

    private void tell(String what) {
        told.add(what);
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
