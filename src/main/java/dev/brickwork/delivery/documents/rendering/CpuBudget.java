package dev.brickwork.delivery.documents.rendering;

import dev.brickwork.platform.SellerId;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/// Processor time that each seller may spend on renderings: so much at once, and what is spent comes back over time.
/// Time on the clock is not counted, because on a busy machine it says nothing about the document.
final class CpuBudget {
    private static final int SELLER_COUNT_MAX = 10_000;

    private final Duration burst;
    private final int secondsPerCpuSecond;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<SellerId, Account> accounts = new ConcurrentHashMap<>();

    /// @param secondsPerCpuSecond after which a second of processor time comes back
    CpuBudget(Duration burst, int secondsPerCpuSecond, LongSupplier nanoTime) {
        this.burst = burst;
        this.secondsPerCpuSecond = secondsPerCpuSecond;
        this.nanoTime = nanoTime;
    }

    /// @param spentNanos of processor time, at a moment
    private record Account(long spentNanos, long asOf) {
        private Account at(long now, int secondsPerCpuSecond) {
            return new Account(Math.max(0, spentNanos - (now - asOf) / secondsPerCpuSecond), now);
        }
    }

    /// Whether the seller has time left; the last rendering may spend more than that.
    boolean isLeft(SellerId seller) {
        var account = accounts.get(seller);
        return account == null || account.at(nanoTime.getAsLong(), secondsPerCpuSecond).spentNanos < burst.toNanos();
    }

    void spend(SellerId seller, Duration cpu) {
        long now = nanoTime.getAsLong();
        if (accounts.size() > SELLER_COUNT_MAX)
            accounts.values().removeIf(account -> account.at(now, secondsPerCpuSecond).spentNanos == 0);
        accounts.compute(seller, (_, known) -> {
            var before = known == null ? new Account(0, now) : known.at(now, secondsPerCpuSecond);
            return new Account(before.spentNanos + cpu.toNanos(), now);
        });
    }
}
