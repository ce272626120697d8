package dev.brickwork.billing.orders;

import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.PauseRecord;
import dev.brickwork.contracts.Pins;
import dev.brickwork.contracts.Quote;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.contracts.TermsJson;
import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.SellerId;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.Pricing;
import dev.brickwork.pricing.PricingContext;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.PaymentMethodsConfig;
import dev.brickwork.sellers.Seller;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A contract of the year 2025, one seat at 25.00 a month, in whatever state a decision is to be asked about.
public final class Samples {
    public static final LocalDate START = LocalDate.of(2025, 1, 1);
    public static final LocalDate END = LocalDate.of(2026, 1, 1);
    public static final Instant MADE = Instant.parse("2024-12-01T09:00:00Z");
    public static final OrderId FIRST = new OrderId(new UUID(0, 1));
    public static final OrderId SECOND = new OrderId(new UUID(0, 2));
    public static final PlanTerms PLAN = new PlanTerms(new UUID(7, 7), "Team", "standard", Optional.empty());

    public static final Subscription.BillingParties SIDES =
            new Subscription.BillingParties(new UUID(1, 1), new UUID(1, 1), new LegalEntityId(new UUID(2, 2)));

    private Samples() {}

    public static Subscription subscription(SubscriptionStatus status) {
        return subscription(status, Optional.empty(), OrderSettings.NOTHING, false);
    }

    public static Subscription terminated(SubscriptionStatus status, LocalDate on) {
        return subscription(
                status,
                Optional.of(new Subscription.Termination(on, Optional.empty(), false)),
                OrderSettings.NOTHING,
                false);
    }

    public static Subscription subscription(
            SubscriptionStatus status,
            Optional<Subscription.Termination> termination,
            OrderSettings agreed,
            boolean isMigrated) {
        return new Subscription(
                new SubscriptionId(new UUID(0, 9)),
                SIDES,
                Currency.USD,
                Zone.UTC,
                isMigrated,
                new Subscription.Run(
                        FIRST,
                        PLAN.planId(),
                        PLAN.name(),
                        OrderStage.CLOSED,
                        false,
                        BillingFrequency.MONTHLY,
                        START,
                        END),
                agreed,
                new Subscription.Life(status, termination, Optional.empty(), Optional.empty()),
                MADE,
                1);
    }

    static Terms terms() {
        var seat = new BrickTerms(
                new BrickId(new UUID(3, 3)),
                "Seats",
                "seats",
                BrickType.SUBSCRIPTION,
                "standard",
                Quantity.of(1),
                false,
                Discounts.NONE,
                Prices.monthly(new PricingModel.Flat(UnitPrice.of("25"))));
        var phase = new PhaseTerms(1, 0, 12, PLAN, List.of(seat), 30, Optional.empty());
        return new Terms(
                CouponClock.from(START), START, 12, BillingFrequency.MONTHLY, Currency.USD, false, List.of(phase));
    }

    public static Quote.Opening quote() {
        var estimate = Pricing.estimate(terms(), PricingContext.PLAIN)
                .orElseThrow(faults -> new IllegalStateException(faults.toString()));
        return new Quote.Opening(
                terms(), estimate, new Order.PlanVersion(new UUID(4, 4), 1), List.of(), Pins.NONE, Optional.empty());
    }

    public static Order order(OrderId id, OrderType type, OrderStage stage, String request) {
        boolean isClosed = stage == OrderStage.CLOSED;
        var origin = new Order.Origin(
                new SubscriptionId(new UUID(0, 9)),
                type,
                id,
                Optional.empty(),
                Optional.empty(),
                Currency.USD,
                "token",
                MADE);
        var quoted = new Order.Quoted(
                TermsJson.of(terms()),
                new Order.PlanVersion(new UUID(4, 4), 1),
                new Period(START, END),
                30_000,
                Optional.empty(),
                Pins.NONE);
        var life = new Order.Life(
                stage,
                isClosed ? Optional.of(1) : Optional.empty(),
                isClosed ? Optional.of(MADE) : Optional.empty(),
                isClosed ? Optional.of(SIDES) : Optional.empty(),
                0,
                Optional.empty());
        return new Order(id, origin, request, quoted, life, Optional.empty(), 1);
    }

    public static PauseRecord pause(LocalDate from, Optional<LocalDate> until) {
        return new PauseRecord(
                new UUID(5, 5), from, until, Optional.empty(), Optional.empty(), false, MADE, Optional.empty());
    }

    public static Seller seller(Optional<LocalDate> mutedBefore, long minimumOrderForm) {
        var standard = PaymentMethodsConfig.STANDARD;
        return new Seller(
                new SellerId(new UUID(6, 6)),
                "Seller",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Mode.TEST,
                Currency.USD,
                List.of(Currency.USD),
                Zone.UTC,
                30,
                FirstCharge.CHECKOUT_DATE,
                mutedBefore,
                "",
                new PaymentMethodsConfig(
                        standard.paywallCreditCard(),
                        standard.paywallCheck(),
                        standard.paywallAch(),
                        standard.paywallWire(),
                        standard.checkoutCreditCard(),
                        standard.checkoutAch(),
                        standard.checkoutOrderForm(),
                        standard.paywallForceAutopay(),
                        minimumOrderForm),
                true,
                true,
                Optional.empty(),
                Optional.empty(),
                MADE,
                1);
    }
}
