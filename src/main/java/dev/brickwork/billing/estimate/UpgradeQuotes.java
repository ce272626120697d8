package dev.brickwork.billing.estimate;

import dev.brickwork.catalog.Offer;
import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.catalog.api.Catalogue;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.MilestoneStore;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.Pins;
import dev.brickwork.contracts.Quote;
import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.Pricing;
import dev.brickwork.pricing.PricingContext;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.DoneWork;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.PricingFault;
import dev.brickwork.pricing.terms.Upgrade;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Turns requests for upgrades into priced deltas.
final class UpgradeQuotes {
    private final Catalogue catalogue;
    private final MilestoneStore milestones;

    UpgradeQuotes(Catalogue catalogue, MilestoneStore milestones) {
        this.catalogue = catalogue;
        this.milestones = milestones;
    }

    /// Where prices come from: contracted ones for what runs, then the version that was agreed, then the latest
    /// one (rule U-07). With a plan named, its latest version for all that it has, the rest is carried along.
    ///
    /// @param startsOn the day of the upgrade
    /// @param running what the contract has on that day
    private record Sources(
            LocalDate startsOn,
            Map<BrickId, BrickTerms> running,
            PlanVersion first,
            PlanVersion second,
            boolean isSwitch) {
        /// The sources for a phase that has its own terms for some bricks.
        Sources in(Map<BrickId, BrickTerms> phase) {
            var there = new HashMap<>(running);
            there.putAll(phase);
            return new Sources(startsOn, there, first, second, isSwitch);
        }
    }

    /// A brick with new terms, and its place in the request.
    private record Named(BrickTerms brick, String path) {}

    Quote.Delta quote(
            Tx tx, ContractTerm now, Fields fields, PriceOrder.Setting setting, PricingContext circumstances) {
        var startsAt = fields.require("starts_at", fields::date);
        var bricks = fields.require("bricks", name -> BrickInput.readAll(fields, name));
        var phases = PhaseInput.readAll(fields, "phases").orElse(List.of());
        var plan = fields.uuid("plan_id").map(PlanId::new);
        // A plan may have a price of its own, and phases may carry the bricks; nothing at all is no upgrade.
        boolean isCarried = phases.stream().anyMatch(phase -> phase.bricks().isPresent());
        if (plan.isEmpty() && !isCarried) BrickInput.requireSome(fields);
        var coupon =
                new CouponInput(setting.offers()).first(CouponInput.read(fields).orElse(List.of()), fields);
        if (now.isTrial())
            throw Refusal.badRequest("a trial has no price to change; create a renewal or a recast instead");
        // A faulty request is read to its end, so that all its faults are told at once.
        var startsOn =
                startsAt.map(now.clock().known()::service).orElse(now.base().startsOn());
        var before = now.contract().planOn(startsOn);
        var agreed = agreed(tx, now, before, id -> setting.offers().plan(id).flatMap(Offer::version));
        var sources = sources(now, startsOn, agreed, setting.offers(), plan, fields);
        var inputs = bricks.orElse(List.of());
        var all = resolved(fields, now, sources, inputs, "bricks");
        var planTerms = planTerms(fields, now, sources);
        boolean isOther = plan.filter(it -> !it.value().equals(before.planId())).isPresent();
        var removed = isOther ? emptied(terms(all)) : Set.<BrickId>of();
        var kept = all.stream()
                .filter(named -> !removed.contains(named.brick.id()))
                .toList();
        var byPhase = byPhase(fields, now, sources, phases);
        addLater(fields, now, sources, inputs, kept, byPhase);
        var ofPhases = new LinkedHashMap<Integer, List<BrickTerms>>();
        byPhase.forEach((position, named) -> ofPhases.put(position, terms(named)));
        var done = done(tx, now, terms(all), ofPhases);
        var upgrade = new Upgrade(startsOn, terms(kept), ofPhases, removed, done, planTerms, coupon);
        var places = places(upgrade, kept, byPhase);
        if (fields.hasFaults()) fields.faults(asSent(now.contract().faults(upgrade), places));
        fields.check();
        requireAffordable(now.contract().with(upgrade));
        var estimate = Pricing.estimateUpgrade(now.contract(), upgrade, circumstances)
                .orElseThrow(faults -> Quotes.refusal(asSent(faults, places)));
        var version = merged(tx, sources, named(terms(all), ofPhases), setting.purpose());
        var coupons = coupon.stream().toList();
        return new Quote.Delta(upgrade, estimate, Quotes.agreed(version), coupons, pins(sources, version, coupons));
    }

