package dev.brickwork.subscriptions.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.subscriptions.Agreed;
import dev.brickwork.subscriptions.Order;
import dev.brickwork.subscriptions.OrderStage;
import dev.brickwork.subscriptions.OrderType;
import dev.brickwork.subscriptions.Samples;
import dev.brickwork.subscriptions.Subscription;
import dev.brickwork.subscriptions.SubscriptionStatus;
import dev.brickwork.subscriptions.orders.CloseOrder.Verdict;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// When an order may be started (rules Z-01, K-06, W-05).
final class CloseOrderTest {
    private static final String BY_FORM = "{\"transaction_method\": \"ORDER_FORM\"}";

    @Test
    void onlyAnOpenOrderIsStarted() {
        for (var stage : OrderStage.values()) {
            var verdict = decide(Samples.subscription(SubscriptionStatus.PENDING), first(stage, "{}"), false, 0);
            if (stage == OrderStage.BUILDING) assertThat(verdict).isEqualTo(new Verdict.Allowed());
            else assertRefused(verdict, "the order is " + stage);
        }
    }

    /// The first order and a renewal may close on a paused or ended subscription; a change may not.
    @Test
    void aChangeNeedsARunningSubscription() {
        var active = Samples.subscription(SubscriptionStatus.ACTIVE);
        var inactive = Samples.subscription(SubscriptionStatus.INACTIVE);
        var upgrade = Samples.order(Samples.SECOND, OrderType.UPGRADE, OrderStage.BUILDING, "{}");
        var recast = Samples.order(Samples.SECOND, OrderType.RECAST, OrderStage.BUILDING, "{}");
        var renewal = Samples.order(Samples.SECOND, OrderType.RENEWAL, OrderStage.BUILDING, "{}");

        assertThat(decide(active, upgrade, false, 0)).isEqualTo(new Verdict.Allowed());
        assertRefused(decide(active, upgrade, true, 0), "paused");
        assertRefused(decide(active, recast, true, 0), "paused");
        assertRefused(decide(inactive, upgrade, false, 0), "inactive");
        assertThat(decide(active, renewal, true, 0)).isEqualTo(new Verdict.Allowed());
        assertThat(decide(inactive, renewal, false, 0)).isEqualTo(new Verdict.Allowed());
        var afterTrial = Samples.order(Samples.SECOND, OrderType.STANDARD, OrderStage.BUILDING, "{}");
        assertThat(decide(inactive, afterTrial, false, 0)).isEqualTo(new Verdict.Allowed());
    }

    @Test
    void nothingClosesOnASubscriptionThatIsBeingTerminated() {
        var ending = Samples.terminated(SubscriptionStatus.ACTIVE, LocalDate.of(2025, 6, 1));
        for (var type : new OrderType[] {OrderType.UPGRADE, OrderType.RECAST, OrderType.RENEWAL}) {
            var order = Samples.order(Samples.SECOND, type, OrderStage.BUILDING, "{}");
            assertRefused(decide(ending, order, false, 0), "being terminated");
        }
    }

    /// The contract is worth 30000.
    @Test
    void anOrderFormNeedsItsMinimum() {
        var pending = Samples.subscription(SubscriptionStatus.PENDING);
        assertThat(decide(pending, first(OrderStage.BUILDING, BY_FORM), false, 30_000))
                .isEqualTo(new Verdict.Allowed());
        assertRefused(decide(pending, first(OrderStage.BUILDING, BY_FORM), false, 30_001), "at least 30001");
        assertThat(decide(pending, first(OrderStage.BUILDING, "{}"), false, 30_001))
                .isEqualTo(new Verdict.Allowed());
        var own = """
                {"transaction_method": "ORDER_FORM", "accepted_payment_methods_config": {"minimum_order_form_tcv": 5}}
                """;
        assertThat(decide(pending, first(OrderStage.BUILDING, own), false, 30_001))
                .as("the order's own minimum counts")
                .isEqualTo(new Verdict.Allowed());
    }

    @Test
    void aMigratedSubscriptionNeedsTheDayOfTheCutOver() {
        var migrated = Samples.subscription(SubscriptionStatus.PENDING, Optional.empty(), Agreed.NOTHING, true);
        var order = first(OrderStage.BUILDING, "{}");
        assertRefused(decide(migrated, order, false, 0), "muted_before");
        var known = Samples.seller(Optional.of(LocalDate.of(2025, 6, 1)), 0);
        assertThat(CloseOrder.decide(migrated, order, migrated.agreed(), Samples.quote(), false, known))
                .isEqualTo(new Verdict.Allowed());
    }

    private static Order first(OrderStage stage, String request) {
        return Samples.order(Samples.FIRST, OrderType.STANDARD, stage, request);
    }

    private static Verdict decide(Subscription subscription, Order order, boolean isPaused, long minimum) {
        var agreed = Agreed.read(order.fields(), subscription.agreed());
        var seller = Samples.seller(Optional.empty(), minimum);
        return CloseOrder.decide(subscription, order, agreed, Samples.quote(), isPaused, seller);
    }

    private static void assertRefused(Verdict verdict, String why) {
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        refused -> assertThat(refused.why()).contains(why));
    }
}
