package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Until when a termination can be taken back (rule Z-02). The term is the year 2025; it was terminated for the end of
/// September.
@Tag("fast")
final class ReinstateSubscriptionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ACTIVE   | false | CLOSED      | 2025-07-01 |
                    ACTIVE   | true  | CLOSED      | 2025-07-01 |
                    PENDING  | false | CLOSED      | 2024-12-15 |
                    PAUSED   | false | CLOSED      | 2025-07-01 |
                    INACTIVE | false | CLOSED      | 2025-10-01 |
                    INACTIVE | false | CLOSED      | 2025-12-31 |
                    INACTIVE | false | CLOSED      | 2026-01-01 | the term is over; only a new subscription can follow
                    INACTIVE | true  | CLOSED      | 2025-10-01 | what was not used has been credited; make a new subscription instead
                    INACTIVE | true  | CLOSED      | 2026-01-01 | the term is over; only a new subscription can follow
                    INACTIVE | false | CLOSED_LOST | 2025-07-01 | the term is over; only a new subscription can follow
                    """)
    void everyRowOfTheTable(
            SubscriptionStatus status, boolean isUnusedCredited, OrderStage stage, LocalDate today, String why) {
        var termination = new Subscription.Termination(LocalDate.of(2025, 10, 1), Optional.empty(), isUnusedCredited);
        var subscription = Samples.subscription(status, Optional.of(termination), OrderSettings.NOTHING, false);
        assertThat(ReinstateSubscription.decide(agreement(subscription, stage), today))
                .isEqualTo(Optional.ofNullable(why));
    }

    @Test
    void onlyATerminationIsTakenBack() {
        var running = agreement(Samples.subscription(SubscriptionStatus.ACTIVE), OrderStage.CLOSED);
        assertThat(ReinstateSubscription.decide(running, LocalDate.of(2025, 7, 1)))
                .contains("no termination stands");
    }

    private static ContractTerm agreement(Subscription subscription, OrderStage stage) {
        var order = Samples.order(Samples.FIRST, OrderType.STANDARD, stage, "{}");
        return new ContractTerm(subscription, List.of(order), List.of());
    }
}