    /// With all that the contract has already, because each change is priced on top of it.
    private static void requireAffordable(Contract contract) {
        contract.cost().fault().ifPresent(why -> {
            throw Refusal.badField("bricks", why);
        });
    }

    private static List<BrickTerms> terms(List<Named> all) {
        return all.stream().map(Named::brick).toList();
    }

    /// Adds the later phases in which a named brick runs at another price or in another quantity: it keeps what it has
    /// there, as it does in the first (rules F-05, U-07). Where it does not run, no quantity is none.
    private static void addLater(
            Fields fields,
            ContractTerm now,
            Sources sources,
            List<BrickInput> inputs,
            List<Named> kept,
            Map<Integer, List<Named>> byPhase) {
        var usual = kept.stream().filter(named -> !isOnce(named.brick)).toList();
        var ids = usual.stream().map(named -> named.brick.id()).collect(Collectors.toSet());
        var unstated = inputs.stream()
                .filter(input -> input.quantity().isEmpty() && !input.isUnlimited())
                .flatMap(input -> input.id().stream())
                .filter(sources.running::containsKey)
                .collect(Collectors.toSet());
        for (var phase : laterPhases(now, sources)) {
            if (byPhase.containsKey(phase.position())) continue;
            var running = running(now, now.terms().term(phase).start());
            var own = resolved(fields, now, sources.in(running), inputs, "bricks").stream()
                    .filter(named -> ids.contains(named.brick.id()))
                    .filter(named -> running.containsKey(named.brick.id()) || !unstated.contains(named.brick.id()))
                    .toList();
            if (!own.equals(usual)) byPhase.put(phase.position(), own);
        }
    }

    /// Whether the brick is delivered once, and so counted in the first phase that is touched (rule F-05).
    private static boolean isOnce(BrickTerms brick) {
        return brick.type() == BrickType.ONE_TIME || brick.type() == BrickType.MILESTONE;
    }

    private static List<PhaseTerms> laterPhases(ContractTerm now, Sources sources) {
        return now.terms().phases().stream()
                .filter(phase -> now.terms().term(phase).start().isAfter(sources.startsOn))
                .toList();
    }

    /// Where the request has the bricks that pricing counts: it may hold others between them.
    private static Map<String, String> places(Upgrade upgrade, List<Named> kept, Map<Integer, List<Named>> byPhase) {
        var places = new HashMap<String, String>();
        note(places, "bricks", kept);
        byPhase.forEach((position, named) -> note(places, upgrade.path(position), named));
        return places;
    }

    private static void note(Map<String, String> places, String list, List<Named> named) {
        for (int i = 0; i < named.size(); i++)
            places.put(list + "[" + i + "]", named.get(i).path());
    }

    private static List<PricingFault> asSent(List<PricingFault> faults, Map<String, String> places) {
        return faults.stream()
                .map(fault -> {
                    int brick = fault.path().lastIndexOf(']') + 1;
                    var counted = fault.path().substring(0, brick);
                    return new PricingFault(
                            places.getOrDefault(counted, counted) + fault.path().substring(brick), fault.message());
                })
                .toList();
    }

    /// Of the plan that is named.
    private static Optional<PlanTerms> planTerms(Fields fields, ContractTerm now, Sources sources) {
        if (!sources.isSwitch) return Optional.empty();
        var currency = now.terms().currency();
        var terms = sources.first.terms(currency);
        if (terms.isEmpty()) fields.fault("currency", "The plan has no price in %s.".formatted(currency));
        return terms;
    }

