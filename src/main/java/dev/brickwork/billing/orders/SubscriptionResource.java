package dev.brickwork.billing.orders;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.PauseRecord;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionView;
import dev.brickwork.customers.Customers;
import dev.brickwork.customers.Person;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.PersonId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.sellers.Sellers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Subscriptions over HTTP: make, read, change, start, pause, end.
public final class SubscriptionResource {
    private static final int REASON_LENGTH_MAX = 1000;
    private static final int EMAIL_COUNT_MAX = 50;

    private final Customers customers;
    private final Sellers sellers;
    private final ContractTerms agreements;
    private final SubscriptionView view;
    private final Payers payers;
    private final CreateSubscription creating;
    private final ChangeSubscription changing;
    private final StartOrder starting;
    private final PauseSubscription pausing;
    private final TerminateSubscription terminating;
    private final ReinstateSubscription reinstating;
    private final AdvanceSubscription time;
    private final OrderJson json;

    /// The operations on subscriptions that the API offers.
    public record Operations(
            CreateSubscription creating,
            ChangeSubscription changing,
            StartOrder starting,
            PauseSubscription pausing,
            TerminateSubscription terminating,
            ReinstateSubscription reinstating,
            AdvanceSubscription time) {}

    public SubscriptionResource(OrderDependencies parts, Operations operations) {
        this.customers = parts.customers;
        this.sellers = parts.sellers;
        this.agreements = parts.agreements;
        this.view = parts.view;
        this.payers = parts.payers;
        this.json = parts.json;
        this.creating = operations.creating;
        this.changing = operations.changing;
        this.starting = operations.starting;
        this.pausing = operations.pausing;
        this.terminating = operations.terminating;
        this.reinstating = operations.reinstating;
        this.time = operations.time;
    }

    public Routes routes() {
        return new Routes()
                .get("/subscriptions", Scope.READ, this::list)
                .post("/subscriptions", Scope.WRITE, this::create)
                .search("/subscriptions/search", Scope.READ, this::search)
                .get("/subscriptions/{subscription_id}", Scope.READ, this::one)
                .patch("/subscriptions/{subscription_id}", Scope.WRITE, this::change)
                .get("/subscriptions/{subscription_id}/current", Scope.READ, this::current)
                .post("/subscriptions/{subscription_id}/start", Scope.WRITE, this::start)
                .post("/subscriptions/{subscription_id}/terminate", Scope.WRITE, this::terminate)
                .post("/subscriptions/{subscription_id}/reinstate", Scope.WRITE, this::reinstate)
                .post("/subscriptions/{subscription_id}/pause", Scope.WRITE, this::pause)
                .put("/subscriptions/{subscription_id}/pause", Scope.WRITE, this::changePause)
                .delete("/subscriptions/{subscription_id}/pause", Scope.WRITE, this::dropPause)
                .postForm("/subscriptions/{subscription_id}/resume", Scope.WRITE, this::resume)
                .get("/subscriptions/{subscription_id}/bricks", Scope.READ, this::bricks)
                .cpuBoundReads();
    }

    private Answer list(Tx tx, Request request) {
        var fields = request.queryFields();
        return listed(tx, request, SubscriptionView.Filter.query(request, fields), fields);
    }

    private Answer search(Tx tx, Request request) {
        var fields = request.fields();
        return listed(tx, request, SubscriptionView.Filter.body(fields), fields);
    }

    private Answer listed(Tx tx, Request request, SubscriptionView.Filter filter, Fields fields) {
        var page = request.page(fields, Listing.OLDEST_FIRST);
        fields.check();
        var found = view.list(tx, filter, page);
        return page.answer(
                view.count(tx, filter),
                found,
                (each, row) -> each.object(out -> OrderJson.summary(out, row.subscription(), row.customer())));
    }

    private Answer create(Tx tx, Request request) {
        return reference(creating.run(tx, request));
    }

    private Answer change(Tx tx, Request request) {
        var id = id(request);
        return reference(id).version(changing.run(tx, request, id, now -> asShown(tx, request, now)));
    }

    private Answer one(Tx tx, Request request) {
        return shown(tx, request, agreements.find(tx, id(request)));
    }

    /// With all changes up to today, and none that lie ahead.
    private Answer current(Tx tx, Request request) {
        var now = agreements.find(tx, id(request));
        var today = now.subscription().today(request.caller().now());
        var running = agreements.on(tx, now.subscription(), today);
        var day = running.clock().service(today);
        var plan = running.contract().planOn(day);
        var subscription = now.subscription()
                .on(
                        running.base(),
                        plan,
                        running.terms().frequency(),
                        now.subscription().endsOn());
        return shown(tx, request, running.asOf(day).with(subscription, running.pauses()));
    }

    private Answer shown(Tx tx, Request request, ContractTerm agreement) {
        var caller = request.caller();
        var subscription = agreement.subscription();
        var agreed = subscription.agreed();
        var otherwise = sellers.get(tx, caller.seller()).firstCharge();
        var around = new SubscriptionJson.Surroundings(
                customers.find(tx, new CustomerId(subscription.customer())).orElseThrow(),
                person(tx, agreed.pointOfContact()),
                person(tx, agreed.signatory()),
                agreed.firstCharge().orElse(otherwise),
                agreement.terms().phases().getFirst().paymentTermsDays(),
                agreement.estimate(
                        agreement.taxes(parties -> payers.taxes(tx, subscription.with(parties))),
                        subscription.today(caller.now()),
                        otherwise));
        return Answer.ok(out -> SubscriptionJson.subscription(out, agreement, around))
                .version(subscription.version());
    }

