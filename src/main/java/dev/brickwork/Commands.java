package dev.brickwork;

import dev.brickwork.demo.Demo;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.Logs;
import dev.brickwork.plumbing.Secret;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.plumbing.database.StartRefused;
import dev.brickwork.plumbing.http.Peers;
import dev.brickwork.plumbing.http.Server;
import dev.brickwork.sellers.CreateSeller;
import dev.brickwork.sellers.Mode;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.logging.Level;

/// The one-off commands. Each opens the database, does its one thing and lets go; a running service is not
/// disturbed.
final class Commands {
    private static final int SETTLE_SECONDS_MAX = 300;

    private Commands() {}

    static int migrate(Settings settings, PrintStream out) {
        return with(settings, (open, _) -> {
            out.println(
                    open.isCurrent() ? "The tables are as this release expects them." : "The tables are NOT current.");
            return open.isCurrent() ? 0 : 1;
        });
    }

    static int key(Settings settings, List<String> words, PrintStream out) {
        return with(settings, (open, wiring) -> {
            if (words.isEmpty()) {
                String made = open.database().inTransaction(tx -> wiring.keys().operatorKey(tx, Optional.empty()));
                out.println(made);
                return 0;
            }
            var seller = Ids.parse(words.getFirst())
                    .map(SellerId::new)
                    .filter(id -> open.database()
                            .read(tx -> wiring.sellers().find(tx, id))
                            .isPresent())
                    .orElseThrow(() -> new StartRefused("There is no seller '%s'.".formatted(words.getFirst())));
            var caller = caller(seller);
            String made = open.database().inTransaction(caller, tx -> {
                boolean isTest = wiring.sellers().get(tx, seller).mode() == Mode.TEST;
                return wiring.keys().issue(tx, caller, "made at the command line", isTest);
            });
            out.println(made);
            return 0;
        });
    }

    static int seller(Settings settings, List<String> words, PrintStream out) {
        if (words.isEmpty()) throw new StartRefused("Say the seller's name: ./brickwork seller NAME [live|test].");
        var mode = words.size() > 1 && words.get(1).equals("live") ? Mode.LIVE : Mode.TEST;
        var wish = new CreateSeller.Wish(
                words.getFirst(), mode, Zone.UTC, Currency.USD, Optional.empty(), Optional.empty(), Optional.empty());
        return with(settings, (open, wiring) -> {
            var caller = caller(SellerId.OPERATOR);
            var created =
                    open.database().inTransaction(caller, tx -> wiring.sellers().create(tx, caller, wish));
            out.printf("seller_id  %s%napi_key    %s%n", created.seller().id(), created.apiKey());
            return 0;
        });
    }

    /// Another seller with the story of the demo company. Its papers and mails are made here too, unless a
    /// running service is faster.
    static int demo(Settings settings, PrintStream out) {
        return with(settings, (open, wiring) -> {
            var caller = caller(SellerId.OPERATOR);
            var wish = new CreateSeller.Wish(
                    "Harbour Light Software",
                    Mode.TEST,
                    Zone.UTC,
                    Currency.USD,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
            var created =
                    open.database().inTransaction(caller, tx -> wiring.sellers().create(tx, caller, wish));
            out.printf("seller_id  %s%napi_key    %s%n", created.seller().id(), created.apiKey());
            wiring.pump().start();
            wiring.mail().start();
            var server = new Server(
                    0, Optional.empty(), wiring.front(), wiring.pages(), new Peers(settings.trustedProxies()));
            Demo.run("http://localhost:" + server.port(), Secret.of(created.apiKey()), caller.now(), out::println);
            out.println("The year is told; its papers and mails follow.");
            settled(open, created.seller().id());
            server.stop();
            return 0;
        });
    }

    /// Until everything that follows from the story is done, or a limit of patience is reached: what is left over
    /// is done by the service.
    private static void settled(OpenDatabase open, SellerId seller) {
        for (int i = 0; i < SETTLE_SECONDS_MAX; i++) {
            long left = open.database()
                    .read(tx -> tx.createQuery("""
                            SELECT (SELECT count(*) FROM outbox_task WHERE seller_id = :seller AND NOT is_parked)
                                + (SELECT count(*) FROM mail WHERE seller_id = :seller AND state = 'WAITING')
                            """)
                            .bind("seller", seller.value())
                            .mapTo(Long.class)
                            .one());
            if (left == 0) return;
            try {
                Thread.sleep(1_000);
            } catch (InterruptedException asked) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /// For the end of whatever makes backups; the service tells how long ago that was.
    static int backedUp(Settings settings, PrintStream out) {
        return with(settings, (open, _) -> {
            var now = InstantSource.system().instant();
            int noted = open.database()
                    .inTransaction(
                            tx -> tx.createUpdate("INSERT INTO backup (finished_at) VALUES (:now) -- no seller_id")
                                    .bind("now", now)
                                    .execute());
            Rows.exactlyOne(noted, "backup");
            out.println("Noted: a backup was finished at %s.".formatted(now));
            return 0;
        });
    }

    static int check(Settings settings, List<String> words, PrintStream out) {
        return with(settings, (open, wiring) -> {
            var broken = open.database().inspect(tx -> wiring.invariants().run(tx, words));
            broken.forEach(out::println);
            out.println(
                    broken.isEmpty() ? "All invariants hold." : "%d invariants are broken.".formatted(broken.size()));
            return broken.isEmpty() ? 0 : 1;
        });
    }

    private static Caller caller(SellerId seller) {
        return new Caller(
                seller,
                "operator:command line",
                Ids.next().toString(),
                InstantSource.system().instant());
    }

    private static int with(Settings settings, BiFunction<OpenDatabase, Wiring, Integer> work) {
        Logs.configure(Level.WARNING);
        try (var open = OpenDatabase.forCommand(settings)) {
            return work.apply(open, new Wiring(settings, open.database(), InstantSource.system()));
        }
    }
}
