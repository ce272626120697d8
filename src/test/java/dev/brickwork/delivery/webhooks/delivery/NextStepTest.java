package dev.brickwork.delivery.webhooks.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.egress.Outcome;
import dev.brickwork.platform.egress.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The consequences of one attempt for the delivery and for its endpoint.
@Tag("fast")
final class NextStepTest {
    private static final Instant FIRST = Instant.parse("2025-01-01T00:00:00Z");
    private static final String SILENCE = "-";

    /// `failures` before this attempt, which ends `after` the first one; the endpoint's last success is so long
    /// after it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # answer | failures | after  | last success | parked | fate
            200      | 3        | PT1H   |              | false  | delivered
            204      | 0        | PT0S   |              | true   | delivered
            301      | 0        | PT0S   |              | false  | again after PT5S
            500      | 1        | PT5S   |              | false  | again after PT1M
            -        | 0        | PT0S   |              | false  | again after PT5S
            410      | 0        | PT0S   |              | false  | waits
            500      | 0        | PT0S   |              | true   | waits
            500      | 12       | PT75H  |              | false  | waits
            500      | 12       | PT75H  | -PT1S        | false  | waits
            500      | 12       | PT75H  | PT0S         | false  | given up
            500      | 12       | PT75H  | PT50H        | false  | given up
            """)
    void ofADelivery(
            String answer, int failures, Duration after, Duration lastSuccess, boolean isParked, String expected) {
        var now = FIRST.plus(after);
        var event = new FeedEvent(new UUID(0, 1), "invoice.issued", 1, FIRST, "{}");
        var delivery = new Delivery(
                new UUID(0, 2),
                new UUID(0, 3),
                event,
                failures,
                failures == 0 ? Optional.empty() : Optional.of(FIRST),
                isParked);
        var health = new Health(
                failures, Optional.of(FIRST), Optional.ofNullable(lastSuccess).map(FIRST::plus), Optional.empty());
        assertThat(
                        switch (NextStep.of(delivery, tried(answer, now), health, now, 0)) {
                            case NextStep.Delivered _ -> "delivered";
                            case NextStep.Again(var at) -> "again after " + Duration.between(now, at);
                            case NextStep.Parked(var isWaiting) -> isWaiting ? "waits" : "given up";
                        })
                .isEqualTo(expected);
    }

    @Test
    void anEndpointIsDownAfterEightFailuresAndRests() {
        var health = Health.NEW;
        for (int i = 1; i <= 7; i++) health = health.after(tried("500", FIRST.plusSeconds(i)), FIRST.plusSeconds(i));
        assertThat(health.isDown()).isFalse();
        assertThat(health.isResting(FIRST.plusSeconds(7))).isFalse();
        var now = FIRST.plusSeconds(8);
        health = health.after(tried(SILENCE, now), now);
        assertThat(health.isDown()).isTrue();
        assertThat(health.isResting(now.plusSeconds(29))).isTrue();
        assertThat(health.isResting(now.plusSeconds(30))).isFalse();
        assertThat(health.failingSince()).contains(FIRST.plusSeconds(1));
        assertThat(health.isGivenUp(
                        FIRST.plusSeconds(1).plus(Duration.ofDays(5)).minusNanos(1)))
                .isFalse();
        assertThat(health.isGivenUp(FIRST.plusSeconds(1).plus(Duration.ofDays(5))))
                .isTrue();
        assertThat(health.after(tried("200", now), now))
                .isEqualTo(new Health(0, Optional.empty(), Optional.of(now), Optional.empty()));
    }

    /// Only a receiver that answers 429 or 503 may say when to come again.
    @ParameterizedTest
    @CsvSource({"429, true", "503, true", "500, false", "200, false"})
    void aReceiverMayAskForTime(int status, boolean isHeard) {
        var asked = new DeliveryAttempt(FIRST, Duration.ZERO, new Outcome.Answered(status, Optional.of("120")));
        assertThat(asked.wait(FIRST)).isEqualTo(isHeard ? Optional.of(Duration.ofMinutes(2)) : Optional.empty());
        assertThat(Health.NEW.after(asked, FIRST).isResting(FIRST.plusSeconds(119)))
                .isEqualTo(isHeard);
    }

    private static DeliveryAttempt tried(String answer, Instant at) {
        var outcome = answer.equals(SILENCE)
                ? new Outcome.Failed(Trouble.TIMEOUT)
                : new Outcome.Answered(Integer.parseInt(answer), Optional.empty());
        return new DeliveryAttempt(at, Duration.ofSeconds(1), outcome);
    }
}
