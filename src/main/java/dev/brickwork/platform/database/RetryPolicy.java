package dev.brickwork.platform.database;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// How often a database that stumbles is asked again for what must not be left undone, and how long it is given to
/// recover in between.
public record RetryPolicy(int triesMax, Duration pause) {
    /// The operation to retry. It may run several times.
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /// Asks until it is done, for as long as that is worth it.
    public <T, E extends Exception> T on(BooleanSupplier isWorthIt, Work<T, E> work) throws E {
        for (int i = 1; ; i++) {
            try {
                return work.run();
            } catch (DatabaseBusy | DatabaseAway passing) {
                if (i == triesMax || !isWorthIt.getAsBoolean() || !hasPaused()) throw passing;
            }
        }
    }

    private boolean hasPaused() {
        try {
            Thread.sleep(pause);
            return true;
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
