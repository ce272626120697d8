package dev.brickwork.platform.http.front;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Ends requests that take too long, so that a client that sends its body byte by byte, or a chain of
/// slow statements, holds nothing for ever.
///
/// The means is an interrupt. On a virtual thread it closes the socket that the thread waits on: a body that
/// drips is cut off, and a connection to the database is thrown away, whereupon the server rolls its transaction
/// back. Work that waits for nothing goes on; its size is bounded elsewhere.
final class Deadlines {
    private static final Duration LAST_WORD = Duration.ofSeconds(1);

    private final ScheduledThreadPoolExecutor timer;

    Deadlines() {
        timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("deadlines").factory());
        timer.setRemoveOnCancelPolicy(true); // Nearly every alarm is cancelled; they must not pile up.
    }

    /// The work was cut off. What it had not committed did not happen.
    static final class Missed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Missed(Duration limit, Throwable cause) {
            super("the request took longer than " + limit, cause);
        }
    }

    <T> T within(Duration limit, Supplier<T> work) {
        return within(limit, work, () -> false);
    }

    /// @param lastWord tells the client, if that can still be done, and is then given a moment before the work is
    ///     cut off; must not wait for anything itself
    <T> T within(Duration limit, Supplier<T> work, BooleanSupplier lastWord) {
        var alarm = new Alarm(Thread.currentThread(), lastWord);
        var scheduled = timer.schedule(alarm, limit.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return work.get();
        } catch (RequestBody.ClientGone gone) {
            throw gone; // It was the client that took so long, which is no concern of the operator.
        } catch (RuntimeException broken) {
            throw alarm.hasRung() ? new Missed(limit, broken) : broken;
        } finally {
            scheduled.cancel(false);
            alarm.disarm();
        }
    }

    /// Rings at most once and never after it was disarmed: the thread may serve another request by then.
    private final class Alarm implements Runnable {
        private final Thread thread;
        private final BooleanSupplier lastWord;
        private boolean isArmed = true;
        private boolean hasRung;

        Alarm(Thread thread, BooleanSupplier lastWord) {
            this.thread = thread;
            this.lastWord = lastWord;
        }

        @Override
        public synchronized void run() {
            if (!isArmed) return;
            if (lastWord.getAsBoolean()) {
                var _ = timer.schedule(this, LAST_WORD.toMillis(), TimeUnit.MILLISECONDS);
                return;
            }
            hasRung = true;
            thread.interrupt();
        }

        synchronized boolean hasRung() {
            return hasRung;
        }

        synchronized void disarm() {
            isArmed = false;
            if (hasRung) Thread.interrupted(); // Meant for the work that is over.
        }
    }
}
