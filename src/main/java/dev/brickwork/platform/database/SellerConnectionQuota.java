package dev.brickwork.platform.database;

import dev.brickwork.platform.SellerId;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// No seller's requests hold all connections: with a quarter left to the others, a rush of one is no wait for them.
final class SellerConnectionQuota {
    private static final int LEFT_TO_OTHERS = 4;

    /// How much longer a request waits here than for a connection: here it holds none, and delays only its own
    /// seller.
    private static final Duration WAIT_MORE = Duration.ofSeconds(1);

    private final StripedSemaphore turns;
    private final Duration wait;

    SellerConnectionQuota(int connections, Duration connectionWait) {
        wait = connectionWait.plus(WAIT_MORE);
        turns = new StripedSemaphore(Math.max(1, connections - Math.ceilDiv(connections, LEFT_TO_OTHERS)));
    }

    <T extends @Nullable Object> T of(SellerId seller, Supplier<T> transaction) {
        var share = turns.of(seller);
        if (!StripedSemaphore.take(share, wait))
            throw new DatabaseBusy("the seller's other requests hold all the connections that it may have");
        try {
            return transaction.get();
        } finally {
            share.release();
        }
    }
}
