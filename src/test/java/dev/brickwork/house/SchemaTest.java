package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that every table tells its owner and its distribution in its comment, that the owner's file creates it, and
/// that every constraint has a name of its own.
@Tag("fast")
final class SchemaTest {
    @AutoClose
    private static final Database DATABASE = TestPostgres.database();

    private static final List<String> MODULES = List.of(
            "platform",
            "sellers",
            "tax",
            "customers",
            "catalog",
            "ledger",
            "contracts",
            "metering",
            "invoicing",
            "payments",
            "delivery",
            "integrations",
            "web",
            "demo");

    /// Distributions of rows that belong to a seller. Rows of the others are of the whole service.
    private static final List<String> OF_A_SELLER =
            List.of("by seller", "by transaction", "by subscription", "reference");

    private static final Pattern COMMENT = Pattern.compile("Owner: (\\w+)\\. Distribution: ([a-z ]+)\\. [A-Z].+\\.");
    private static final Pattern FILE = Pattern.compile("V(?:[0-9]{4}|[0-9]{14})__([a-z]+)(?:_[a-z0-9_]+)?\\.sql");
    private static final Pattern CREATED = Pattern.compile("(?m)^CREATE TABLE (\\w+) \\(");

    private record Table(String name, String comment, boolean namesSeller) {}

    @Test
    void everyTableTellsItsOwnerAndDistribution() throws IOException {
        var creators = creators();
        for (var table : tables()) {
            var told = COMMENT.matcher(table.comment());
            assertThat(told.matches())
                    .as("the comment of %s: %s", table.name(), table.comment())
                    .isTrue();
            assertThat(told.group(1))
                    .as("the owner of %s", table.name())
                    .isIn(MODULES)
                    .isEqualTo(creators.get(table.name()));
            var distribution = told.group(2);
            assertThat(distribution.equals("local") || OF_A_SELLER.contains(distribution))
                    .as("the distribution of %s: %s", table.name(), distribution)
                    .isTrue();
            assertThat(table.namesSeller())
                    .as("%s is distributed %s", table.name(), distribution)
                    .isEqualTo(!distribution.equals("local"));
        }
    }

    /// A refused row is told by the constraint that refused it: its name is the rule, as a sentence, and not one that
    /// PostgreSQL made up of the columns. Partitions repeat the constraints of their table.
    @Test
    void everyConstraintHasANameOfItsOwn() {
        var generated = DATABASE.read(tx -> tx.query("""
                        SELECT c.conrelid::regclass || ': ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
                        FROM pg_constraint c
                        JOIN pg_class t ON t.oid = c.conrelid
                        WHERE c.connamespace = current_schema()::regnamespace AND c.contype IN ('c', 'f', 'u', 'x')
                            AND NOT t.relispartition
                            AND c.conname ~ ('^' || t.relname || '_.*(check|fkey|key|excl)[0-9]*$')
                        """).mapTo(String.class).list());
        assertThat(generated).isEmpty();
    }

    private static List<Table> tables() {
        return DATABASE.read(tx -> tx.query("""
                        SELECT relname, coalesce(obj_description(oid, 'pg_class'), '') AS comment,
                            EXISTS (SELECT FROM pg_attribute a
                                    WHERE a.attrelid = pg_class.oid AND a.attname = 'seller_id') AS names_seller
                        FROM pg_class
                        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
                            AND NOT relispartition AND relname <> 'flyway_schema_history'
                        ORDER BY relname
                        """)
                .map((row, _) -> new Table(
                        Columns.text(row, "relname"), Columns.text(row, "comment"), Columns.flag(row, "names_seller")))
                .list());
    }

    /// The module whose file creates each table. A file's name begins with its module.
    private static Map<String, String> creators() throws IOException {
        var creators = new TreeMap<String, String>();
        try (var files = Files.list(Path.of("src/main/resources/db"))) {
            for (var path : files.sorted().toList()) {
                var name = FILE.matcher(path.getFileName().toString());
                assertThat(name.matches()).as("the name of %s", path).isTrue();
                CREATED.matcher(Files.readString(path))
                        .results()
                        .forEach(table -> creators.put(table.group(1), name.group(1)));
            }
        }
        return creators;
    }
}
