package dev.brickwork.contracts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.EarlyEnd;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.terms.PlanTerms;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// An order: open and changing, or closed and frozen.
///
/// @param request what was sent, changes merged
public record Order(
        OrderId id, Origin origin, String request, Quoted quoted, Life life, Optional<Signed> signed, long version) {
    /// The part of an order that stays as it was made; of a first order, once it is closed.
    ///
    /// @param term the order that opened the term; itself, but for an upgrade
    /// @param baseTerms of an upgrade: the terms that it changes
    /// @param keptPlan of an upgrade: what those before it have switched to, which it keeps if it names none
    public record Origin(
            SubscriptionId subscription,
            OrderType type,
            OrderId term,
            Optional<String> baseTerms,
            Optional<PlanTerms> keptPlan,
            Currency currency,
            String formToken,
            Instant createdAt) {}

    /// The quote of an order: as agreed once closed; while open, as it was priced last.
    ///
    /// @param plan the version whose prices were agreed, for bricks to come
    /// @param dates service dates of the term
    /// @param credit what a recast credited at its closing
    /// @param pins what it is priced by while it is open
    public record Quoted(
            String terms, PlanVersion plan, Period dates, long contractValue, Optional<Long> credit, Pins pins) {
        static Quoted of(Quote quote) {
            var estimate = quote.estimate();
            return new Quoted(
                    quote.frozen(),
                    quote.version(),
                    estimate.term(),
                    estimate.totals().net(),
                    Optional.empty(),
                    quote.pins());
        }

        Quoted withTerms(String other) {
            return new Quoted(other, plan, dates, contractValue, credit, pins);
        }

        Quoted crediting(Optional<Long> total) {
            return new Quoted(terms, plan, dates, contractValue, total, pins);
        }
    }

    public record PlanVersion(UUID id, int number) {}

    /// How far it has come.
    ///
    /// @param sequence place among the closed orders
    /// @param parties of a closed one: who is billed by whom for what it bills, also when a later order moves the
    ///     subscription to others
    /// @param foreseenPauseDays of a pause that lay ahead when it opened a term, and that its dates have in them
    /// @param ended where a recast or a termination ended it before its time
    public record Life(
            OrderStage stage,
            Optional<Integer> sequence,
            Optional<Instant> closedAt,
            Optional<Subscription.BillingParties> parties,
            long foreseenPauseDays,
            Optional<EarlyEnd> ended) {
        static final Life OPEN = new Life(
                OrderStage.BUILDING, Optional.empty(), Optional.empty(), Optional.empty(), 0, Optional.empty());
    }

    /// The buyer's agreement, where one was given by hand.
    public record Signed(Instant at, String by) {}

    /// A new one as it was quoted: open, unsigned, and about to open a term of its own.
    public static Order open(
            OrderId id, Subscription subscription, OrderType type, Quote quote, String request, Instant now) {
        var origin = new Origin(
                subscription.id(),
                type,
                id,
                Optional.empty(),
                Optional.empty(),
                subscription.currency(),
                FormLinks.newToken(),
                now);
        return new Order(id, origin, request, Quoted.of(quote), Life.OPEN, Optional.empty(), 1);
    }

    /// A new upgrade as it was quoted: open, unsigned, and part of a term that another order opened.
    public static Order upgrade(OrderId id, ContractTerm running, Quote quote, String request, Instant now) {
        var subscription = running.subscription();
        var origin = new Origin(
                subscription.id(),
                OrderType.UPGRADE,
                running.termId(),
                Optional.of(running.base().terms()),
                running.switchedPlan(),
                subscription.currency(),
                FormLinks.newToken(),
                now);
        return new Order(id, origin, request, Quoted.of(quote), Life.OPEN, Optional.empty(), 1);
    }

    /// A copy for the term that runs now: while an upgrade is open, the next term may begin.
    public Order on(ContractTerm running) {
        if (type() != OrderType.UPGRADE) return this;
        var other = new Origin(
                origin.subscription,
                origin.type,
                running.termId(),
                Optional.of(running.base().terms()),
                running.switchedPlan(),
                origin.currency,
                origin.formToken,
                origin.createdAt);
        return new Order(id, other, request, quoted, life, signed, version);
    }

    /// Whether both say the same, in whatever way their JSON is written.
    public boolean isLike(Order other) {
        return requestJson().equals(other.requestJson())
                && JsonReader.stored(terms()).equals(JsonReader.stored(other.terms()))
                && origin.equals(other.origin)
                && quoted.withTerms(other.terms()).equals(other.quoted);
    }

    public boolean isOpen() {
        return life.stage == OrderStage.BUILDING;
    }

    public Fields fields() {
        return Fields.of(requestJson());
    }

    /// The payment terms that an upgrade states itself; an order that opens a term has put them into its phases.
    public Optional<Integer> ownPaymentTermsDays() {
        return type() == OrderType.UPGRADE ? OrderSettings.paymentTermsDays(fields()) : Optional.empty();
    }

    /// When its first invoice is charged, where it says so itself (rule S-05).
    public Optional<FirstCharge> ownFirstCharge() {
        return OrderSettings.firstCharge(fields());
    }

    public JsonNode requestJson() {
        return JsonReader.stored(request);
    }

    /// Prices of the order while it is open (rule Q-01).
    public Pins pins() {
        return quoted.pins;
    }

    public Money value() {
        return new Money(quoted.contractValue, origin.currency);
    }

    public SubscriptionId subscription() {
        return origin.subscription;
    }

    public OrderType type() {
        return origin.type;
    }

    public OrderId term() {
        return origin.term;
    }

    public String terms() {
        return quoted.terms;
    }

    public LocalDate startsOn() {
        return quoted.dates.start();
    }

    public LocalDate endsOn() {
        return quoted.dates.end();
    }

    public OrderStage stage() {
        return life.stage;
    }

    /// Of a closed one.
    public Subscription.BillingParties parties() {
        return life.parties.orElseThrow();
    }

    /// The parties of an order, open or closed: before its closing, as they would be now.
    ///
    /// @param now the term that it changes or follows; of a first order, its own
    public Subscription.BillingParties parties(ContractTerm now) {
        return life.parties.orElseGet(() -> now.parties().after(fields()));
    }

    /// The settings once the order takes effect. The payment terms of an upgrade are its own (rule S-07).
    public OrderSettings agreed(ContractTerm now) {
        var before = now.subscription();
        var said = requestJson().<ObjectNode>deepCopy();
        if (type() == OrderType.UPGRADE) said.remove("payment_terms");
        return OrderSettings.read(Fields.of(said), before.agreed().between(before.parties(), parties(now)));
    }

    /// The subscription once a closed one has taken effect.
    public Subscription taken(ContractTerm now) {
        return now.subscription().with(parties()).with(agreed(now));
    }

    public Order quoted(Quote quote, String otherRequest) {
        return new Order(id, origin, otherRequest, Quoted.of(quote), life, signed, version);
    }

    /// Of a first order, which may become another kind in another currency while it is open.
    public Order anew(OrderType type, Currency currency, Quote quote, String otherRequest) {
        var other = new Origin(
                origin.subscription,
                type,
                origin.term,
                origin.baseTerms,
                origin.keptPlan,
                currency,
                origin.formToken,
                origin.createdAt);
        return new Order(id, other, otherRequest, Quoted.of(quote), life, signed, version);
    }

    /// As it would look if it were closed now with this credit.
    public Order crediting(long total) {
        return new Order(id, origin, request, quoted.crediting(Optional.of(total)), life, signed, version);
    }

    public Order closed(Quote quote, int place, Subscription.BillingParties parties, Instant now) {
        var credit = quote.estimate().credit().map(applied -> applied.credit().total());
        var closed = new Life(
                OrderStage.CLOSED,
                Optional.of(place),
                Optional.of(now),
                Optional.of(parties),
                life.foreseenPauseDays,
                life.ended);
        return new Order(id, origin, request, Quoted.of(quote).crediting(credit), closed, signed, version);
    }

    /// A closed one whose dates have days of a pause in them that lies ahead.
    public Order foreseeing(long pauseDays) {
        var foreseeing = new Life(life.stage, life.sequence, life.closedAt, life.parties, pauseDays, life.ended);
        return new Order(id, origin, request, quoted, foreseeing, signed, version);
    }

    /// Agreed to by its buyer; closing follows in the same transaction.
    public Order signed(String by, Instant at, String otherRequest) {
        return new Order(id, origin, otherRequest, quoted, life, Optional.of(new Signed(at, by)), version);
    }

    /// Given up.
    public Order in(OrderStage other, Instant now) {
        var ended = new Life(other, life.sequence, Optional.of(now), life.parties, life.foreseenPauseDays, life.ended);
        return new Order(id, origin, request, quoted, ended, signed, version);
    }
}
