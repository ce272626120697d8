package dev.brickwork.billing.usage;

import dev.brickwork.catalog.Brick;
import dev.brickwork.catalog.api.Catalogue;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.metering.EntryView;
import dev.brickwork.metering.LocalHours;
import dev.brickwork.metering.MeterWindow;
import dev.brickwork.metering.Series;
import dev.brickwork.metering.ThresholdStore;
import dev.brickwork.metering.Thresholds;
import dev.brickwork.metering.Totals;
import dev.brickwork.metering.UsageEntry;
import dev.brickwork.metering.UsageJson;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickId;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// The usage of one brick of one subscription: windows, entries, series, thresholds.
public final class UsageResource {
    private static final String BASE = "/subscriptions/{subscription_id}/bricks/{brick_id}/usage";
    private static final int ENTRIES_LIMIT_DEFAULT = 25;
    private static final int ENTRIES_LIMIT_MAX = 100;
    private static final Listing ENTRIES = Listing.IN_ONE_ORDER.limited(ENTRIES_LIMIT_DEFAULT, ENTRIES_LIMIT_MAX);
    private static final BigDecimal PERCENT_MAX = BigDecimal.valueOf(100_000);
    private static final Instant EARLIEST = Instant.parse("1999-12-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2200-02-01T00:00:00Z");

    private final Contracts contracts;
    private final Catalogue catalogue;
    private final Meters meters;
    private final Totals totals;
    private final ThresholdStore thresholds;
    private final EntryView view;

    public UsageResource(
            Contracts contracts, Catalogue catalogue, Meters meters, Totals totals, ThresholdStore thresholds) {
        this.contracts = contracts;
        this.catalogue = catalogue;
        this.meters = meters;
        this.totals = totals;
        this.thresholds = thresholds;
        this.view = new EntryView(totals);
    }

    public Routes routes() {
        return new Routes()
                .get(BASE, Scope.READ, this::windows)
                .get(BASE + "/entries", Scope.READ, this::entries)
                .get(BASE + "/series", Scope.READ, this::series)
                .get(BASE + "/thresholds", Scope.READ, this::thresholds)
                .put(BASE + "/thresholds", Scope.WRITE, this::putThresholds)
                .cpuBoundReads();
    }

    /// The brick that a path names, with the facts of its subscription.
    private record Meter(UUID subscription, UUID brick, Optional<String> unit, MeterFacts facts) {}

    private static SubscriptionId subscriptionId(Request request) {
        return request.id("subscription_id", "subscription", SubscriptionId::new);
    }

    private Meter meter(Tx tx, Request request) {
        var id = subscriptionId(request);
        var subscription = contracts.find(tx, id).orElseThrow(() -> Refusal.notFound("subscription"));
        var brick = request.id("brick_id", "brick", BrickId::new);
        var facts = meters.facts(tx, subscription).orElseThrow(() -> Refusal.notFound("subscription"));
        if (!facts.windows().containsKey(brick.value())) throw Refusal.notFound("usage brick of the subscription");
        var unit = catalogue.brick(tx, brick).flatMap(Brick::unit);
        return new Meter(id.value(), brick.value(), unit, facts);
    }

    private Answer windows(Tx tx, Request request) {
        var fields = request.queryFields();
        boolean isCurrentOnly = fields.queryFlag("currentPeriod").orElse(false);
        var page = request.page(fields, Listing.IN_ONE_ORDER);
        fields.check();
        var meter = meter(tx, request);
        var caller = request.caller();
        var begun = new ArrayList<MeterWindow>();
        for (var window : meter.facts.windows().getOrDefault(meter.brick, List.of())) {
            if (window.from().isAfter(caller.now())) continue; // What has not begun has no usage to tell of.
            if (!isCurrentOnly || window.holds(caller.now())) begun.addFirst(window);
        }
        var shown = begun.stream().skip(page.offset()).limit(page.limit()).toList();
        var used = totals.used(tx, shown.stream().map(MeterWindow::span).toList());
        var place = new int[1];
        return page.answer(
                begun.size(),
                shown,
                (json, window) -> json.object(out -> MeterJson.window(out, window, used.get(place[0]++), meter.unit)));
    }

