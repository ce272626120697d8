package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.SubscriptionStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// When a change order may be made: how the subscription stands decides (rules U-01, K-06, N-05, Z-02).
@Tag("fast")
final class ChangeOrdersTest {
    /// `status | type | first order open, paused, terminated, another open | why not`
    private static final String CASES = """
            ACTIVE   | UPGRADE | - - - - |
            ACTIVE   | RECAST  | - - - - |
            ACTIVE   | RENEWAL | - - - - |
            PENDING  | UPGRADE | - - - - |
            PENDING  | UPGRADE | f - - - | the first order is still open
            PENDING  | RENEWAL | f - - o | the first order is still open
            PAUSED   | UPGRADE | - p - - | paused
            PAUSED   | RECAST  | - p - - | paused
            PAUSED   | RENEWAL | - p - o | paused
            ACTIVE   | UPGRADE | - - t - | being terminated
            ACTIVE   | RECAST  | - - t - | being terminated
            ACTIVE   | RENEWAL | - - t - | being terminated
            PAUSED   | RECAST  | - p t - | being terminated
            INACTIVE | UPGRADE | - - - - | only a renewal revives it
            INACTIVE | RECAST  | - - - - | only a renewal revives it
            INACTIVE | RENEWAL | - - - - |
            INACTIVE | RENEWAL | - - t - | was terminated
            INACTIVE | RECAST  | - - t - | was terminated; reinstate it
            ACTIVE   | UPGRADE | - - - o | has an open order already
            ACTIVE   | RECAST  | - - - o | has an open order already
            INACTIVE | RENEWAL | - - - o | has an open order already
            """;

    @Test
    void everyRowOfTheTable() {
        for (var line : CASES.lines().toList()) {
            var cells = line.split("\\|", -1);
            var flags = cells[2];
            var verdict = ChangeOrders.decide(
                    SubscriptionStatus.valueOf(cells[0].strip()),
                    OrderType.valueOf(cells[1].strip()),
                    flags.contains("f"),
                    flags.contains("p"),
                    flags.contains("t"),
                    flags.contains("o"));
            var why = cells[3].strip();
            if (why.isEmpty()) {
                assertThat(verdict).as(line).isEqualTo(new ChangeOrders.Verdict.Allowed());
            } else {
                assertThat(verdict)
                        .as(line)
                        .isInstanceOfSatisfying(
                                ChangeOrders.Verdict.Refused.class,
                                refused -> assertThat(refused.why()).contains(why));
            }
        }
    }
}
