package dev.brickwork.support;

import dev.brickwork.app.TestServer.Reply;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;

/// A client that repeats requests that get 503, for instance because they waited too long for a lock, which is
/// likely on a starved machine.
public final class Insisting {
    private static final int TRIES_MAX = 20;

    private Insisting() {}

    public static Reply on(Supplier<Reply> call) {
        var reply = call.get();
        for (int i = 0; i < TRIES_MAX && reply.status() == 503; i++) reply = call.get();
        return reply;
    }

    /// Two of them, who send at the same moment.
    public static List<Reply> both(Supplier<Reply> one, Supplier<Reply> other) {
        var barrier = new CyclicBarrier(2);
        var first = InThread.run(() -> meet(barrier, one));
        var second = InThread.run(() -> meet(barrier, other));
        return List.of(first.join(), second.join());
    }

    private static Reply meet(CyclicBarrier barrier, Supplier<Reply> call) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException broken) {
            throw new IllegalStateException(broken);
        }
        return on(call);
    }
}
