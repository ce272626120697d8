package dev.brickwork.sellers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.sellers.AdvanceTestClock.Kind;
import dev.brickwork.sellers.AdvanceTestClock.Verdict;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Where a test seller's clock may be set.
@Tag("fast")
final class AdvanceTestClockTest {
    private static final Instant NOW = Instant.parse("2025-06-01T12:00:00Z");
    private static final Instant LATER = Instant.parse("2026-06-01T12:00:00Z");
    private static final Instant EARLIER = Instant.parse("2024-06-01T12:00:00Z");
    private static final Instant BEYOND = Instant.parse("2200-01-01T00:00:01Z");

    @Test
    void beforeAnyBusinessItMayBeSetAnywhere() {
        assertThat(decide(EARLIER, false, Kind.SET)).isEqualTo(new Verdict.Jump(EARLIER));
        assertThat(decide(LATER, false, Kind.SET)).isEqualTo(new Verdict.Jump(LATER));
        assertThat(decide(BEYOND, false, Kind.SET)).isInstanceOf(Verdict.Refused.class);
    }

    @Test
    void afterwardsTimeOnlyGoesForward() {
        for (var kind : Kind.values()) {
            assertThat(decide(LATER, true, kind)).isEqualTo(new Verdict.Play(LATER));
            assertThat(decide(NOW, true, kind)).isEqualTo(new Verdict.Play(NOW));
            assertThat(decide(EARLIER, true, kind))
                    .isInstanceOfSatisfying(
                            Verdict.Refused.class,
                            refused -> assertThat(refused.field()).isEqualTo("to"));
            assertThat(decide(BEYOND, true, kind)).isInstanceOf(Verdict.Refused.class);
        }
    }

    @Test
    void advancingPlaysWhateverThereIs() {
        assertThat(decide(LATER, false, Kind.ADVANCE)).isEqualTo(new Verdict.Play(LATER));
        assertThat(decide(EARLIER, false, Kind.ADVANCE)).isInstanceOf(Verdict.Refused.class);
    }

    private static Verdict decide(Instant to, boolean hasBusinessData, Kind kind) {
        return AdvanceTestClock.decide(NOW, to, "to", hasBusinessData, kind);
    }
}
