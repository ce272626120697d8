package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A table belongs to one module, which its comment in the schema names. Statements of other modules are counted here,
/// and may only become fewer: they are to read views that the owner publishes, or to ask the owner.
@Tag("verify")
final class TableOwnershipTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/brickwork");

    /// How many tables of other modules the statements of all modules name. Lower it when it falls.
    private static final int FOREIGN_TABLES_NAMED = 200;

    private static final Pattern OWNER = Pattern.compile("COMMENT ON TABLE (\\w+) IS\\s+'Owner: (\\w+)\\.");
    private static final Pattern TEXT_BLOCK = Pattern.compile("\"\"\"\\n(.*?)\"\"\"", Pattern.DOTALL);
    private static final Pattern TABLE = Pattern.compile("\\b(?:FROM|JOIN|INTO|UPDATE)\\s+(?:ONLY\\s+)?(\\w+)");
    private static final Pattern WRITTEN =
            Pattern.compile("\\b(?:INSERT\\s+INTO|UPDATE|DELETE\\s+FROM)\\s+(?:ONLY\\s+)?(\\w+)");

    /// Writers of other modules' tables, which are to go.
    private static final List<String> FOREIGN_WRITERS = List.of(
            "app/FirstStart.java names secrets_key of platform",
            "delivery/webhooks/FeedStore.java names event of platform");

    /// They call the API, but for a marker of the demo and a table that a benchmark fills.
    private static final List<String> CLIENTS = List.of("demo", "bench");

    @Test
    void statementsNameNoMoreTablesOfOtherModulesThanBefore() throws IOException {
        var named = foreign(TABLE);
        int count = named.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(count)
                .as("tables of other modules, by class and table: %s", named)
                .isEqualTo(FOREIGN_TABLES_NAMED);
    }

    @Test
    void aTableIsWrittenByItsModuleAlone() throws IOException {
        assertThat(foreign(WRITTEN).keySet()).containsExactlyInAnyOrderElementsOf(FOREIGN_WRITERS);
    }

    /// How often statements name tables of other modules: once for each statement and table.
    private static Map<String, Integer> foreign(Pattern table) throws IOException {
        var owners = owners();
        var found = new TreeMap<String, Integer>();
        for (var file : files(SOURCES, ".java")) {
            var path = SOURCES.relativize(file);
            var module = path.getName(0).toString();
            if (CLIENTS.contains(module)) continue;
            for (var text : matches(TEXT_BLOCK, read(file))) {
                var tables = new TreeSet<String>();
                matches(table, text.group(1)).forEach(one -> tables.add(one.group(1)));
                for (var one : tables) {
                    if (owners.getOrDefault(one, module).equals(module)) continue;
                    found.merge("%s names %s of %s".formatted(path, one, owners.get(one)), 1, Integer::sum);
                }
            }
        }
        return found;
    }

    private static Map<String, String> owners() throws IOException {
        return files(Path.of("src/main/resources/db"), ".sql").stream()
                .flatMap(file -> matches(OWNER, read(file)).stream())
                .collect(Collectors.toMap(one -> one.group(1), one -> one.group(2)));
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
