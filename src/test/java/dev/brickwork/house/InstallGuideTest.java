package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the statements about tables in the guide for operators.
@Tag("fast")
final class InstallGuideTest {
    private static final Pattern REVOKED = Pattern.compile("REVOKE UPDATE, DELETE ON ([^;]+) FROM brickwork;");

    /// A role of the service's own must lose the right to change every table that is only ever added to, each
    /// partition included: a right on the whole table says nothing about its partitions.
    @Test
    void everyTableThatIsOnlyAddedToIsNamed() throws IOException {
        var guide = REVOKED.matcher(Files.readString(Path.of("docs/operating/install.md")));
        assertThat(guide.find()).isTrue();

        var added = TestPostgres.database()
                .read(tx -> tx.query("""
                        SELECT DISTINCT tgrelid::regclass::text
                        FROM pg_trigger
                        WHERE tgfoid = 'refuse_change'::regproc AND tgqual IS NULL
                        """).mapTo(String.class).list());

        assertThat(guide.group(1).split(",\\s+", -1)).containsExactlyInAnyOrderElementsOf(added);
    }
}
