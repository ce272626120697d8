package dev.brickwork.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class TracedStatementsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            INSERT INTO invoice (seller_id) VALUES (:seller)                                  | INSERT invoice
            UPDATE invoice SET paid_cents = 7 WHERE seller_id = :seller                       | UPDATE invoice
            DELETE FROM outbox_task WHERE seller_id = :seller                                 | DELETE outbox_task
            SELECT id FROM invoice WHERE note = 'x' FOR UPDATE                                | SELECT invoice
            SELECT id FROM invoice FOR NO KEY UPDATE SKIP LOCKED                              | SELECT invoice
            WITH old AS (SELECT id FROM a) UPDATE b SET c = 1 FROM old                        | UPDATE b
            WITH done AS (UPDATE b SET c = 1 RETURNING id) INSERT INTO d SELECT id FROM done  | UPDATE b
            INSERT INTO e (f) VALUES (1) ON CONFLICT (f) DO UPDATE SET g = 2                  | INSERT e
            SELECT set_config('brickwork.reason', :reason, true)                              | SELECT
            LOCK TABLE h                                                                      | LOCK
            """)
    void aStatementIsCalledByWhatItDoes(String sql, String name) {
        assertThat(TracedStatements.name(sql)).isEqualTo(name);
        assertThat(TracedStatements.name("\n        " + sql.replace(" FROM ", "\n        FROM\n ")))
                .isEqualTo(name);
    }
}
