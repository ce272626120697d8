package dev.brickwork.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.billing.usage.Meterage;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.terms.BrickId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Up to when a meter was billed.
@Tag("verify")
final class MeterBookTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final Instant JANUARY = Instant.parse("2025-01-01T00:00:00Z");
    private static final Instant FEBRUARY = Instant.parse("2025-02-01T00:00:00Z");
    private static final Instant MARCH = Instant.parse("2025-03-01T00:00:00Z");

    /// A window that is billed again after a later one: what comes late for the later one is still a correction.
    @Test
    void whatWasBilledLaterStaysBilled() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = new SubscriptionId(UUID.fromString(meter.subscription("2025-01-01", 12, "MONTHLY", 0, "")));
        var brick = new BrickId(UUID.fromString(meter.calls));
        var caller = new Caller(meter.seller.id(), "test", "test", MARCH);
        HOUSE.database().write(tx -> {
            var book = new MeterBook();
            book.billed(tx.as(caller), List.of(new UsageSpan(subscription, brick, FEBRUARY, MARCH)));
            book.billed(tx.as(caller), List.of(new UsageSpan(subscription, brick, JANUARY, FEBRUARY)));
            assertThat(billedUntil(tx.as(caller), subscription)).isEqualTo(MARCH);
        });
    }

    private static Instant billedUntil(Tx tx, SubscriptionId subscription) {
        return tx.query("""
                SELECT billed_until
                FROM usage_meter
                WHERE seller_id = :seller AND subscription_id = :subscription
                """)
                .bind("subscription", subscription.value())
                .mapTo(Instant.class)
                .one();
    }
}
