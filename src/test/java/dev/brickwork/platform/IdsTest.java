package dev.brickwork.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.support.InThread;
import dev.brickwork.support.Property;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Ids tell when they were made and ascend, although nothing is remembered from one to the next. Their order is
/// that of their texts, as PostgreSQL has it.
@Tag("fast")
final class IdsTest {
    private static final int COUNT = 100_000;
    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Duration LIFE = Duration.ofDays(100 * 365);

    @Test
    void idsOfOneThreadAscend() {
        assertThat(texts(COUNT)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void idsOfSeveralThreadsDiffer() {
        var threads = IntStream.range(0, 4)
                .mapToObj(_ -> InThread.run(() -> texts(COUNT / 4)))
                .toList();

        var all = threads.stream().map(CompletableFuture::join).flatMap(List::stream);

        assertThat(all.distinct().count()).isEqualTo(COUNT);
    }

    /// The work that one thread hands on to another is younger than what it was done with.
    @Test
    void idsAscendFromOneThreadToTheNext() {
        for (int i = 0; i < 1_000; i++) {
            var before = Ids.next();
            var after = InThread.run(Ids::next).join();
            assertThat(after.toString()).isGreaterThan(before.toString());
        }
    }

    @Test
    void anIdTellsWhenItWasMade() {
        var before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        var id = Ids.next();
        assertThat(Ids.madeAt(id)).isBetween(before, Instant.now());
    }

    /// At any moment, with any chance: the parts of an id are where RFC 9562 has them, and of two moments the
    /// later one has the greater id.
    @Test
    void anIdIsAMomentAndChance() {
        Property.holds(5_000, random -> {
            var time = FIRST.plusNanos(random.nextLong(LIFE.toNanos()));
            var id = Ids.at(time, random.nextLong());

            assertThat(id.version()).isEqualTo(7);
            assertThat(id.variant()).isEqualTo(2);
            assertThat(Ids.madeAt(id)).isEqualTo(time.truncatedTo(ChronoUnit.MILLIS));
            assertThat(id.toString())
                    .isLessThan(Ids.at(time.plusNanos(1), random.nextLong()).toString())
                    .isNotEqualTo(Ids.at(time, random.nextLong()).toString());
        });
    }

    private static List<String> texts(int count) {
        return Stream.generate(Ids::next).limit(count).map(UUID::toString).toList();
    }
}
