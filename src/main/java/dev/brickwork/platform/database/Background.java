package dev.brickwork.platform.database;

/// Marks the threads of work that no request waits for: sweeps, listeners, deliveries, mails. All of it together holds
/// only a share of the connections ([Database]), so that a rush behind the requests never turns one away.
public final class Background {
    private static final ScopedValue<Boolean> MARK = ScopedValue.newInstance();

    private Background() {}

    public static Thread start(String name, Runnable work) {
        return Thread.ofVirtual().name(name).start(() -> run(work));
    }

    /// Marks the current thread while it does the work. Threads that the work starts are not marked.
    public static void run(Runnable work) {
        ScopedValue.where(MARK, true).run(work);
    }

    static boolean isHere() {
        return MARK.isBound();
    }
}
