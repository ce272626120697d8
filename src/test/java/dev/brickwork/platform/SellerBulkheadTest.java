package dev.brickwork.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.support.Await;
import dev.brickwork.support.InThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
final class SellerBulkheadTest {
    private static final String DONE = "done";
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final SellerId NOISY = new SellerId(new UUID(0, 1));
    private static final SellerId QUIET = new SellerId(new UUID(0, 2));

    private final CountDownLatch isOver = new CountDownLatch(1);
    private final AtomicInteger running = new AtomicInteger();

    private static SellerBulkhead bulkhead(int places, Duration wait) {
        return new SellerBulkhead(new SellerBulkhead.Limits(places, 64, wait, "reads"));
    }

    private String untilOver() {
        running.incrementAndGet();
        try {
            isOver.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
        return DONE;
    }

    private List<CompletableFuture<String>> all(SellerBulkhead bulkhead, int count) {
        var all = new ArrayList<CompletableFuture<String>>();
        for (int i = 0; i < count; i++) all.add(InThread.run(() -> bulkhead.within(NOISY, this::untilOver)));
        return all;
    }

    private static long refused(List<CompletableFuture<String>> all) {
        return all.stream().filter(CompletableFuture::isCompletedExceptionally).count();
    }

    /// Two run, sixty-four wait, four are refused; another seller finds its places free.
    @Test
    void oneSellerHasItsPlacesAndItsQueueAndNoMore() {
        var bulkhead = bulkhead(2, LONG);
        var all = all(bulkhead, 70);
        Await.until("two run and four are refused", () -> running.get() == 2 && refused(all) == 4);
        assertThat(bulkhead.within(QUIET, () -> DONE)).isSameAs(DONE);
        assertThat(running).hasValue(2);
        isOver.countDown();
        assertThat(all.stream().filter(one -> succeeds(one::join))).hasSize(66);
        assertThat(running).hasValue(66);
    }

    private static boolean succeeds(Supplier<String> work) {
        try {
            return work.get().equals(DONE);
        } catch (CompletionException refusal) {
            return false;
        }
    }

    /// A place that does not become free in time is a refusal, and the request leaves nothing behind.
    @Test
    void theWaitIsShort() {
        var bulkhead = bulkhead(1, Duration.ofMillis(1));
        var first = InThread.run(() -> bulkhead.within(NOISY, this::untilOver));
        Await.until("one runs", () -> running.get() == 1);
        assertThatThrownBy(() -> bulkhead.within(NOISY, () -> DONE))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RATE_LIMITED))
                .hasMessage("too many reads of this seller at the same time: 1 run and 64 may wait; try again");
        isOver.countDown();
        assertThat(first.join()).isSameAs(DONE);
        assertThat(bulkhead.within(NOISY, () -> DONE)).isSameAs(DONE);
    }

    /// Work that fails gives its place back, and a seller without requests is forgotten.
    @Test
    void aFailureFreesThePlace() {
        var bulkhead = bulkhead(1, LONG);
        var broken = Refusal.badRequest("no");
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> bulkhead.within(NOISY, () -> {
                        throw broken;
                    }))
                    .isSameAs(broken);
        }
        assertThat(bulkhead.sellers()).isZero();
        assertThat(bulkhead.within(NOISY, () -> DONE)).isSameAs(DONE);
    }
}
