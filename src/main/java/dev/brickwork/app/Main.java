package dev.brickwork.app;

import static java.util.Objects.requireNonNull;

import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.database.StartRefused;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.IntSupplier;

/// Where the process begins: picks the command, and turns what the operator can mend into one sentence and exit
/// code 1.
public final class Main {
    private static final Set<String> HELP = Set.of("--help", "-h");

    /// The commands that take no words.
    private static final Set<String> ALONE =
            Set.of("serve", "migrate", "demo", "backed-up", "restored", "rekey", "retry");

    /// Of those that take a few; all others take a list.
    private static final Map<String, Integer> WORD_COUNT_MAX = Map.of("key", 1, "seller", 2, "backup", 1, "restore", 1);

    private Main() {}

    public static void main(String[] args) {
        // The same on every machine: its language would write digits, and its zone would date moments.
        Locale.setDefault(Locale.ENGLISH);
        TimeZone.setDefault(TimeZone.getTimeZone(ZoneOffset.UTC));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.exit(ended(() -> run(List.of(args), out, System.err), System.err));
    }

    /// Whatever comes up ends the process: a service that failed at its start, and stayed because its threads live,
    /// would hold its port and never be ready.
    static int ended(IntSupplier work, PrintStream err) {
        try {
            return work.getAsInt();
        } catch (StartRefused refused) {
            err.println(refused.getMessage());
        } catch (DatabaseAway away) {
            err.println(told(away));
        } catch (RuntimeException | Error failed) {
            if (SqlState.is(SqlState.NOT_ALLOWED, failed)) {
                err.println(
                        "The role of BRICKWORK_DATABASE_URL may not use all tables (%s): grant it what docs/operating/install.md names."
                                .formatted(SqlState.reason(failed)));
            } else {
                failed.printStackTrace(err);
            }
        }
        return 1;
    }

    private static String told(DatabaseAway away) {
        if (SqlState.is(SqlState.READ_ONLY, away)) {
            return "The database cannot be written: it is a standby, or set to be read alone; check BRICKWORK_DATABASE_URL.";
        }
        return SqlState.answer(away)
                .map(
                        "The database answers with an error (%s): mend that on the server, whose log may say more; then try again."
                                ::formatted)
                .orElse("The database does not answer: check that it runs and that BRICKWORK_DATABASE_URL is right.");
    }

    /// Runs a command and returns its exit code. A mistyped command changes nothing: no seller is ever called
    /// `--help`.
    static int run(List<String> words, PrintStream out, PrintStream err) {
        var command = words.isEmpty() ? "serve" : words.getFirst();
        var rest = words.isEmpty() ? List.<String>of() : words.subList(1, words.size());
        if (!Collections.disjoint(rest, HELP)) return show(commands(), out);
        int limit = ALONE.contains(command) ? 0 : WORD_COUNT_MAX.getOrDefault(command, Integer.MAX_VALUE);
        if (rest.size() > limit) return unknown("'%s' does not take '%s'".formatted(command, rest.get(limit)), err);
        return switch (command) {
            case "serve" -> Serve.run(Settings.read(), out);
            case "migrate" -> Commands.migrate(Settings.read(), out);
            case "key" -> Commands.key(Settings.read(), rest, out);
            case "seller" -> Commands.seller(Settings.read(), rest, out);
            case "demo" -> Commands.demo(Settings.read(), out);
            case "backup" -> Commands.backup(Settings.read(), rest, out);
            case "restore" -> Commands.restore(Settings.read(), rest, out);
            case "backed-up" -> Commands.backedUp(Settings.read(), out);
            case "restored" -> Commands.restored(Settings.read(), out);
            case "rekey" -> Commands.rekey(Settings.read(), out);
            case "retry" -> Commands.retry(Settings.read(), out);
            case "check" -> Commands.check(Settings.read(), rest, out);
            case "help", "--help", "-h" -> help(rest, out, err);
            default -> unknown("There is no command '%s'".formatted(command), err);
        };
    }

    private static int help(List<String> topics, PrintStream out, PrintStream err) {
        if (topics.isEmpty()) return show(commands(), out);
        if (topics.equals(List.of("settings"))) return show(Settings.help(), out);
        return unknown("There is no help about '%s'".formatted(String.join(" ", topics)), err);
    }

    private static int show(String text, PrintStream out) {
        out.print(text);
        return 0;
    }

    private static int unknown(String what, PrintStream err) {
        err.println(what + "; './brickwork help' lists the commands and what each takes.");
        return 2;
    }

    /// The launcher shows the same file, even where nothing is built yet.
    private static String commands() {
        try (var text = Main.class.getResourceAsStream("/help.txt")) {
            return new String(requireNonNull(text, "help.txt").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
