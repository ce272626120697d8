package dev.brickwork.platform.outbox;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// A part of the service that acts on what was committed. It runs outside any transaction and opens its own; it
/// must be safe to run twice for the same event, because a crash between its work and its tick runs it again.
public interface Listener {
    /// A stable name: it is stored with the tasks.
    String name();

    /// The event types it wants; `*` is every public one.
    Set<String> types();

    /// Which of the claimed tasks ask for work; the others are ticked off unseen. One look serves all of them.
    default Predicate<Task> asking(List<Task> claimed) {
        return _ -> true;
    }

    /// Throws when the work failed: it is tried again later, with a limit.
    void handle(Task task);

    /// Whether its work can wait a little while the service is busy: printing costs more than issuing, and no
    /// request waits for it.
    default boolean isPatient() {
        return false;
    }

    /// How many tasks may run at once in a process. With one they come one after the other over all processes, in the
    /// order in which they were staged.
    default int workers() {
        return 2;
    }
}
