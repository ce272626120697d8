package dev.brickwork.delivery.webhooks;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.support.Slow;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A process that makes events and delivers them until it is killed. What was committed it writes to a file of
/// its own, which is the judge of what must arrive.
///
/// Arguments: database, seller, the file, how many seconds its clock is ahead (so that the leases of those who died
/// before it are over), and how many events to make.
final class DeliveringProcess {
    private DeliveringProcess() {}

    public static void main(String[] args) throws Exception {
        var database = Database.open(DatabaseAddress.parse(args[0]).orElseThrow(), new Database.Limits(6, true));
        var seller = new SellerId(UUID.fromString(args[1]));
        var ahead = Duration.ofSeconds(Long.parseLong(args[3]));
        var lab = Laboratory.joining(database, seller, () -> Instant.now().plus(ahead));
        lab.webhooks.loops().forEach(Loop::start);
        System.out.println("ready");
        try (var committed = new FileOutputStream(args[2], true)) {
            make(lab, Integer.parseInt(args[4]), committed);
        }
        Slow.by(Duration.ofMinutes(10)); // It delivers until it is killed.
    }

    private static void make(Laboratory lab, int count, FileOutputStream committed) throws IOException {
        for (int i = 0; i < count; i++) {
            var id = Ids.next();
            var lane = new UUID(0, i % 7);
            var caller = new Caller(lab.seller, "test", "test", Instant.now());
            var event = Event.told("subscription.paused", id, Optional.of(lane), json -> json.put("n", id));
            try {
                lab.database.inTransaction(caller, tx -> {
                    lab.outbox.stage(tx, event);
                    return 0;
                });
            } catch (DatabaseBusy later) {
                continue; // On a crowded machine; what was not committed need not arrive.
            }
            committed.write((id + "\n").getBytes(StandardCharsets.US_ASCII));
            committed.getFD().sync();
            Slow.by(Duration.ofMillis(2));
        }
    }
}
