package dev.brickwork.app;

import dev.brickwork.platform.Secret;
import dev.brickwork.platform.database.DatabaseAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Reads settings one by one and remembers each as a row (name, default, limit, meaning), so that reading and help
/// cannot differ. A faulty value is noted and its default returned: the caller hears of all faults at once.
final class SettingTable {
    static final int PORT_MAX = 65_535;
    private static final String PREFIX = "BRICKWORK_";

    /// Read by the launcher before there is a process of ours.
    private static final Row JAVA_OPTIONS = new Row(
            "BRICKWORK_JAVA_OPTIONS",
            "unset",
            "options of java",
            "More options for the Java machine, such as -Xmx2g; read by the launcher.");

    private final Map<String, String> values;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();

    SettingTable(Map<String, String> values) {
        this.values = values;
    }

    private record Row(String name, String standard, String limit, String meaning) {}

    /// Clusters announce services of our name by variables of their own (`BRICKWORK_SERVICE_HOST`,
    /// `BRICKWORK_PORT_80_TCP`).
    static boolean isOurs(String name) {
        return name.startsWith(PREFIX) && !name.startsWith(PREFIX + "SERVICE_") && !name.startsWith(PREFIX + "PORT_");
    }

    boolean isUnset(String name) {
        return value(name).isEmpty();
    }

    int number(String name, int standard, int min, int max, String meaning) {
        var limit = "a whole number from %d to %d".formatted(min, max);
        row(name, String.valueOf(standard), limit, meaning);
        return value(name)
                .map(text -> {
                    try {
                        var number = Integer.parseInt(text);
                        if (number >= min && number <= max) return number;
                    } catch (NumberFormatException malformed) {
                        // Told below, together with numbers out of range.
                    }
                    return refuse(name, text, limit, standard);
                })
                .orElse(standard);
    }

    boolean flag(String name, boolean standard, String meaning) {
        row(name, String.valueOf(standard), "true or false", meaning);
        return value(name)
                .map(text -> switch (text.toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> refuse(name, text, "true or false", standard);
                })
                .orElse(standard);
    }

    <E extends Enum<E>> E choice(String name, E standard, E[] all, String meaning) {
        var limit = Arrays.stream(all).map(SettingTable::word).collect(Collectors.joining(", ", "one of ", ""));
        row(name, word(standard), limit, meaning);
        return value(name)
                .map(text -> Arrays.stream(all)
                        .filter(one -> word(one).equalsIgnoreCase(text))
                        .findFirst()
                        .orElseGet(() -> refuse(name, text, limit, standard)))
                .orElse(standard);
    }

    String text(String name, String standard, String pattern, String limit, String meaning) {
        row(name, standard, limit, meaning);
        return value(name)
                .map(text -> text.matches(pattern) ? text : refuse(name, text, limit, standard))
                .orElse(standard);
    }

    Optional<Secret> secret(String name, String pattern, String limit, String meaning) {
        return hidden(name, text -> text.matches(pattern), limit, meaning);
    }

    /// A server with the account to use there.
    Optional<Secret> server(String name, List<String> schemes, String limit, String meaning) {
        return hidden(name, text -> located(text, schemes).isPresent(), limit, meaning);
    }

    /// The value is not repeated in a fault, since it may be nearly right, or hold a password.
    private Optional<Secret> hidden(String name, Predicate<String> isGood, String limit, String meaning) {
        row(name, "unset", limit, meaning);
        var text = value(name);
        if (text.isPresent() && !isGood.test(text.get())) {
            faults.add("%s is not %s.".formatted(name, limit));
            return Optional.empty();
        }
        return text.map(Secret::of);
    }

    Optional<String> address(String name, List<String> schemes, String meaning) {
        var limit = "an address that starts with %s"
                .formatted(schemes.stream().map(scheme -> scheme + "://").collect(Collectors.joining(" or ")));
        row(name, "unset", limit, meaning);
        return value(name).flatMap(text -> {
            var isGood = isAddress(text, schemes);
            return isGood ? Optional.of(text.replaceFirst("/+$", "")) : refuse(name, text, limit, Optional.empty());
        });
    }

    Path folder(String name, String standard, String meaning) {
        row(name, standard, "a folder, made when it is missing", meaning);
        var text = value(name).orElse(standard);
        try {
            return Path.of(text);
        } catch (InvalidPathException malformed) {
            return refuse(name, text, "a path", Path.of(standard));
        }
    }

    /// The value is not repeated in a fault, since it may hold a password.
    Optional<DatabaseAddress> database(String name, String meaning) {
        row(name, "unset", "an address of PostgreSQL", meaning);
        var text = value(name);
        var address = text.flatMap(DatabaseAddress::parse);
        if (text.isPresent() && address.isEmpty()) {
            faults.add(
                    "%s is not an address such as postgres://user:password@host:5432/name; in a password, %% is written %%25, @ %%40 and / %%2F."
                            .formatted(name));
        }
        return address;
    }

    Set<String> list(String name, String pattern, String limit, String meaning) {
        row(name, "unset", limit, meaning);
        var found = new LinkedHashSet<String>();
        for (var part : value(name).orElse("").split(",", -1)) {
            var one = part.strip();
            if (one.isEmpty()) continue;
            if (!one.matches(pattern)) return refuse(name, one, limit, Set.of());
            found.add(one);
        }
        return found;
    }

    void fault(String sentence) {
        faults.add(sentence);
    }

    /// All faults, and at last the names that nothing reads: a slip of the pen must not pass for a setting.
    List<String> faults() {
        var all = new ArrayList<>(faults);
        values.keySet().stream()
                .filter(name -> !rows.containsKey(name) && !name.equals(JAVA_OPTIONS.name()))
                .map("%s is no setting: `./brickwork help settings` names them all."::formatted)
                .forEach(all::add);
        return all;
    }

    String help() {
        var text = new StringBuilder("""
                Settings are environment variables; where one is not set, the line of the same name
                in brickwork.properties, beside ./brickwork, counts.

                """);
        var all = new ArrayList<>(rows.values());
        all.add(JAVA_OPTIONS);
        for (var row : all) {
            text.append("%s%n    %s%n    Default: %s. Limit: %s.%n"
                    .formatted(row.name(), row.meaning(), row.standard(), row.limit()));
        }
        return text.toString();
    }

    private void row(String name, String standard, String limit, String meaning) {
        if (rows.put(name, new Row(name, standard, limit, meaning)) != null) {
            throw new IllegalStateException(name + " is read twice");
        }
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    private <T> T refuse(String name, String text, String limit, T standard) {
        var hint = text.startsWith("tcp://") ? " (a cluster set it: turn off enableServiceLinks there)" : "";
        faults.add("%s is '%s', but must be %s%s.".formatted(name, text, limit, hint));
        return standard;
    }

    private static boolean isAddress(String text, List<String> schemes) {
        return located(text, schemes)
                .filter(uri ->
                        uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null)
                .isPresent();
    }

    private static Optional<URI> located(String text, List<String> schemes) {
        try {
            var uri = new URI(text);
            var isLocated = uri.getScheme() != null
                    && schemes.contains(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getPort() != 0
                    && uri.getPort() <= PORT_MAX;
            return isLocated ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
