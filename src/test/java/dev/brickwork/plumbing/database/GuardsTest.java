package dev.brickwork.plumbing.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.support.TestPostgres;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GuardsTest {
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
            tx.execute(done);
            var broken = Invariants.guardsStand(tx);
            tx.rollback();
            tx.begin();
            return broken;
        });

        if (expected == null) assertThat(found).isEmpty();
        else assertThat(found).isNotEmpty().allMatch(sentence -> sentence.endsWith(expected));
    }
}
