package dev.brickwork.platform.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.support.TestPostgres;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that the triggers that compare the rows of an update name every column of their table, new ones too.
@Tag("fast")
class AuditedColumnsTest {
    @AutoClose
    private static final Database DATABASE = TestPostgres.database();

    @Test
    void everyColumnOfAnAuditedTableIsCompared() {
        assertThat(DATABASE.inTransaction(AuditedColumnsTest::forgotten)).isEmpty();
    }

    @Test
    void aNewColumnIsForgottenUntilItsTableIsAuditedAnew() {
        DATABASE.inTransaction(tx -> {
            tx.handle().execute("ALTER TABLE brick ADD COLUMN colour text");
            assertThat(forgotten(tx)).containsExactly("brick.colour");
            tx.handle().execute("SELECT audit_updates('brick', 'id', '{}')");
            assertThat(forgotten(tx)).isEmpty();
            return 0;
        });
    }

    private static List<String> forgotten(SqlSession tx) {
        return tx.query("""
                SELECT relname || '.' || attname
                FROM pg_trigger
                JOIN pg_class ON pg_class.oid = tgrelid
                JOIN pg_proc ON pg_proc.oid = tgfoid
                JOIN pg_attribute ON attrelid = tgrelid AND attnum > 0 AND NOT attisdropped
                WHERE tgname = 'audit_update'
                    AND position(format('NEW.%I IS DISTINCT FROM OLD.%I', attname, attname) IN prosrc) = 0
                """).mapTo(String.class).list();
    }
}