    private Answer entries(Tx tx, Request request) {
        var meter = meter(tx, request);
        var zone = meter.facts.zone();
        var fields = request.queryFields();
        var page = request.page(fields, ENTRIES);
        var from = fields.from("from", zone);
        var to = end(fields, "to", zone);
        var search = fields.text("search", UsageEntry.TRANSACTION_ID_LENGTH_MAX);
        if (search.isPresent() && search.get().isEmpty()) fields.fault("search", "Must not be empty.");
        fields.check();
        var filter =
                new EntryView.Filter(meter.subscription, meter.brick, from.orElse(EARLIEST), to.orElse(LATEST), search);
        var hours = new LocalHours(zone);
        long count = view.count(tx, filter, hours);
        var found = page.offset() >= count
                ? List.<UsageEntry>of()
                : view.list(tx, filter, hours, page.limit(), page.offset());
        return page.answer(count, found, UsageJson::entry);
    }

    /// The first moment after what is asked for: a day, or the very microsecond, is included.
    private static Optional<Instant> end(Fields fields, String name, Zone zone) {
        return fields.until(name, zone).map(last -> last.plus(1, ChronoUnit.MICROS));
    }

    private Answer series(Tx tx, Request request) {
        var meter = meter(tx, request);
        var zone = meter.facts.zone();
        var fields = request.queryFields();
        var from = fields.require("from", name -> fields.from(name, zone));
        var to = fields.require("to", name -> end(fields, name, zone));
        var size = fields.oneOf("window", Fields.words(Series::wire, Series.values()))
                .orElse(Series.DAY);
        if (from.isPresent() && to.isPresent() && !from.get().isBefore(to.get())) {
            fields.fault("to", "Must not lie before from.");
        }
        fields.check();
        var bounds = size.bounds(from.orElseThrow(), to.orElseThrow(), zone);
        var sums = totals.between(tx, meter.subscription, meter.brick, bounds);
        return Answer.ok(json -> json.object(out -> {
            out.put("from", local(bounds.getFirst(), zone))
                    .put("to", local(bounds.getLast(), zone))
                    .put("window", size.name().toLowerCase(Locale.ROOT))
                    .put("time_zone", zone.id().getId())
                    .put("unit", meter.unit);
            var place = new int[1];
            out.putEach("buckets", sums, (each, sum) -> {
                int i = place[0]++;
                each.object(bucket -> bucket.put("starts_at", local(bounds.get(i), zone))
                        .put("ends_at", local(bounds.get(i + 1), zone))
                        .putNumber("value", sum));
            });
        }));
    }

    private static OffsetDateTime local(Instant moment, Zone zone) {
        return moment.atZone(zone.id()).toOffsetDateTime();
    }

    private Answer thresholds(Tx tx, Request request) {
        var meter = meter(tx, request);
        return shown(thresholds(tx, meter));
    }

    private Thresholds thresholds(Tx tx, Meter meter) {
        return thresholds.find(tx, meter.subscription, meter.brick).orElse(Thresholds.NONE);
    }

    private static Answer shown(Thresholds found) {
        return Answer.ok(json -> MeterJson.thresholds(json, found)).versionOf(found);
    }

    private Answer putThresholds(Tx tx, Request request) {
        // Two who change them come one after the other, so that the second one sees what the first has done.
        contracts.lock(tx, subscriptionId(request));
        var meter = meter(tx, request);
        if (meter.facts.isErased())
            throw Refusal.badRequest("the data of the customer were erased, so no one can be warned");
        var fields = request.fields();
        var precommitment = fields.require("precommitment", name -> numbers(fields, name, PERCENT_MAX));
        var units = fields.require("units", name -> numbers(fields, name, Quantity.LIMIT));
        var money = fields.require(
                "money",
                name -> fields.eachOnce(
                        name, Thresholds.COUNT_MAX, (each, field) -> each.longInteger(field, 1, Money.MINOR_MAX)));
        var emails = fields.each("notification_emails", Thresholds.EMAIL_COUNT_MAX, Fields::email);
        fields.check();
        var input = new Thresholds(
                precommitment.orElseThrow(), units.orElseThrow(), money.orElseThrow(), emails.orElse(List.of()));
        request.requireVersionOf(thresholds(tx, meter));
        thresholds.put(tx, meter.subscription, meter.brick, input);
        return shown(input);
    }

    private static Optional<List<BigDecimal>> numbers(Fields fields, String name, BigDecimal max) {
        return fields.eachOnce(name, Thresholds.COUNT_MAX, (each, field) -> {
            var number = each.number(field);
            if (number.isEmpty() || (number.get().signum() > 0 && number.get().compareTo(max) <= 0)) return number;
            each.fault(field, "Must be above 0 and at most %s.".formatted(max.toPlainString()));
            return Optional.empty();
        });
    }
}
