package dev.brickwork.subscriptions;

import dev.brickwork.kernel.calendar.BillingFrequency;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.pricing.PlanTerms;
import dev.brickwork.sellers.LegalEntityId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// A subscription as it stands.
///
/// @param term the order that carries the term: the running one, else the one to come, else the last one
/// @param stage of that order, and how often its term is billed
/// @param startsOn the first day of the first term
/// @param endsOn calendar date after the last day of the term, pauses included
/// @param termination stands once it was asked for
/// @param dueAt when something happens by itself next
public record Subscription(
        SubscriptionId id,
        UUID customer,
        UUID billedCompany,
        LegalEntityId entity,
        Currency currency,
        Zone zone,
        SubscriptionStatus status,
        OrderId term,
        UUID planId,
        String planName,
        OrderStage stage,
        BillingFrequency frequency,
        LocalDate startsOn,
        LocalDate endsOn,
        Agreed agreed,
        boolean isMigrated,
        Optional<Termination> termination,
        Optional<Ended> ended,
        Optional<Instant> dueAt,
        Instant createdAt,
        long version) {
    /// What was asked for; `on` is the first day without service (rule T-07).
    public record Termination(LocalDate on, Optional<String> notes, boolean isUnusedCredited) {}

    /// When and why it became inactive.
    public record Ended(Instant at, InactiveReason reason) {}

    /// The local date of the subscription at a moment (rule T-08).
    public LocalDate today(Instant now) {
        return zone.dateOf(now);
    }

    Subscription with(SubscriptionStatus other) {
        return with(other, ended);
    }

    Subscription with(SubscriptionStatus other, Optional<Ended> end) {
        return new Subscription(
                id,
                customer,
                billedCompany,
                entity,
                currency,
                zone,
                other,
                term,
                planId,
                planName,
                stage,
                frequency,
                startsOn,
                endsOn,
                agreed,
                isMigrated,
                termination,
                end,
                dueAt,
                createdAt,
                version);
    }

    Subscription with(Agreed other) {
        return new Subscription(
                id,
                customer,
                billedCompany,
                entity,
                currency,
                zone,
                status,
                term,
                planId,
                planName,
                stage,
                frequency,
                startsOn,
                endsOn,
                other,
                isMigrated,
                termination,
                ended,
                dueAt,
                createdAt,
                version);
    }

    Subscription with(Optional<Termination> other) {
        return new Subscription(
                id,
                customer,
                billedCompany,
                entity,
                currency,
                zone,
                status,
                term,
                planId,
                planName,
                stage,
                frequency,
                startsOn,
                endsOn,
                agreed,
                isMigrated,
                other,
                ended,
                dueAt,
                createdAt,
                version);
    }

    Subscription billing(UUID otherCustomer, UUID otherBilled, LegalEntityId otherEntity) {
        return new Subscription(
                id,
                otherCustomer,
                otherBilled,
                otherEntity,
                currency,
                zone,
                status,
                term,
                planId,
                planName,
                stage,
                frequency,
                startsOn,
                endsOn,
                agreed,
                isMigrated,
                termination,
                ended,
                dueAt,
                createdAt,
                version);
    }

    /// Another term carries it now.
    Subscription on(Order order, PlanTerms plan, BillingFrequency otherFrequency, LocalDate end) {
        return new Subscription(
                id,
                customer,
                billedCompany,
                entity,
                currency,
                zone,
                status,
                order.id(),
                plan.planId(),
                plan.name(),
                order.stage(),
                otherFrequency,
                startsOn,
                end,
                agreed,
                isMigrated,
                termination,
                ended,
                dueAt,
                createdAt,
                version);
    }

    Subscription startingOn(LocalDate start) {
        return new Subscription(
                id,
                customer,
                billedCompany,
                entity,
                currency,
                zone,
                status,
                term,
                planId,
                planName,
                stage,
                frequency,
                start,
                endsOn,
                agreed,
                isMigrated,
                termination,
                ended,
                dueAt,
                createdAt,
                version);
    }

    Subscription endingOn(LocalDate end) {
        return new Subscription(
                id,
                customer,
                billedCompany,
                entity,
                currency,
                zone,
                status,
                term,
                planId,
                planName,
                stage,
                frequency,
                startsOn,
                end,
                agreed,
                isMigrated,
                termination,
                ended,
                dueAt,
                createdAt,
                version);
    }

    /// An upgrade may switch the plan.
    Subscription named(PlanTerms plan) {
        return new Subscription(
                id,
                customer,
                billedCompany,
                entity,
                currency,
                zone,
                status,
                term,
                plan.planId(),
                plan.name(),
                stage,
                frequency,
                startsOn,
                endsOn,
                agreed,
                isMigrated,
                termination,
                ended,
                dueAt,
                createdAt,
                version);
    }

    Subscription in(Zone other, Currency otherCurrency, boolean isMigratedNow) {
        return new Subscription(
                id,
                customer,
                billedCompany,
                entity,
                otherCurrency,
                other,
                status,
                term,
                planId,
                planName,
                stage,
                frequency,
                startsOn,
                endsOn,
                agreed,
                isMigratedNow,
                termination,
                ended,
                dueAt,
                createdAt,
                version);
    }

    Subscription dueAt(Optional<Instant> other) {
        return new Subscription(
                id,
                customer,
                billedCompany,
                entity,
                currency,
                zone,
                status,
                term,
                planId,
                planName,
                stage,
                frequency,
                startsOn,
                endsOn,
                agreed,
                isMigrated,
                termination,
                ended,
                other,
                createdAt,
                version);
    }
}
