package dev.brickwork.plumbing.database;

import dev.brickwork.kernel.SellerId;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// No seller's requests hold all connections: with a quarter left to the others, a rush of one is no wait for them
/// (REL L9).
final class Shares {
    private static final int COUNT = 1_024; // Sellers that share a share are few.
    private static final int LEFT_TO_OTHERS = 4;

    private final Semaphore[] all;

    Shares(int connections) {
        int share = connections - Math.ceilDiv(connections, LEFT_TO_OTHERS);
        all = Stream.generate(() -> new Semaphore(Math.max(1, share), true))
                .limit(COUNT)
                .toArray(Semaphore[]::new);
    }

    <T extends @Nullable Object> T of(SellerId seller, Supplier<T> transaction) {
        var share = all[Math.floorMod(seller.hashCode(), COUNT)];
        if (!Lines.hasTurn(share, Pools.POOL_WAIT))
            throw new DatabaseBusy("the seller's other requests hold all the connections that it may have");
        try {
            return transaction.get();
        } finally {
            share.release();
        }
    }
}
