package dev.brickwork.plumbing.database;

import dev.brickwork.kernel.SellerId;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// No seller's requests hold all connections: with a quarter left to the others, a rush of one is no wait for them.
final class Shares {
    private static final int LEFT_TO_OTHERS = 4;

    private final Turns turns;

    Shares(int connections) {
        turns = new Turns(Math.max(1, connections - Math.ceilDiv(connections, LEFT_TO_OTHERS)));
    }

    <T extends @Nullable Object> T of(SellerId seller, Supplier<T> transaction) {
        var share = turns.of(seller);
        if (!Turns.take(share, Pools.POOL_WAIT))
            throw new DatabaseBusy("the seller's other requests hold all the connections that it may have");
        try {
            return transaction.get();
        } finally {
            share.release();
        }
    }
}
