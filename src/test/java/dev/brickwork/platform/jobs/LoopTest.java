package dev.brickwork.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class LoopTest {
    private static final Duration NEVER = Duration.ofDays(1);

    @ParameterizedTest(name = "after {0} ms of work {1} ms of rest")
    @CsvSource({"0, 25", "1, 24", "6, 19", "7, 21", "20, 60", "33, 99", "34, 100", "5000, 100"})
    void theLongerARoundTheMoreGathers(long worked, long rest) {
        assertThat(Loop.restAfter(Duration.ofMillis(worked))).isEqualTo(Duration.ofMillis(rest));
    }

    @Test
    void manyWakeUpsMakeFewRoundsAndTheLastIsHeard() throws Exception {
        int commits = 20_000;
        var committed = new AtomicInteger();
        var rounds = new AtomicInteger();
        var allSeen = new CountDownLatch(1);
        var loop = new Loop("test", NEVER, () -> {
            rounds.incrementAndGet();
            if (committed.get() == commits) allSeen.countDown();
            return false;
        });
        long begun = System.nanoTime();
        loop.start();
        for (int i = 0; i < commits; i++) {
            committed.incrementAndGet();
            loop.wake();
            Thread.onSpinWait();
        }
        assertThat(allSeen.await(60, TimeUnit.SECONDS)).isTrue();
        long most = 2 + (System.nanoTime() - begun) / Loop.GATHERING.toNanos();
        loop.stop();
        assertThat(rounds.get()).isLessThanOrEqualTo((int) most);
    }
}
