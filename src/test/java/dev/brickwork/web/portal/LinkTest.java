package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.SellerId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
final class LinkTest {
    @Test
    void aLinkEndsAtItsMoment() {
        var end = Instant.parse("2025-03-01T12:00:00Z");
        var link = new Link(
                new SellerId(new UUID(0, 1)),
                new UUID(0, 2),
                Link.Kind.PORTAL,
                new SubscriptionId(new UUID(0, 3)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                end.minus(Link.Kind.PORTAL.life()),
                end);
        assertThat(link.isExpired(end.minusNanos(1))).isFalse();
        assertThat(link.isExpired(end)).isTrue();
    }
}
