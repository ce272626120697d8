package dev.brickwork.subscriptions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.plumbing.http.Fields;
import dev.brickwork.plumbing.json.JsonReader;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// An order: open and changing, or closed and frozen.
///
/// @param term the order that opened the term; itself, but for an upgrade
/// @param sequence place among the closed orders
/// @param request what was sent, changes merged
/// @param terms what was agreed once closed; while open, as it was priced last
/// @param plan the version whose prices were agreed, for bricks to come (API 4.6)
/// @param startsOn service dates of the term, like `endsOn` and `endedOn`
/// @param endedOn when a recast or a termination ended it before its time
/// @param baseTerms of an upgrade: the terms that it changes
/// @param credit what a recast credited at its closing
record Order(
        OrderId id,
        SubscriptionId subscription,
        OrderType type,
        OrderStage stage,
        OrderId term,
        Optional<Integer> sequence,
        String request,
        Optional<String> terms,
        PlanVersion plan,
        Currency currency,
        LocalDate startsOn,
        LocalDate endsOn,
        Optional<LocalDate> endedOn,
        long contractValue,
        Optional<Long> credit,
        String formToken,
        Optional<Instant> signedAt,
        Optional<String> signedBy,
        Instant createdAt,
        Optional<Instant> closedAt,
        Optional<String> baseTerms,
        long version) {
    /// The version whose prices were agreed.
    record PlanVersion(UUID id, int number) {}

    /// A new one as it was quoted: open, unsigned, and about to open a term of its own.
    static Order open(OrderId id, Subscription subscription, OrderType type, Quote quote, String request, Instant now) {
        return quoted(id, subscription, type, id, Optional.empty(), quote, request, now);
    }

    /// The same, to change a term that another order opened.
    static Order upgrade(OrderId id, Agreement running, Quote quote, String request, Instant now) {
        var changed = running.base().terms();
        return quoted(id, running.subscription(), OrderType.UPGRADE, running.termId(), changed, quote, request, now);
    }

    private static Order quoted(
            OrderId id,
            Subscription subscription,
            OrderType type,
            OrderId term,
            Optional<String> baseTerms,
            Quote quote,
            String request,
            Instant now) {
        return new Order(
                id,
                subscription.id(),
                type,
                OrderStage.BUILDING,
                term,
                Optional.empty(),
                request,
                Optional.of(quote.frozen()),
                quote.version(),
                subscription.currency(),
                quote.startsOn(),
                quote.endsOn(),
                Optional.empty(),
                quote.estimate().totals().net(),
                Optional.empty(),
                FormLinks.newToken(),
                Optional.empty(),
                Optional.empty(),
                now,
                Optional.empty(),
                baseTerms,
                1);
    }

    boolean isOpen() {
        return stage == OrderStage.BUILDING;
    }

    Fields fields() {
        return Fields.of(requestJson());
    }

    JsonNode requestJson() {
        return JsonReader.stored(request);
    }

    Money value() {
        return new Money(contractValue, currency);
    }

    Order quoted(Quote quote, String otherRequest) {
        return new Order(
                id,
                subscription,
                type,
                stage,
                term,
                sequence,
                otherRequest,
                Optional.of(quote.frozen()),
                quote.version(),
                currency,
                quote.startsOn(),
                quote.endsOn(),
                endedOn,
                quote.estimate().totals().net(),
                credit,
                formToken,
                signedAt,
                signedBy,
                createdAt,
                closedAt,
                baseTerms,
                version);
    }

    /// As it would look if it were closed now with this credit.
    Order crediting(long total) {
        return new Order(
                id,
                subscription,
                type,
                stage,
                term,
                sequence,
                request,
                terms,
                plan,
                currency,
                startsOn,
                endsOn,
                endedOn,
                contractValue,
                Optional.of(total),
                formToken,
                signedAt,
                signedBy,
                createdAt,
                closedAt,
                baseTerms,
                version);
    }

    Order closed(Quote quote, int place, Instant now) {
        return new Order(
                id,
                subscription,
                type,
                OrderStage.CLOSED,
                term,
                Optional.of(place),
                request,
                Optional.of(quote.frozen()),
                quote.version(),
                currency,
                quote.startsOn(),
                quote.endsOn(),
                endedOn,
                quote.estimate().totals().net(),
                quote.estimate().credit().map(applied -> applied.credit().total()),
                formToken,
                signedAt,
                signedBy,
                createdAt,
                Optional.of(now),
                baseTerms,
                version);
    }

    /// Agreed to by its buyer; closing follows in the same transaction.
    Order signed(String by, Instant at, String otherRequest) {
        return new Order(
                id,
                subscription,
                type,
                stage,
                term,
                sequence,
                otherRequest,
                terms,
                plan,
                currency,
                startsOn,
                endsOn,
                endedOn,
                contractValue,
                credit,
                formToken,
                Optional.of(at),
                Optional.of(by),
                createdAt,
                closedAt,
                baseTerms,
                version);
    }

    Order in(OrderStage other, Instant now) {
        return new Order(
                id,
                subscription,
                type,
                other,
                term,
                sequence,
                request,
                terms,
                plan,
                currency,
                startsOn,
                endsOn,
                endedOn,
                contractValue,
                credit,
                formToken,
                signedAt,
                signedBy,
                createdAt,
                Optional.of(now),
                baseTerms,
                version);
    }
}
