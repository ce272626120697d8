package dev.brickwork.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.support.Await;
import dev.brickwork.support.TestPostgres;
import java.sql.DriverManager;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("verify")
class MigrationsTest {
    /// Two processes that start at the same moment: one migrates, the other waits, both go on.
    @Test
    void racingStartsMigrateOnce() throws Exception {
        var address = TestPostgres.empty();
        try (var database = TestPostgres.open(address);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(new Migrations(address).isCurrent(database)).isFalse();

            var one = threads.submit(() -> new Migrations(address).migrate());
            var other = threads.submit(() -> new Migrations(address).migrate());
            one.get(60, TimeUnit.SECONDS);
            other.get(60, TimeUnit.SECONDS);

            assertThat(new Migrations(address).isCurrent(database)).isTrue();
        }
    }

    @Test
    void anOlderAndANewerTableAreToldApart() {
        var address = TestPostgres.fresh();
        try (var database = TestPostgres.open(address)) {
            var migrations = new Migrations(address);
            database.inTransaction(tx -> tx.handle().execute("""
                    INSERT INTO flyway_schema_history (installed_rank, version, description, type, script, installed_by,
                                                       execution_time, success)
                    SELECT max(installed_rank) + 1, '9999', 'of a later release', 'SQL', 'V9999__later.sql', 'x', 0, true
                    FROM flyway_schema_history
                    """));
            assertThat(migrations.isCurrent(database)).isTrue();
            migrations.migrate(); // A process of the old release may start again in the middle of an upgrade.

            database.inTransaction(
                    tx -> tx.handle().execute("DELETE FROM flyway_schema_history WHERE version <> '0001'"));
            assertThat(migrations.isCurrent(database)).isFalse();
        }
    }

    /// A branch that is merged late brings a migration that lies below others that were applied long ago.
    @Test
    void aMissingOneInTheMiddleIsMissed() {
        var address = TestPostgres.fresh();
        try (var database = TestPostgres.open(address)) {
            database.inTransaction(
                    tx -> tx.handle().execute("DELETE FROM flyway_schema_history WHERE version = '0003'"));
            assertThat(new Migrations(address).isCurrent(database)).isFalse();
        }
    }

    /// A request of the release before has changed a subscription and is about to change its seller. The migration has
    /// the table of sellers and wants that of subscriptions, since it makes tables that refer to both.
    @Test
    void aMigrationThatARequestCrossesIsTriedAgain() throws Exception {
        var address = TestPostgres.fresh();
        try (var database = TestPostgres.open(address);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            database.inTransaction(
                    tx -> tx.handle().execute("DROP TABLE page_link, page_form, page_session, page_code"));
            database.inTransaction(
                    tx -> tx.handle().execute("DELETE FROM flyway_schema_history WHERE version = '0013'"));

            var migrated = database.inTransaction(request -> {
                request.handle().execute("LOCK TABLE subscription IN ROW EXCLUSIVE MODE");
                var running = threads.submit(() -> new Migrations(address).migrate());
                Await.until(
                        "the migration waits for the request", () -> running.isDone() || isMigrationWaiting(database));
                request.handle().execute("LOCK TABLE seller IN ROW EXCLUSIVE MODE");
                return running;
            });

            migrated.get(60, TimeUnit.SECONDS);
            assertThat(new Migrations(address).isCurrent(database)).isTrue();
        }
    }

    private static boolean isMigrationWaiting(Database database) {
        return database.read(tx -> tx.query("""
                        SELECT EXISTS (SELECT FROM pg_locks
                                       WHERE relation = 'subscription'::regclass AND NOT granted)
                        """).mapTo(Boolean.class).one());
    }

    /// Before anything was analysed, the planner knows that the seller alone finds nothing.
    @Test
    void aNewDatabaseReadsByMoreThanTheSeller() {
        try (var database = TestPostgres.open(TestPostgres.fresh())) {
            long described = database.read(handle -> handle.query(
                            "SELECT count(*) FROM pg_stats WHERE attname = 'seller_id' AND n_distinct = 1")
                    .mapTo(Long.class)
                    .one());
            assertThat(described).isGreaterThan(50);
        }
    }

    @Test
    void aDatabaseOfOthersIsRefusedInOneSentence() throws Exception {
        var address = TestPostgres.empty();
        try (var connection = DriverManager.getConnection(
                        address.jdbcUrl(),
                        address.user().orElseThrow(),
                        address.password().orElseThrow());
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE theirs (id integer)");

            assertThatThrownBy(() -> new Migrations(address).migrate())
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("non-empty schema")
                    .hasMessageContaining("Brickwork needs a database of its own");
        }
    }

    @Test
    void aDatabaseOfAnOlderDevelopmentStateIsRefusedInOneSentence() {
        var address = TestPostgres.fresh();
        try (var database = TestPostgres.open(address)) {
            database.inTransaction(
                    tx -> tx.handle().execute("UPDATE flyway_schema_history SET checksum = 1 WHERE version = '0001'"));
            database.inTransaction(tx ->
                    tx.handle().execute("UPDATE flyway_schema_history SET version = '0130' WHERE version = '0013'"));

            assertThat(new Migrations(address).isCurrent(database)).isFalse();
            assertThatThrownBy(() -> new Migrations(address).migrate())
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("were made by other migrations than this release brings")
                    .hasMessageContaining("made before the first release, begin with an empty database");
        }
    }

    /// Our reckoning of a file is the library's, else every start would wake it for nothing.
    @Test
    void whatIsDoneIsSeenWithoutTheLibrary() {
        try (var database = TestPostgres.open(TestPostgres.fresh())) {
            var applied = database.read(handle -> handle.query(
                            "SELECT version, checksum FROM flyway_schema_history ORDER BY installed_rank")
                    .map((row, context) ->
                            new MigrationFile(Columns.number(row, "version"), Columns.count(row, "checksum")))
                    .list());

            assertThat(MigrationFile.all()).containsExactlyInAnyOrderElementsOf(applied);
        }
    }

    @Test
    void anAddressThatDoesNotAnswerIsNamed() {
        var nowhere = DatabaseAddress.parse("postgres://me@127.0.0.1:1/none").orElseThrow();

        assertThatThrownBy(() -> new Migrations(nowhere).migrate())
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("127.0.0.1:1/none cannot be used");
    }
}
