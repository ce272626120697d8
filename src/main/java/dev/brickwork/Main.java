package dev.brickwork;

import static java.util.Objects.requireNonNull;

import dev.brickwork.bench.Bench;
import dev.brickwork.plumbing.database.DatabaseAway;
import dev.brickwork.plumbing.database.StartRefused;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// Where the process begins: picks the command, and turns what the operator can mend into one sentence and exit
/// code 1.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        var words = List.of(args);
        var command = words.isEmpty() ? "serve" : words.getFirst();
        var rest = words.isEmpty() ? List.<String>of() : words.subList(1, words.size());
        try {
            System.exit(run(command, rest, new PrintStream(System.out, true, StandardCharsets.UTF_8)));
        } catch (StartRefused refused) {
            System.err.println(refused.getMessage());
            System.exit(1);
        } catch (DatabaseAway away) {
            System.err.println(
                    "The database does not answer: check that it runs and that BRICKWORK_DATABASE_URL is right.");
            System.exit(1);
        }
    }

    private static int run(String command, List<String> rest, PrintStream out) {
        return switch (command) {
            case "serve" -> Serve.run(Settings.read(), out);
            case "migrate" -> Commands.migrate(Settings.read(), out);
            case "key" -> Commands.key(Settings.read(), rest, out);
            case "seller" -> Commands.seller(Settings.read(), rest, out);
            case "demo" -> Commands.demo(Settings.read(), out);
            case "backed-up" -> Commands.backedUp(Settings.read(), out);
            case "check" -> Commands.check(Settings.read(), rest, out);
            case "bench" -> Bench.run(rest.toArray(String[]::new));
            case "help", "--help", "-h" -> help(rest, out);
            default -> {
                System.err.println("There is no command '%s'; './brickwork help' lists them.".formatted(command));
                yield 2;
            }
        };
    }

    private static int help(List<String> topics, PrintStream out) {
        out.print(topics.contains("settings") ? Settings.help() : commands());
        return Arrays.asList("settings").containsAll(topics) ? 0 : 2;
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
