package dev.brickwork.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
final class CacheTest {
    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void aValueIsReadOnceUntilItIsForgotten() {
        var cache = Cache.<String, Integer>forAtMost(Duration.ofMinutes(1), 10);

        assertThat(cache.get("a", this::counted)).hasValue(1);
        assertThat(cache.get("a", this::counted)).hasValue(1);
        cache.forget("a");
        assertThat(cache.get("a", this::counted)).hasValue(2);
        assertThat(cache.get("b", this::counted)).hasValue(3);
    }

    @Test
    void aValueThatMayChangeGrowsOld() {
        var cache = Cache.<String, Integer>forAtMost(Duration.ZERO, 10);

        assertThat(cache.get("a", this::counted)).hasValue(1);
        assertThat(cache.get("a", this::counted)).hasValue(2);
    }

    @Test
    void absenceIsNotKept() {
        var cache = Cache.<String, Integer>forAtMost(Duration.ofMinutes(1), 10);

        assertThat(cache.get("a", Optional::empty)).isEmpty();
        assertThat(cache.get("a", this::counted)).hasValue(1);
    }

    /// A reader that read before a change and returns after it must not put the old value into the cache.
    @Test
    void aSlowReaderDoesNotBringTheOldValueBack() {
        var cache = Cache.<String, Integer>forAtMost(Duration.ofMinutes(1), 10);

        cache.get("a", () -> {
            cache.forget("a"); // The change, committed while this reader was on its way.
            return Optional.of(-1);
        });

        assertThat(cache.get("a", this::counted)).hasValue(1);
    }

    @Test
    void itsWeightIsBounded() {
        var cache = Cache.<Integer, Integer>forEver(100, value -> value);
        for (int key = 0; key < 1000; key++) cache.get(key, () -> Optional.of(10));
        cache.get(-1, () -> Optional.of(101)); // Too heavy to be kept at all.

        int kept = 0;
        for (int key = -1; key < 1000; key++)
            if (cache.get(key, Optional::empty).isPresent()) kept++;

        assertThat(kept).isBetween(1, 10);
    }

    private Optional<Integer> counted() {
        return Optional.of(reads.incrementAndGet());
    }
}
