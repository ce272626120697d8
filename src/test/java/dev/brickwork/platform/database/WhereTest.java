package dev.brickwork.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.support.TestPostgres;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
class WhereTest {
    private static final UUID SELLER = UUID.fromString("00000000-0000-7000-8000-000000000001");

    @Test
    void alwaysNamesTheSeller() {
        assertThat(Where.seller(SELLER).sql()).isEqualTo("WHERE seller_id = :seller");
        assertThat(Where.seller("i.seller_id", SELLER).sql()).isEqualTo("WHERE i.seller_id = :seller");
    }

    @Test
    void anEmptyFilterLeavesNoTrace() {
        var where = Where.seller(SELLER)
                .and("status = :status", "status", Optional.empty())
                .and("voided_at IS NULL OR true");

        assertThat(where.sql()).isEqualTo("WHERE seller_id = :seller AND (voided_at IS NULL OR true)");
    }

    @Test
    void aParameterIsNamedOnce() {
        var where = Where.seller(SELLER).and("a = :a", "a", Optional.of(1));

        assertThatThrownBy(() -> where.and("b = :a", "a", Optional.of(2))).hasMessageContaining("'a' is used twice");
    }

    /// A value that looks like SQL stays a value.
    @Test
    void valuesAreBound() {
        try (var database = TestPostgres.open(TestPostgres.empty())) {
            database.inTransaction(tx -> {
                tx.handle().execute("CREATE TABLE thing (seller_id uuid, name text)");
                tx.handle().execute("INSERT INTO thing VALUES (?, 'x'), (?, ''' OR true --')", SELLER, SELLER);
                return true;
            });
            var where = Where.seller(SELLER).and("name = :name", "name", Optional.of("' OR true --"));

            List<String> found =
                    database.read(handle -> where.bind(handle.query("SELECT name FROM thing " + where.sql()))
                            .mapTo(String.class)
                            .list());

            assertThat(found).containsExactly("' OR true --");
        }
    }
}
