package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.billing.orders.CloseOrder.Verdict;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// When an order may be started (rules Z-01, W-05).
@Tag("fast")
final class CloseOrderTest {
    private static final String BY_FORM = "{\"transaction_method\": \"ORDER_FORM\"}";

    @Test
    void onlyAnOpenOrderIsStarted() {
        for (var stage : OrderStage.values()) {
            var verdict = decide(Samples.subscription(SubscriptionStatus.PENDING), first(stage, "{}"), 0);
            if (stage == OrderStage.BUILDING) assertThat(verdict).isEqualTo(new Verdict.Allowed());
            else assertRefused(verdict, "the order is " + stage);
        }
    }

    /// The contract is worth 30000.
    @Test
    void anOrderFormNeedsItsMinimum() {
        var pending = Samples.subscription(SubscriptionStatus.PENDING);
        assertThat(decide(pending, first(OrderStage.BUILDING, BY_FORM), 30_000)).isEqualTo(new Verdict.Allowed());
        assertRefused(decide(pending, first(OrderStage.BUILDING, BY_FORM), 30_001), "at least 30001");
        assertThat(decide(pending, first(OrderStage.BUILDING, "{}"), 30_001)).isEqualTo(new Verdict.Allowed());
        var own = """
                {"transaction_method": "ORDER_FORM", "accepted_payment_methods_config": {"minimum_order_form_tcv": 5}}
                """;
        assertThat(decide(pending, first(OrderStage.BUILDING, own), 30_001))
                .as("the order's own minimum counts")
                .isEqualTo(new Verdict.Allowed());
    }

    @Test
    void aMigratedSubscriptionNeedsTheDayOfTheCutOver() {
        var migrated = Samples.subscription(SubscriptionStatus.PENDING, Optional.empty(), OrderSettings.NOTHING, true);
        var order = first(OrderStage.BUILDING, "{}");
        assertRefused(decide(migrated, order, 0), "muted_before");
        var later = Samples.order(Samples.SECOND, OrderType.UPGRADE, OrderStage.BUILDING, "{}");
        assertThat(decide(migrated, later, 0))
                .as("only its first term came from there")
                .isEqualTo(new Verdict.Allowed());
        var known = Samples.seller(Optional.of(LocalDate.of(2025, 6, 1)), 0);
        assertThat(CloseOrder.decide(migrated, order, migrated.agreed(), Samples.quote(), known))
                .isEqualTo(new Verdict.Allowed());
    }

    private static Order first(OrderStage stage, String request) {
        return Samples.order(Samples.FIRST, OrderType.STANDARD, stage, request);
    }

    private static Verdict decide(Subscription subscription, Order order, long minimum) {
        var agreed = OrderSettings.read(order.fields(), subscription.agreed());
        var seller = Samples.seller(Optional.empty(), minimum);
        return CloseOrder.decide(subscription, order, agreed, Samples.quote(), seller);
    }

    private static void assertRefused(Verdict verdict, String why) {
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        refused -> assertThat(refused.why()).contains(why));
    }
}
