package dev.brickwork.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.support.GoldenFile;
import dev.brickwork.support.TestPostgres;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class GuardsTest {
    @AutoClose
    private static final Database DATABASE = TestPostgres.database();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT 1                                                                 |
            CREATE TABLE pg_temp.theirs (id int CHECK (id > 0) NOT ENFORCED)         |
            ALTER TABLE audit DISABLE TRIGGER ALL                                    | of audit is switched off
            ALTER TABLE customer ADD CONSTRAINT loose CHECK (true) NOT VALID         | loose of customer is switched off
            ALTER TABLE customer ADD CONSTRAINT idle CHECK (true) NOT ENFORCED       | idle of customer is switched off
            """)
    void whatIsSwitchedOffIsFound(String done, String expected) {
        var found = DATABASE.inTransaction(tx -> {
            tx.handle().execute(done);
            var broken = Invariants.guardsStand(tx);
            tx.handle().rollback();
            tx.handle().begin();
            return broken;
        });

        if (expected == null) assertThat(found).isEmpty();
        else assertThat(found).isNotEmpty().allMatch(sentence -> sentence.endsWith(expected));
    }

    /// Compares the constraints, unique indexes and triggers of all tables with a golden file: they are the last
    /// guard of the sellers' money, and a change of any must show.
    @Test
    void whatGuardsTheTablesIsWrittenDown() {
        var guards = DATABASE.read(tx -> tx.query("""
            WITH ours AS (
                SELECT oid, relname
                FROM pg_class
                WHERE relnamespace = current_schema()::regnamespace AND relname !~ '^(flyway|scheduled_)'
                    AND NOT relispartition)
            SELECT relname || ': ' || pg_get_constraintdef(c.oid)
            FROM pg_constraint c
            JOIN ours ON ours.oid = conrelid
            WHERE contype IN ('c', 'f', 'x')
            UNION
            SELECT relname || ': '
                || regexp_replace(pg_get_indexdef(indexrelid), 'CREATE (.*) INDEX .* USING', '\\1')
            FROM pg_index
            JOIN ours ON ours.oid = indrelid
            WHERE indisunique
            UNION
            SELECT relname || ': ' || regexp_replace(pg_get_triggerdef(t.oid),
                'CREATE TRIGGER (\\S+) (.*) ON .*?((REFERENCING .* )?FOR EACH)', '\\2 \\3')
            FROM pg_trigger t
            JOIN ours ON ours.oid = tgrelid
            WHERE NOT tgisinternal
            ORDER BY 1
            """).mapTo(String.class).list());
        GoldenFile.matches("stored/guards.txt", String.join("\n", guards) + "\n");
    }
}
