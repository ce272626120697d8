package dev.brickwork.app;

import dev.brickwork.demo.Demo;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Fills the first seller behind the start of the service, and goes on with a demo that a stop cut short.
final class FirstDemo {
    private static final Logger LOG = System.getLogger(FirstDemo.class.getName());

    private final Database database;
    private final Wiring wiring;
    private final InstantSource realTime;
    private final PrintStream out;

    FirstDemo(Database database, Wiring wiring, InstantSource realTime, PrintStream out) {
        this.database = database;
        this.wiring = wiring;
        this.realTime = realTime;
        this.out = out;
    }

    /// Notes that a seller gets a demo, in the transaction that makes it.
    static void plan(SqlSession tx, SellerId seller, Instant now) {
        Rows.exactlyOne(
                tx.update("INSERT INTO demo (seller_id, begun_at) VALUES (:seller, :now)")
                        .bind("seller", seller.value())
                        .bind("now", now)
                        .execute(),
                "demo");
    }

    private record Begun(SellerId seller, Instant at) {}

    /// @param address where the service listens on this machine
    void run(String address) {
        try {
            var begun = database.read(FirstDemo::unfinished);
            if (begun.isPresent()) tell(address, begun.get());
        } catch (RuntimeException cutShort) {
            // The service works without it, and the next start goes on with it.
            LOG.log(Level.WARNING, "the demo stopped before its end: {0}", cutShort.toString());
        }
    }

    private void tell(String address, Begun begun) {
        var started = realTime.instant();
        out.println("The demo company moves in; this takes a moment, and the service works meanwhile.");
        var caller = new Caller(begun.seller, "operator:demo", "demo", started);
        String key = database.inTransaction(caller, tx -> wiring.keys().issue(tx, "demo", true));
        Demo.run(address, Secret.of(key), begun.at, told -> out.println("  " + told));
        database.write(caller, tx -> finish(tx, begun.seller));
        out.printf(
                "The demo company is complete (%d s): 25 customers and a year of invoices.%n",
                Duration.between(started, realTime.instant()).toSeconds());
        out.flush();
    }

    private static Optional<Begun> unfinished(SqlSession tx) {
        return tx.query("SELECT seller_id, begun_at FROM demo WHERE finished_at IS NULL ORDER BY begun_at LIMIT 1")
                .map((row, _) ->
                        new Begun(new SellerId(Columns.uuid(row, "seller_id")), Columns.instant(row, "begun_at")))
                .findOne();
    }

    private static void finish(SqlSession tx, SellerId seller) {
        Rows.exactlyOne(
                tx.update("UPDATE demo SET finished_at = clock_timestamp() WHERE seller_id = :seller")
                        .bind("seller", seller.value())
                        .execute(),
                "demo");
    }
}
