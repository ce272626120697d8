package dev.brickwork.platform;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// A bulkhead for each seller: only so much of its work runs at the same time, so that a noisy neighbour cannot starve
/// the other sellers of processors, connections and threads. More work waits for a short time in a queue of its
/// seller, where it holds nothing; what does not fit there is refused at once (429).
public final class SellerBulkhead {
    private final Limits limits;
    private final ConcurrentMap<SellerId, Cell> cells = new ConcurrentHashMap<>();

    /// Of each seller.
    ///
    /// @param places how much runs at the same time
    /// @param queue how much more may wait
    /// @param what is refused, for the message
    public record Limits(int places, int queue, Duration waitMax, String what) {}

    public SellerBulkhead(Limits limits) {
        this.limits = limits;
    }

    /// The places of a seller that has work here now, and how much of it runs or waits.
    private record Cell(Semaphore free, int count) {}

    public <T> T within(SellerId seller, Supplier<T> work) {
        var free = enter(seller);
        try {
            take(free);
            try {
                return work.get();
            } finally {
                free.release();
            }
        } finally {
            leave(seller);
        }
    }

    /// How many sellers have work here now.
    int sellers() {
        return cells.size();
    }

    private Semaphore enter(SellerId seller) {
        return cells.compute(seller, (_, known) -> {
                    if (known == null) return new Cell(new Semaphore(limits.places, true), 1);
                    if (known.count == limits.places + limits.queue) throw full();
                    return new Cell(known.free, known.count + 1);
                })
                .free;
    }

    private void leave(SellerId seller) {
        cells.compute(seller, (_, known) -> {
            if (known == null) throw new IllegalStateException("left without having entered: " + seller);
            return known.count == 1 ? null : new Cell(known.free, known.count - 1);
        });
    }

    private void take(Semaphore free) {
        try {
            if (!free.tryAcquire(limits.waitMax.toMillis(), TimeUnit.MILLISECONDS)) throw full();
        } catch (InterruptedException late) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(late);
        }
    }

    private Refusal full() {
        return Refusal.of(
                Refusal.Kind.RATE_LIMITED,
                "too many %s of this seller at the same time: %d run and %d may wait; try again"
                        .formatted(limits.what, limits.places, limits.queue));
    }
}