    /// Asked for only where a milestone is named.
    private List<DoneWork> done(Tx tx, ContractTerm now, List<BrickTerms> all, Map<Integer, List<BrickTerms>> byPhase) {
        var named = Stream.concat(Stream.of(all), byPhase.values().stream())
                .flatMap(List::stream)
                .filter(brick -> brick.type() == BrickType.MILESTONE)
                .map(brick -> brick.id().value())
                .collect(Collectors.toSet());
        if (named.isEmpty()) return List.of();
        int onlyPhase = now.terms().phases().getFirst().position();
        return milestones.done(tx, now.termId()).stream()
                .filter(work -> named.contains(work.brick()))
                .map(work -> new DoneWork(
                        work.phasePosition().orElse(onlyPhase),
                        new BrickId(work.brick()),
                        work.units(),
                        work.gross(),
                        work.net()))
                .toList();
    }

    private static Map<Integer, List<Named>> byPhase(
            Fields fields, ContractTerm now, Sources sources, List<PhaseInput> phases) {
        Map<Integer, List<Named>> byPhase = new LinkedHashMap<>();
        for (int i = 0; i < phases.size(); i++) {
            var phase = phases.get(i);
            if (!phase.at().isSent("phase_position")) phase.at().fault("phase_position", Fields.REQUIRED);
            requireKept(fields, now, phase);
            if (phase.bricks().isEmpty()) continue; // Those of the order hold (F-01).
            var there = laterPhases(now, sources).stream()
                    .filter(its -> phase.position().equals(Optional.of(its.position())))
                    .map(its -> sources.in(running(now, now.terms().term(its).start())))
                    .findFirst()
                    .orElse(sources);
            var path = "phases[%d].bricks".formatted(i);
            var bricks = resolved(fields, now, there, phase.bricks().get(), path);
            phase.position().ifPresent(position -> {
                if (byPhase.putIfAbsent(position, bricks) != null) {
                    phase.at().fault("phase_position", "Must be unique.");
                }
            });
        }
        return byPhase;
    }

    /// Refuses changes of a phase other than its bricks (rule F-05). Clients may send back its other fields as they
    /// read them, but not with another value.
    private static void requireKept(Fields fields, ContractTerm now, PhaseInput phase) {
        if (phase.position().isEmpty()) return;
        var running = now.terms().phaseAt(phase.position().get());
        if (running.isEmpty()) {
            phase.at().fault("phase_position", "The running order has no such phase.");
            return;
        }
        var its = running.get();
        var startsOn = now.clock().calendar(now.terms().term(its)).start();
        phase.requireKept("starts_at", phase.startsAt(), startsOn);
        phase.requireKept("contract_length", phase.months(), its.months());
        phase.requireKept("name", phase.name(), its.name());
        var last = now.terms().term(its).end().minusDays(1);
        var plan = fields.uuid("plan_id").orElse(now.contract().planOn(last).planId());
        phase.requireKept("plan_id", phase.plan(), plan);
        int days = OrderSettings.paymentTermsDays(fields).orElse(its.paymentTermsDays());
        phase.requireKept("payment_terms", phase.paymentTermsDays(), days);
        var known = Stream.concat(
                CouponInput.read(fields).stream()
                        .flatMap(codes -> codes.stream().limit(1)),
                its.coupon().stream().map(Coupon::code));
        var code = phase.coupons().flatMap(codes -> codes.stream().findFirst());
        if (code.isPresent() && known.noneMatch(code.get()::equalsIgnoreCase)) {
            phase.at().fault("discount_coupons", "An upgrade takes its coupon for all phases: send it there.");
        }
    }

    /// Usage bricks leave only with an upgrade that names another plan (rule P-14).
    private static Set<BrickId> emptied(List<BrickTerms> bricks) {
        var removed = new HashSet<BrickId>();
        for (var brick : bricks) {
            if (brick.type() == BrickType.USAGE && brick.quantity().isZero() && !brick.isUnlimited())
                removed.add(brick.id());
        }
        return removed;
    }

