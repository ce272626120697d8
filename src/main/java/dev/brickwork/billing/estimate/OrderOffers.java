package dev.brickwork.billing.estimate;

import dev.brickwork.catalog.Offer;
import dev.brickwork.catalog.Offers;
import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.contracts.Pins;
import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.Coupon;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The catalogue as one order sees it: what the order has pinned as it was then, all else as it is now (rule Q-01). It
/// remembers what it has given, for the order to pin.
public final class OrderOffers implements Offers {
    private final Offers listed;
    private final Pins pins;
    private final Source source;
    private final Change change;
    private final List<BrickId> named;
    private final Set<PlanId> released;
    private final Map<PlanId, PlanVersionId> given = new HashMap<>();
    private Optional<Percent> uplift = Optional.empty();

    /// Published versions by id, and how two of them are joined for bricks of both.
    interface Source {
        Optional<PlanVersion> find(PlanVersionId id);

        PlanVersion merged(PlanVersion into, PlanVersion from, Collection<BrickId> named);
    }

    /// Fields that the change of an open order names, and so reads anew.
    ///
    /// @param isChange false where the order is priced as it stands
    private record Change(
            boolean isChange, boolean isPlanSent, boolean isCouponSent, boolean isFrequencySent, Set<PlanId> plans) {
        static final Change NONE = new Change(false, false, false, false, Set.of());

        static Change of(Fields sent) {
            var plans = new HashSet<PlanId>();
            sent.uuid("plan_id").map(PlanId::new).ifPresent(plans::add);
            var phases = PhaseInput.readAll(sent, "phases").orElse(List.of());
            for (var phase : phases) phase.plan().map(PlanId::new).ifPresent(plans::add);
            boolean isCouponSent = sent.isSent("discount_coupons")
                    || phases.stream().anyMatch(phase -> phase.coupons().isPresent());
            // A plan that is sent as null is one too: the order falls back to its usual one.
            return new Change(true, sent.has("plan_id"), isCouponSent, sent.isSent("billing_frequency"), plans);
        }
    }

    private OrderOffers(Offers listed, Pins pins, Source source, Change change, List<BrickId> named) {
        this.listed = listed;
        this.pins = pins;
        this.source = source;
        this.change = change;
        this.named = named;
        this.released = new HashSet<>(change.plans);
    }

    /// For an order that is new, and so has nothing pinned.
    static OrderOffers listed(Offers listed, Source source) {
        return new OrderOffers(listed, Pins.NONE, source, Change.NONE, List.of());
    }

    /// For an open order as it stands.
    static OrderOffers pinned(Offers listed, Pins pins, Source source, Fields order) {
        return new OrderOffers(listed, pins, source, Change.NONE, named(order));
    }

    /// For an open order that is changed: a plan and a coupon that are sent are read anew, and so are bricks that the
    /// pinned version lacks.
    ///
    /// @param sent the change alone
    /// @param order with the change
    static OrderOffers changed(Offers listed, Pins pins, Source source, Fields sent, Fields order) {
        return new OrderOffers(listed, pins, source, Change.of(sent), named(order));
    }

    private static List<BrickId> named(Fields order) {
        var bricks = new HashSet<BrickId>();
        BrickInput.readAll(order, "bricks").ifPresent(all -> note(bricks, all));
        PhaseInput.readAll(order, "phases").orElse(List.of()).stream()
                .flatMap(phase -> phase.bricks().stream())
                .forEach(all -> note(bricks, all));
        return List.copyOf(bricks);
    }

    private static void note(Set<BrickId> bricks, List<BrickInput> inputs) {
        for (var input : inputs) input.id().ifPresent(bricks::add);
    }

    @Override
    public Optional<Offer> plan(PlanId plan) {
        var offer = isPinned(plan) ? pinned(plan) : listed.plan(plan);
        offer.flatMap(Offer::version).ifPresent(version -> given.put(plan, version.id()));
        return offer;
    }

    /// The plan of an order that names none.
    Optional<Offer> usual(PlanId plan) {
        if (change.isPlanSent) released.add(plan);
        return plan(plan);
    }

    boolean isPinned(PlanId plan) {
        return pins.plans().containsKey(plan) && !released.contains(plan);
    }

    /// How often a plan may be billed is asked of an order that names it now, not of one that has it already.
    private Optional<Offer> pinned(PlanId plan) {
        var versions = pins.plans().getOrDefault(plan, List.of()).stream()
                .map(id -> source.find(id).orElseThrow())
                .filter(version -> version.plan().equals(plan))
                .toList();
        var version =
                versions.stream().skip(1).reduce(versions.getFirst(), (into, from) -> source.merged(into, from, named));
        boolean isLacking =
                named.stream().anyMatch(brick -> version.brick(brick).isEmpty());
        boolean isRead = change.isChange && (isLacking || change.isFrequencySent);
        if (!isRead) return Optional.of(new Offer(List.of(BillingFrequency.values()), Optional.of(version)));
        var latest = listed.plan(plan).orElseThrow();
        var extended = latest.version().map(from -> source.merged(version, from, named));
        return Optional.of(new Offer(
                change.isFrequencySent ? latest.frequencies() : List.of(BillingFrequency.values()),
                extended.or(() -> Optional.of(version))));
    }

    @Override
    public Optional<Coupon> coupon(String code) {
        return change.isCouponSent ? listed.coupon(code) : pins.coupon(code).or(() -> listed.coupon(code));
    }

    /// The uplift of a renewal at contracted prices.
    Percent uplift(Percent current) {
        var pinned = change.isPlanSent ? Optional.<Percent>empty() : pins.uplift();
        uplift = Optional.of(pinned.orElse(current));
        return uplift.get();
    }

    /// Pins of an order that was priced by these offers.
    Pins pins(Set<PlanId> used, List<Coupon> coupons) {
        Map<PlanId, List<PlanVersionId>> plans =
                used.stream().collect(Collectors.toMap(Function.identity(), plan -> List.of(given.get(plan))));
        return new Pins(plans, coupons, uplift);
    }
}
