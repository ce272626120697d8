package dev.brickwork.app;

import dev.brickwork.delivery.mail.Mail;
import dev.brickwork.demo.Demo;
import dev.brickwork.integrations.accounting.Accounting;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.audit.SignedAuditHeads;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.database.backup.RestoreBackup;
import dev.brickwork.platform.database.backup.TakeBackup;
import dev.brickwork.platform.http.front.Peers;
import dev.brickwork.platform.http.front.Server;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.platform.telemetry.Logs;
import dev.brickwork.sellers.CreateSeller;
import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.Seller;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.logging.Level;

/// The one-off commands. Each opens the database, does its one thing and lets go; a running service is not
/// disturbed.
final class Commands {
    private static final int SETTLE_SECONDS_MAX = 300;
    private static final DateTimeFormatter BACKUP_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Commands() {}

    static int migrate(Settings settings, PrintStream out) {
        return with(settings, (_, _) -> {
            out.println("The tables are as this release expects them.");
            return 0;
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
                return wiring.keys().issue(tx, "made at the command line", isTest);
            });
            out.println(made);
            return 0;
        });
    }

    static int seller(Settings settings, List<String> words, PrintStream out) {
        var name = words.isEmpty() ? "" : words.getFirst().strip();
        if (name.isEmpty() || name.length() > Seller.NAME_LENGTH_MAX) {
            throw new StartRefused(
                    "Say the seller's name, in at most %d characters: ./brickwork seller NAME [live|test]."
                            .formatted(Seller.NAME_LENGTH_MAX));
        }
        var mode = words.size() > 1 ? mode(words.get(1)) : Mode.TEST;
        return with(settings, (open, wiring) -> {
            create(open, wiring, name, mode, out);
            return 0;
        });
    }

    private static Mode mode(String word) {
        return Arrays.stream(Mode.values())
                .filter(mode -> mode.wire().equals(word))
                .findFirst()
                .orElseThrow(() -> new StartRefused(
                        "'%s' is neither live nor test; a name of several words is put in quotes.".formatted(word)));
    }

    private static CreateSeller.Created create(
            OpenDatabase open, Wiring wiring, String name, Mode mode, PrintStream out) {
        var caller = caller(SellerId.OPERATOR);
        var created = open.database()
                .inTransaction(caller, tx -> wiring.sellers().create(tx, CreateSeller.Input.of(name, mode)));
        out.printf("seller_id  %s%napi_key    %s%n", created.seller().id(), created.apiKey());
        return created;
    }

    /// Another seller with the story of the demo company. Its papers and mails are made here too, unless a
    /// running service is faster.
    static int demo(Settings settings, PrintStream out) {
        return with(settings, OpenDatabase::forHelping, (open, wiring) -> {
            var created = create(open, wiring, FirstStart.SELLER_NAME, Mode.TEST, out);
            wiring.pump().start();
            wiring.mail().start();
            var server = new Server(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    Optional.empty(),
                    wiring.front(),
                    wiring.pages(),
                    new Peers(settings.trustedProxies()));
            try {
                Demo.run(
                        "http://localhost:" + server.port(),
                        Secret.of(created.apiKey()),
                        InstantSource.system().instant(),
                        out::println);
                out.println("The year is told; its papers and mails follow.");
                settle(open, created.seller().id());
                server.stop();
                wiring.pump().stop();
                wiring.mail().stop();
                return 0;
            } catch (InterruptedException asked) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(asked);
            }
        });
    }

    /// Waits until everything that follows from the story is done, or a limit of patience is reached: what is left
    /// over is done by the service.
    private static void settle(OpenDatabase open, SellerId seller) throws InterruptedException {
        for (int i = 0; i < SETTLE_SECONDS_MAX; i++) {
            long left = open.database()
                    .read(tx -> tx.query("""
                            SELECT (SELECT count(*) FROM outbox_task WHERE seller_id = :seller AND NOT is_parked)
                                + (SELECT count(*) FROM mail WHERE seller_id = :seller AND state = 'WAITING')
                            """)
                            .bind("seller", seller.value())
                            .mapTo(Long.class)
                            .one());
            if (left == 0) return;
            Thread.sleep(1_000);
        }
    }

    /// For the end of whatever makes backups; the service tells how long ago that was.
    static int backedUp(Settings settings, PrintStream out) {
        return withData(settings, (open, _) -> {
            out.println("Noted: a backup was finished at %s.".formatted(noteBackup(open)));
            return 0;
        });
    }

    private static Instant noteBackup(OpenDatabase open) {
        var now = InstantSource.system().instant();
        int noted = open.database()
                .inTransaction(tx -> tx.update("INSERT INTO backup (finished_at) VALUES (:now) -- no seller_id")
                        .bind("now", now)
                        .execute());
        Rows.exactlyOne(noted, "backup");
        return now;
    }

    /// Writes all rows of the database into one file, while a service may go on working with it.
    static int backup(Settings settings, List<String> words, PrintStream out) {
        Logs.configure(Level.WARNING);
        var now = InstantSource.system().instant();
        var file = backupFile(words, now);
        try (var open = OpenDatabase.toBackUp(settings)) {
            out.println("Backing up %s into %s ...".formatted(open.owner().place(), file));
            var taken = new TakeBackup(open.owner(), out::println).run(file, now);
            noteBackup(open);
            out.println("%s holds %,d rows of %d tables as they were at %s (%s)."
                    .formatted(file, taken.rows(), taken.tables(), now, TakeBackup.megabytes(taken.bytes())));
            out.println(
                    settings.sealKey().isPresent()
                            ? "Not in it: BRICKWORK_SECRETS_KEY, and the files audit-heads and erasures in %s. Keep a copy of each in another place: without the key, no secret in the backup can be opened."
                                    .formatted(settings.data())
                            : "Not in it: the files %s, audit-heads and erasures beside it. Keep a copy of each in another place: without the key, no secret in the backup can be opened."
                                    .formatted(SecretEncryption.file(settings.data())));
            return 0;
        }
    }

    private static Path backupFile(List<String> words, Instant now) {
        var named = Path.of(words.isEmpty() ? "" : words.getFirst()).toAbsolutePath();
        return Files.isDirectory(named)
                ? named.resolve("brickwork-%s.backup".formatted(BACKUP_TIME.format(now)))
                : named;
    }

    /// Puts a backup into an empty database, and does what follows a restore.
    static int restore(Settings settings, List<String> words, PrintStream out) {
        Logs.configure(Level.WARNING);
        if (words.isEmpty()) throw new StartRefused("Say which backup: ./brickwork restore FILE.");
        try (var backup = new RestoreBackup(Path.of(words.getFirst()), out::println)) {
            OpenDatabase.bare(settings, owner -> {
                out.println("Restoring %,d rows of %s into %s ..."
                        .formatted(backup.rows(), backup.takenAt(), owner.place()));
                backup.run(owner);
            });
            out.println("Restored, as it was at %s.".formatted(backup.takenAt()));
        }
        return restored(settings, out);
    }

    /// Before the first start on a database that was restored to an earlier moment: the world outside has gone on.
    static int restored(Settings settings, PrintStream out) {
        return alone(settings, (open, wiring) -> {
            int mails = locked(wiring, Mail.WRITERS, wiring.mail()::holdBack);
            int books = locked(wiring, Accounting.FOLLOWERS, wiring.accounting()::holdBack);
            int locked = wiring.webhooks().holdBack();
            var erased = wiring.erasingAgain().run(open.database(), wiring.erasures());
            var heads = wiring.auditChain().setHeadsAside();
            out.println("%d webhook deliveries that were under way are parked; their sellers can replay them."
                    .formatted(locked));
            out.println("%d mails that waited are given up; who misses an invoice has it sent again.".formatted(mails));
            out.println("%d links to books outside are halted; compare, and turn them on with PUT /accounting."
                    .formatted(books));
            out.println("%d customers that were erased since then are erased again.".formatted(erased.count()));
            erased.left().forEach(out::println);
            heads.ifPresent(aside -> out.println("The heads of the audit so far are in %s now.".formatted(aside)));
            out.println(
                    "Now start the service with BRICKWORK_SWEEPS=false, and compare what the processors took since then.");
            return 0;
        });
    }

    /// Finishes the outbox tasks of these listeners before it holds their work back: mails and syncs that they have
    /// still to write would otherwise go out after the next start.
    private static int locked(Wiring wiring, List<String> listeners, IntSupplier holdBack) {
        try {
            wiring.pump().finish(listeners);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(asked);
        }
        return holdBack.getAsInt();
    }

    /// Changes the key that seals. The heads of the audit follow when the database is done; after an interruption
    /// between the two the operator gives the command again.
    static int rekey(Settings settings, PrintStream out) {
        var former = settings.formerSeal()
                .orElseThrow(
                        () -> new StartRefused(
                                "Set BRICKWORK_FORMER_SECRETS_KEY to the key so far, and BRICKWORK_SECRETS_KEY to the new one."));
        return alone(settings, (open, wiring) -> {
            var rekey = new Rekey(former, settings.seal());
            var done = open.database().inTransaction(caller(SellerId.OPERATOR), rekey::run);
            wiring.auditChain().signHeadsAgain(new SignedAuditHeads(settings.data(), former));
            done.left()
                    .forEach(about -> out.println(
                            "What is sealed about %s does not open with the former key and is left as it is."
                                    .formatted(about)));
            out.println("The secrets in this database are sealed with the key in %s; %d were sealed anew."
                    .formatted(
                            settings.sealKey().isPresent()
                                    ? "BRICKWORK_SECRETS_KEY"
                                    : SecretEncryption.file(settings.data()),
                            done.count()));
            return 0;
        });
    }

    /// Requeues tasks that exhausted their retries, after their cause was fixed.
    static int retry(Settings settings, PrintStream out) {
        return withData(settings, (_, wiring) -> {
            out.println("%d tasks that were given up are in line again."
                    .formatted(wiring.pump().retryParked()));
            return 0;
        });
    }

    static int check(Settings settings, List<String> words, PrintStream out) {
        return withData(settings, (open, wiring) -> {
            requireInvariants(wiring.invariants(), words);
            var broken = open.database().inspect(tx -> {
                FirstStart.requireSameKey(tx, settings);
                return wiring.invariants().run(tx, words);
            });
            broken.forEach(out::println);
            out.println(
                    broken.isEmpty() ? "All invariants hold." : "%d invariants are broken.".formatted(broken.size()));
            return broken.isEmpty() ? 0 : 1;
        });
    }

    /// A mistyped word must not pass for a proof.
    static void requireInvariants(Invariants invariants, List<String> words) {
        var names = invariants.checks().stream().map(Invariants.Check::name).toList();
        for (var word : words) {
            if (names.stream().anyMatch(name -> name.contains(word))) continue;
            throw new StartRefused("No invariant has '%s' in its name. They are:%n  %s"
                    .formatted(word, String.join(System.lineSeparator() + "  ", names)));
        }
    }

    private static Caller caller(SellerId seller) {
        return new Caller(
                seller,
                "operator:command line",
                Ids.next().toString(),
                InstantSource.system().instant());
    }

    private static int with(Settings settings, BiFunction<OpenDatabase, Wiring, Integer> work) {
        return with(settings, OpenDatabase::forCommand, work);
    }

    /// For what has a meaning only where a service has worked before.
    private static int withData(Settings settings, BiFunction<OpenDatabase, Wiring, Integer> work) {
        return with(settings, OpenDatabase::thatExists, work);
    }

    /// For what a service must not meet half done.
    private static int alone(Settings settings, BiFunction<OpenDatabase, Wiring, Integer> work) {
        return withData(
                settings,
                (open, wiring) -> open.database()
                        .unserved(() -> work.apply(open, wiring))
                        .orElseThrow(
                                () -> new StartRefused(
                                        "A service serves this database, or another command has it to itself: stop that first.")));
    }

    private static int with(
            Settings settings,
            Function<Settings, OpenDatabase> opening,
            BiFunction<OpenDatabase, Wiring, Integer> work) {
        Logs.configure(Level.WARNING);
        try (var open = opening.apply(settings)) {
            return work.apply(open, new Wiring(settings, open.database(), InstantSource.system()));
        }
    }
}
