package dev.brickwork.delivery.mail.outgoing;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.jobs.Loop;
import java.time.Duration;
import java.time.InstantSource;

/// Deletes messages whose fate has been known for long. Those about an invoice show that it was sent, for the books
/// of a year; codes and notices only have to outlive the event that could send them again (91 days).
public final class PurgeMail {
    static final Duration ABOUT_INVOICES_KEPT = Duration.ofDays(400);
    static final Duration OTHERS_KEPT = Duration.ofDays(100);
    private static final Duration POLL = Duration.ofHours(1);
    private static final int BITE_ROWS = 1_000;

    private final Database database;
    private final MailStore mails;
    private final InstantSource realTime;

    public PurgeMail(Database database, MailStore mails, InstantSource realTime) {
        this.database = database;
        this.mails = mails;
        this.realTime = realTime;
    }

    public Loop loop() {
        return new Loop("mail-upkeep", POLL, () -> bite() >= BITE_ROWS);
    }

    /// Returns how many it deleted.
    int bite() {
        var now = realTime.instant();
        return database.inTransaction(
                tx -> mails.delete(tx, now.minus(ABOUT_INVOICES_KEPT), now.minus(OTHERS_KEPT), BITE_ROWS));
    }
}