    static Map<BrickId, BrickTerms> running(ContractTerm now, LocalDate startsOn) {
        if (!now.terms().term().contains(startsOn)) return Map.of();
        return now.contract().bricksOn(startsOn).stream().collect(Collectors.toMap(BrickTerms::id, brick -> brick));
    }

    /// Where an upgrade looks for more bricks: the version that was agreed, or the latest one of a plan that only a
    /// phase has.
    PlanVersion agreed(Tx tx, ContractTerm now, PlanTerms running) {
        return agreed(tx, now, running, plan -> catalogue.latest(tx, plan));
    }

    private PlanVersion agreed(
            Tx tx, ContractTerm now, PlanTerms running, Function<PlanId, Optional<PlanVersion>> otherwise) {
        var id = new PlanVersionId(now.orders().getLast().quoted().plan().id());
        var agreed = catalogue.versions().find(tx, id).orElseThrow();
        var plan = new PlanId(running.planId());
        return agreed.plan().equals(plan) ? agreed : otherwise.apply(plan).orElse(agreed);
    }

    private static Sources sources(
            ContractTerm now,
            LocalDate startsOn,
            PlanVersion agreed,
            OrderOffers offers,
            Optional<PlanId> plan,
            Fields fields) {
        var running = running(now, startsOn);
        if (plan.isEmpty()) {
            var latest = offers.plan(agreed.plan()).flatMap(Offer::version).orElse(agreed);
            // What is pinned holds what was agreed, and the bricks that were new when the order named them.
            var first = offers.isPinned(agreed.plan()) ? latest : agreed;
            return new Sources(startsOn, running, first, latest, false);
        }
        var offer = offers.plan(plan.get());
        if (offer.isEmpty()) {
            fields.check(); // A plan that is not there ends it (404), unless the request cannot be read anyway.
            throw Refusal.notFound("plan");
        }
        var latest = offer.get().version();
        if (latest.isEmpty()) fields.fault("plan_id", "The plan has no published version.");
        return new Sources(startsOn, running, latest.orElse(agreed), agreed, true);
    }

    /// A plan that is switched to stays what it is, because what it lacks keeps its contracted price; without one, the
    /// bricks that were read from the latest version stay as they were read (rules Q-01, U-07).
    private static Pins pins(Sources sources, PlanVersion merged, List<Coupon> coupons) {
        var pinned = sources.isSwitch ? sources.first : merged;
        return new Pins(Map.of(pinned.plan(), List.of(pinned.id())), coupons, Optional.empty());
    }

    private static List<Named> resolved(
            Fields fields, ContractTerm now, Sources sources, List<BrickInput> inputs, String path) {
        var currency = now.terms().currency();
        var all = new ArrayList<Named>();
        for (int i = 0; i < inputs.size(); i++) {
            var input = inputs.get(i);
            if (input.id().isEmpty()) continue;
            var place = path + "[" + i + "]";
            var before = Optional.ofNullable(sources.running.get(input.id().get()));
            boolean isListed = sources.first.brick(input.id().get()).isPresent();
            if (before.isPresent() && !(sources.isSwitch && isListed)) {
                all.add(new Named(Quotes.contracted(input, before.get()), place));
            } else {
                var version = isListed ? sources.first : sources.second;
                var kept = before.map(running -> input.in(running.quantity())).orElse(input);
                for (var brick : BrickInput.priced(List.of(kept), version, currency, fields))
                    all.add(new Named(brick, place));
            }
        }
        return all;
    }

    private static List<BrickId> named(List<BrickTerms> all, Map<Integer, List<BrickTerms>> byPhase) {
        var ids = new ArrayList<BrickId>();
        all.forEach(brick -> ids.add(brick.id()));
        byPhase.values().forEach(bricks -> bricks.forEach(brick -> ids.add(brick.id())));
        return ids;
    }

    private PlanVersion merged(Tx tx, Sources sources, List<BrickId> named, PriceOrder.Purpose purpose) {
        return purpose == PriceOrder.Purpose.ESTIMATE
                ? catalogue.merged(tx.caller(), sources.first, sources.second, named)
                : catalogue.merge(tx, sources.first, sources.second, named);
    }
}
