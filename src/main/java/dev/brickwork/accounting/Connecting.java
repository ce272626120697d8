package dev.brickwork.accounting;

import dev.brickwork.kernel.Caller;
import java.time.InstantSource;
import org.jdbi.v3.core.Handle;

/// Connects a seller's books, or connects them again: then everything that waited or failed is tried at once.
final class Connecting {
    private final LinkStore links;
    private final PushStore pushes;
    private final InstantSource realTime;
    private final Runnable wake;

    Connecting(LinkStore links, PushStore pushes, InstantSource realTime, Runnable wake) {
        this.links = links;
        this.pushes = pushes;
        this.realTime = realTime;
        this.wake = wake;
    }

    void run(Handle tx, Caller caller, Link link, Credentials credentials) {
        links.save(tx, caller, link, credentials);
        pushes.resume(tx, caller, realTime.instant());
        tx.afterCommit(wake);
    }
}
