package dev.brickwork.integrations.accounting;

import dev.brickwork.platform.database.Tx;
import java.time.InstantSource;

/// Connects a seller's books, or connects them again: then everything that waited or failed is tried at once.
final class Connecting {
    private final LinkStore links;
    private final SyncTaskStore pushes;
    private final InstantSource realTime;
    private final Runnable wake;

    Connecting(LinkStore links, SyncTaskStore pushes, InstantSource realTime, Runnable wake) {
        this.links = links;
        this.pushes = pushes;
        this.realTime = realTime;
        this.wake = wake;
    }

    void run(Tx tx, Link link, Credentials credentials) {
        links.save(tx, link, credentials);
        pushes.resume(tx, realTime.instant());
        tx.afterCommit(wake);
    }
}
