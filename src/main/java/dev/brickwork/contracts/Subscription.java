package dev.brickwork.contracts;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.terms.PlanTerms;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// A subscription as it stands.
///
/// @param isMigrated brought over from another system, where it was billed before
public record Subscription(
        SubscriptionId id,
        BillingParties parties,
        Currency currency,
        Zone zone,
        boolean isMigrated,
        Run run,
        OrderSettings agreed,
        Life life,
        Instant createdAt,
        long version) {
    /// Who buys, who is billed, and who sells.
    public record BillingParties(UUID customer, UUID billedCompany, LegalEntityId entity) {
        /// An order may move the subscription to another customer or legal entity; a partner goes on to pay.
        public BillingParties after(Fields order) {
            var buyer = order.uuid("customer_id").orElse(customer);
            boolean isPartnerBilled = !billedCompany.equals(customer);
            return new BillingParties(
                    buyer,
                    order.uuid("billed_company_id").orElse(isPartnerBilled ? billedCompany : buyer),
                    order.uuid("legal_entity_id").map(LegalEntityId::new).orElse(entity));
        }
    }

    /// The term that a subscription is in: its order, plan and dates.
    ///
    /// @param term the order that carries the term: the running one, else the one to come, else the last one
    /// @param stage of that order, whether it is a trial, and how often its term is billed
    /// @param startsOn the first day of the first term
    /// @param endsOn calendar date after the last day of the term, pauses included
    public record Run(
            OrderId term,
            UUID planId,
            String planName,
            OrderStage stage,
            boolean isTrial,
            BillingFrequency frequency,
            LocalDate startsOn,
            LocalDate endsOn) {
        /// Of an order that is not priced yet.
        public static Run unknown(OrderId order) {
            return new Run(
                    order,
                    order.value(),
                    "",
                    OrderStage.BUILDING,
                    false,
                    BillingFrequency.MONTHLY,
                    LocalDate.EPOCH,
                    LocalDate.EPOCH);
        }

        Run named(PlanTerms plan) {
            return new Run(term, plan.planId(), plan.name(), stage, isTrial, frequency, startsOn, endsOn);
        }

        Run in(OrderStage other) {
            return new Run(term, planId, planName, other, isTrial, frequency, startsOn, endsOn);
        }

        Run between(LocalDate start, LocalDate end) {
            return new Run(term, planId, planName, stage, isTrial, frequency, start, end);
        }
    }

    /// Whether it is alive, and what is to become of it.
    ///
    /// @param termination stands once it was asked for
    /// @param dueAt when something happens by itself next
    public record Life(
            SubscriptionStatus status,
            Optional<Termination> termination,
            Optional<Ended> ended,
            Optional<Instant> dueAt) {
        public static final Life NEW =
                new Life(SubscriptionStatus.PENDING, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// A requested termination; `on` is the first day without service (rule T-07).
    public record Termination(LocalDate on, Optional<String> notes, boolean isUnusedCredited) {}

    /// When and why it became inactive.
    public record Ended(Instant at, InactiveReason reason) {}

    /// The local date of the subscription at a moment (rule T-08).
    public LocalDate today(Instant now) {
        return zone.dateOf(now);
    }

    public UUID customer() {
        return parties.customer;
    }

    public UUID billedCompany() {
        return parties.billedCompany;
    }

    public LegalEntityId entity() {
        return parties.entity;
    }

    public OrderId term() {
        return run.term;
    }

    public UUID planId() {
        return run.planId;
    }

    public String planName() {
        return run.planName;
    }

    public OrderStage stage() {
        return run.stage;
    }

    /// Whether what carries it is a trial, which ends without renewal (rule Z-03).
    public boolean isTrial() {
        return run.isTrial;
    }

    public BillingFrequency frequency() {
        return run.frequency;
    }

    public LocalDate startsOn() {
        return run.startsOn;
    }

    public LocalDate endsOn() {
        return run.endsOn;
    }

    public SubscriptionStatus status() {
        return life.status;
    }

    public Optional<Termination> termination() {
        return life.termination;
    }

    public Optional<Ended> ended() {
        return life.ended;
    }

    public Optional<Instant> dueAt() {
        return life.dueAt;
    }

    /// Whether it goes on by itself when a term is over, unless that was a trial (rules N-01, Z-03).
    public boolean isRenewing() {
        return agreed.isRenewing() && termination().isEmpty() && status() != SubscriptionStatus.INACTIVE;
    }

    public Subscription with(SubscriptionStatus status) {
        return with(status, life.ended);
    }

    public Subscription with(SubscriptionStatus status, Optional<Ended> end) {
        return with(new Life(status, life.termination, end, life.dueAt));
    }

    public Subscription with(Optional<Termination> termination) {
        return with(new Life(life.status, termination, life.ended, life.dueAt));
    }

    public Subscription dueAt(Optional<Instant> moment) {
        return with(new Life(life.status, life.termination, life.ended, moment));
    }

    /// Another term carries it now.
    public Subscription on(Order order, PlanTerms plan, BillingFrequency frequency, LocalDate end) {
        boolean isTrial = order.type() == OrderType.TRIAL;
        return with(
                new Run(order.id(), plan.planId(), plan.name(), order.stage(), isTrial, frequency, run.startsOn, end));
    }

    /// Its order has come to this.
    public Subscription in(OrderStage stage) {
        return with(run.in(stage));
    }

    public Subscription startingOn(LocalDate start) {
        return with(run.between(start, run.endsOn));
    }

    public Subscription endingOn(LocalDate end) {
        return with(run.between(run.startsOn, end));
    }

    /// An upgrade may switch the plan.
    public Subscription named(PlanTerms plan) {
        return with(run.named(plan));
    }

    public Subscription with(BillingParties other) {
        return new Subscription(id, other, currency, zone, isMigrated, run, agreed, life, createdAt, version);
    }

    public Subscription with(Run other) {
        return new Subscription(id, parties, currency, zone, isMigrated, other, agreed, life, createdAt, version);
    }

    public Subscription with(OrderSettings other) {
        return new Subscription(id, parties, currency, zone, isMigrated, run, other, life, createdAt, version);
    }

    private Subscription with(Life other) {
        return new Subscription(id, parties, currency, zone, isMigrated, run, agreed, other, createdAt, version);
    }

    /// A copy of this one with the life, creation time and version of the stored one.
    public Subscription instead(Subscription stored) {
        return new Subscription(
                id, parties, currency, zone, isMigrated, run, agreed, stored.life, stored.createdAt, stored.version);
    }
}
