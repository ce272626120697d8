package dev.brickwork.platform.http.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.http.front.RateLimits.Limit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class RateLimitsTest {
    private static final int BUCKETS_MAX = 100;
    private static final Limit ONE_A_MINUTE = Limit.perMinute(1);

    private final AtomicLong now = new AtomicLong();
    private final RateLimits limits = new RateLimits(1, BUCKETS_MAX, now::get);

    /// Twenty a minute are not sixty: a token comes back every three seconds.
    @Test
    void fewerThanOneASecondIsPossible() {
        assertThat(Limit.perMinute(20)).isEqualTo(new Limit(Duration.ofSeconds(3), 20));
        assertThat(Limit.perSecond(2_000, 4_000)).isEqualTo(new Limit(Duration.ofNanos(500_000), 4_000));
    }

    /// Newcomers push out those that have their tokens back, however many they are.
    @Test
    void aClientThatSpentItsTokensIsRememberedWhileOthersAreIdle() {
        for (int i = 0; i < BUCKETS_MAX - 1; i++) limits.take("idle" + i, Limit.perSecond(1, 1));
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(limits.take("busy", ONE_A_MINUTE)).isTrue();
        for (int i = 0; i < BUCKETS_MAX / 2; i++) limits.take("new" + i, ONE_A_MINUTE);
        assertThat(limits.take("busy", ONE_A_MINUTE)).isFalse();
    }

    /// Where all have spent theirs, those go that were asked for longest ago.
    @Test
    void theOneThatAsksAgainAndAgainIsRememberedLongest() {
        for (int i = 0; i < 10 * BUCKETS_MAX; i++) {
            now.incrementAndGet();
            limits.take("new" + i, ONE_A_MINUTE);
            assertThat(limits.take("busy", ONE_A_MINUTE)).as("after %d", i).isEqualTo(i == 0);
        }
    }

    /// A bucket of a request in flight is never forgotten.
    @Test
    void requestsThatRunAreCounted() {
        assertThat(limits.enter("running")).isTrue();
        for (int i = 0; i < 10 * BUCKETS_MAX; i++) limits.take("new" + i, ONE_A_MINUTE);
        assertThat(limits.enter("running")).isFalse();
        limits.leave("running");
        assertThat(limits.enter("running")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, 192.0.2.7",
        "::ffff:192.0.2.7, 192.0.2.7",
        "2001:db8:1:2::1, 20010db800010002/64",
        "2001:db8:1:2:ffff:ffff:ffff:ffff, 20010db800010002/64",
        "2001:db8:1:3::1, 20010db800010003/64",
        "unknown, unknown"
    })
    void addressesCountByTheirNetwork(String address, String network) {
        assertThat(RateLimits.network(address)).isEqualTo(network);
    }

    @Test
    void oneNetworkHasOneBucket() {
        assertThat(limits.takeFrom("2001:db8::1", ONE_A_MINUTE)).isTrue();
        assertThat(limits.takeFrom("2001:db8::2", ONE_A_MINUTE)).isFalse();
        assertThat(limits.takeFrom("2001:db8:0:1::2", ONE_A_MINUTE)).isTrue();
    }
}
