package dev.brickwork.plumbing.http.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.plumbing.http.front.RateLimits.Limit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RateLimitsTest {
    /// Twenty a minute are not sixty: a token comes back every three seconds.
    @Test
    void fewerThanOneASecondIsPossible() {
        assertThat(Limit.perMinute(20)).isEqualTo(new Limit(Duration.ofSeconds(3), 20));
        assertThat(Limit.perSecond(2_000, 4_000)).isEqualTo(new Limit(Duration.ofNanos(500_000), 4_000));
    }
}
