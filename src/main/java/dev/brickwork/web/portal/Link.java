package dev.brickwork.web.portal;

import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.SellerId;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// A link that a seller handed out.
///
/// @param person who shall sign
/// @param company whose portal it opens; absent in a portal of before
/// @param offeredAt when the seller's side agreed, on its own clock
record Link(
        SellerId seller,
        UUID id,
        Kind kind,
        SubscriptionId subscription,
        Optional<OrderId> order,
        Optional<UUID> person,
        Optional<UUID> company,
        Instant offeredAt,
        Instant expiresAt) {
    enum Kind {
        /// A buyer may need to ask others first.
        CHECKOUT(Duration.ofDays(30)),
        SIGN(Duration.ofDays(30)),
        /// Requested by the seller for a user who is logged in at its site; shows every invoice.
        PORTAL(Duration.ofHours(1));

        private final Duration life;

        Kind(Duration life) {
            this.life = life;
        }

        Duration life() {
            return life;
        }

        String path() {
            return "/" + name().toLowerCase(Locale.ROOT) + "/";
        }
    }

    boolean isExpired(Instant now) {
        return !now.isBefore(expiresAt);
    }
}
