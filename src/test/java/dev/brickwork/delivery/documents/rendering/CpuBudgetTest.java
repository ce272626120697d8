package dev.brickwork.delivery.documents.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.SellerId;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
final class CpuBudgetTest {
    private static final SellerId ONE = new SellerId(new UUID(0, 1));
    private static final SellerId OTHER = new SellerId(new UUID(0, 2));

    private final AtomicLong now = new AtomicLong(-5);
    private final CpuBudget budget = new CpuBudget(Duration.ofSeconds(10), 2, now::get);

    private void pass(int seconds) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    /// The last rendering may take more than is left; then it takes twice its processor time until there is some again.
    @Test
    void whatIsSpentComesBackOverTime() {
        assertThat(budget.isLeft(ONE)).isTrue();
        budget.spend(ONE, Duration.ofSeconds(9));
        assertThat(budget.isLeft(ONE)).isTrue();
        budget.spend(ONE, Duration.ofSeconds(4));
        assertThat(budget.isLeft(ONE)).isFalse();
        pass(6);
        assertThat(budget.isLeft(ONE)).isFalse();
        pass(1);
        assertThat(budget.isLeft(ONE)).isTrue();
    }

    @Test
    void oneSellersTimeIsNoOthers() {
        budget.spend(ONE, Duration.ofSeconds(20));
        assertThat(budget.isLeft(ONE)).isFalse();
        assertThat(budget.isLeft(OTHER)).isTrue();
    }

    /// However long a seller has rested, it has the same time at once.
    @Test
    void timeIsNotSavedUp() {
        budget.spend(ONE, Duration.ofSeconds(1));
        pass(1_000);
        budget.spend(ONE, Duration.ofSeconds(10));
        assertThat(budget.isLeft(ONE)).isFalse();
    }
}
