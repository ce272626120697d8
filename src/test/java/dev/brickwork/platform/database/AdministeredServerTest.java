package dev.brickwork.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.support.Await;
import dev.brickwork.support.TestPostgres;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the effect of administrators' changes to the server of a service: standbys, limits, settings of their own.
@Tag("verify")
final class AdministeredServerTest {
    /// The driver takes a connection that cannot write for one to a standby.
    @Test
    void whatOnlyReadsFindsThePrimaryToo() {
        try (var database = TestPostgres.open(with(TestPostgres.fresh(), "targetServerType=primary"))) {
            assertThat(database.inTransaction(AdministeredServerTest::isReadOnly))
                    .isEqualTo("off");
            assertThat(database.read(AdministeredServerTest::isReadOnly)).isEqualTo("on");
            assertThat(database.inspect(AdministeredServerTest::isReadOnly)).isEqualTo("on");
            assertThat(database.inSession(AdministeredServerTest::isReadOnly)).isEqualTo("on");
        }
    }

    /// A connection stays as it was made: kept, it would refuse writes for as long as it lives. The pool may have made
    /// another one in the last moment, which goes the same way.
    @Test
    void aServerThatMayBeWrittenAgainIsWritten() {
        var address = TestPostgres.fresh();
        TestPostgres.set(address, "default_transaction_read_only = on");
        try (var database = TestPostgres.open(address)) {
            assertThatThrownBy(() -> note(database)).isInstanceOf(DatabaseAway.class);
            TestPostgres.set(address, "default_transaction_read_only = off");
            Await.until("a note is written", () -> isNoted(database));
        }
    }

    @Test
    void aTransactionThatTheServerEndsIsTriedLater() {
        var address = TestPostgres.fresh();
        TestPostgres.set(address, "transaction_timeout = '200ms'");
        try (var database = TestPostgres.open(address)) {
            assertThatThrownBy(() -> database.inTransaction(tx -> tx.handle().execute("SELECT pg_sleep(2)")))
                    .isInstanceOf(DatabaseBusy.class);
        }
    }

    /// An index of a large table takes its time.
    @Test
    void migrationsTakeLongerThanOthersMay() {
        var address = TestPostgres.empty();
        TestPostgres.set(address, "statement_timeout = '20ms'");
        TestPostgres.set(address, "transaction_timeout = '20ms'");

        new Migrations(address).migrate();
    }

    /// It would count bytes where letters are meant, and take letters that are none.
    @Test
    void aDatabaseOfOtherLettersIsRefused() {
        var bytes = TestPostgres.empty("ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'");

        assertThatThrownBy(() -> new Migrations(bytes).migrate())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("SQL_ASCII")
                .hasMessageContaining("UTF8");
    }

    /// Some administrators take the schema `public` away.
    @Test
    void tablesInAnotherSchemaAreLookedAtToo() {
        var address = TestPostgres.empty();
        TestPostgres.set(address, "search_path = bricks");
        try (var database = TestPostgres.open(address)) {
            database.write(tx -> tx.handle().execute("CREATE SCHEMA bricks"));
            database.write(tx -> tx.handle().execute("DROP SCHEMA public"));
            new Migrations(address).migrate();
            assertThat(database.inspect(Invariants::keysNameTheSeller)).isEmpty();
            assertThat(database.inspect(Invariants::guardsStand)).isEmpty();

            database.write(tx -> tx.handle().execute("ALTER TABLE invoice DISABLE TRIGGER USER"));
            assertThat(database.inspect(Invariants::guardsStand)).isNotEmpty();
        }
    }

    private static void note(Database database) {
        database.write(tx -> tx.handle().execute("INSERT INTO backup (finished_at) VALUES (now())"));
    }

    private static boolean isNoted(Database database) {
        try {
            note(database);
            return true;
        } catch (DatabaseAway passing) {
            return false;
        }
    }

    private static String isReadOnly(SqlSession tx) {
        return tx.query("SHOW transaction_read_only").mapTo(String.class).one();
    }

    private static DatabaseAddress with(DatabaseAddress address, String parameter) {
        return new DatabaseAddress(address.jdbcUrl() + "?" + parameter, address.user(), address.password());
    }
}