    private JsonNode asShown(Tx tx, Request request, ContractTerm agreement) {
        return JsonReader.stored(new String(shown(tx, request, agreement).body(), StandardCharsets.UTF_8));
    }

    private Optional<Person> person(Tx tx, Optional<UUID> id) {
        return id.flatMap(it -> customers.person(tx, new PersonId(it)));
    }

    private Answer start(Tx tx, Request request) {
        var closed = starting.first(tx, request, id(request));
        return started(closed);
    }

    Answer started(CloseOrder.Closed started) {
        return Answer.ok(each -> each.object(out -> {
            json.result(out, started.order(), started.clock());
            out.put("subscription_id", started.subscription().id().value())
                    .put("status", started.subscription().status())
                    .put("stage", started.order().stage())
                    .putNull("payment");
        }));
    }

    private Answer terminate(Tx tx, Request request) {
        var fields = request.fields();
        var on = fields.date("termination_date");
        var notes = fields.note("termination_notes", REASON_LENGTH_MAX);
        var emails = fields.<String>each("notification_emails", EMAIL_COUNT_MAX, Fields::email);
        var isCredited = fields.flag("credit_unused").orElse(false);
        on.map(WireDates::lastDay).ifPresent(day -> time.catchUp(tx, id(request), day));
        return summary(
                tx,
                terminating.run(
                        tx,
                        id(request),
                        new TerminateSubscription.Input(on, notes, isCredited, emails.orElse(List.of())),
                        fields));
    }

    private Answer reinstate(Tx tx, Request request) {
        return summary(tx, reinstating.run(tx, id(request)));
    }

    private Answer summary(Tx tx, Subscription subscription) {
        var fields = json.summary(tx, subscription);
        return Answer.ok(each -> each.object(fields));
    }

    private Answer pause(Tx tx, Request request) {
        var subscription = agreements.find(tx, id(request)).subscription();
        var fields = request.fields();
        var pausedOn = fields.require("paused_at", name -> day(fields, name, subscription));
        var input = new PauseSubscription.Input(
                pausedOn.orElse(LocalDate.EPOCH),
                day(fields, "scheduled_resume_at", subscription),
                fields.note("pause_reason", REASON_LENGTH_MAX),
                fields.flag("should_notify_customer").orElse(false));
        time.catchUp(tx, subscription.id(), input.pausedOn());
        return paused(pausing.pause(tx, subscription.id(), input, fields));
    }

    private Answer changePause(Tx tx, Request request) {
        var fields = request.fields();
        time.lockCurrent(tx, id(request)); // It may be over today.
        return paused(pausing.change(tx, id(request), fields, (subscription, before) -> {
            request.requireVersion(subscription.version());
            return new PauseSubscription.Input(
                    fields.changeable("paused_at", name -> day(fields, name, subscription))
                            .orElse(before.pausedOn()),
                    fields.change("scheduled_resume_at", name -> day(fields, name, subscription))
                            .over(before.scheduledResumeOn()),
                    fields.change("pause_reason", name -> fields.note(name, REASON_LENGTH_MAX))
                            .over(before.reason()),
                    fields.flag("should_notify_customer").orElse(before.isCustomerNotified()));
        }));
    }

    private Answer dropPause(Tx tx, Request request) {
        return paused(pausing.drop(tx, id(request)));
    }

    private Answer resume(Tx tx, Request request) {
        var fields = request.fields();
        var isNotified = fields.flag("should_notify_customer").orElse(false);
        fields.check();
        var now = agreements.find(tx, id(request));
        var today = now.subscription().today(request.caller().now());
        boolean isResumed = now.openPause()
                .flatMap(PauseRecord::scheduledResumeOn)
                .filter(today::isAfter)
                .isPresent();
        // The pause may be over already, be it with the term (K-01, K-05).
        if (isResumed || !today.isBefore(now.subscription().endsOn()))
            time.lockCurrent(tx, now.subscription().id());
        return paused(pausing.resume(tx, id(request), isNotified));
    }

    private static Answer paused(PauseSubscription.Done done) {
        return Answer.ok(each ->
                each.object(out -> SubscriptionJson.pause(out, done.agreement().subscription(), done.pause())));
    }

    /// A date in the zone of the subscription, or a moment, which is turned into its date there.
    private static Optional<LocalDate> day(Fields fields, String name, Subscription subscription) {
        var text = fields.text(name);
        if (text.isEmpty() || !text.get().contains("T")) return fields.date(name);
        Optional<Instant> moment = fields.moment(name);
        return moment.map(subscription::today);
    }

    private Answer bricks(Tx tx, Request request) {
        var caller = request.caller();
        var now = agreements.find(tx, id(request));
        var today = now.subscription().today(caller.now());
        var agreement = agreements.on(tx, now.subscription(), today);
        var day = agreement.clock().service(today);
        var bricks = agreement.contract().bricksOn(day);
        var plan = agreement.contract().planOn(day);
        var term = agreement.clock().calendar(agreement.termDates());
        var units = view.units(tx, bricks.stream().map(it -> it.id().value()).toList());
        var page = request.page(Listing.IN_ONE_ORDER);
        return page.answer(
                bricks.size(),
                bricks.stream().skip(page.offset()).limit(page.limit()).toList(),
                (each, brick) -> SubscriptionJson.brick(
                        each,
                        brick,
                        plan,
                        term,
                        Optional.ofNullable(units.get(brick.id().value()))));
    }

    private static Answer reference(SubscriptionId id) {
        return Answer.ok(each -> each.object(out -> out.put("subscription_id", id.value())));
    }

    static SubscriptionId id(Request request) {
        return request.id("subscription_id", "subscription", SubscriptionId::new);
    }
}
