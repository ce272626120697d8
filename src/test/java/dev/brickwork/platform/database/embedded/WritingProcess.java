package dev.brickwork.platform.database.embedded;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres.Durability;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres.Setup;
import java.nio.file.Path;

/// A process that owns an embedded server and writes numbers into it, each in its own transaction, until it is
/// killed. A number is printed when its commit was acknowledged, so whatever was printed must be found later.
final class WritingProcess {
    private WritingProcess() {}

    public static void main(String[] arguments) {
        var folder = Path.of(arguments[0]);
        var binaries = Path.of(arguments[1]);
        var setup = new Setup(folder, binaries, Durability.DURABLE, System.out::println);
        try (var postgres = EmbeddedPostgres.start(setup);
                var database = Database.open(postgres.address(), Database.Limits.STANDARD)) {
            System.out.println("server " + postgres.pid());
            var next = database.inTransaction(tx -> {
                tx.handle().execute("CREATE TABLE IF NOT EXISTS written (number bigint PRIMARY KEY)");
                return tx.query("SELECT coalesce(max(number), 0) + 1 FROM written")
                        .mapTo(Long.class)
                        .one();
            });
            while (true) {
                if (write(database, next)) System.out.println(next++);
            }
        } catch (StartRefused refused) {
            System.out.println("refused " + refused.getMessage());
            System.exit(1);
        }
    }

    /// The server may be killed under our hands; then the commit's fate is unknown, and the same number is tried
    /// again.
    private static boolean write(Database database, long number) {
        try {
            return database.inTransaction(tx -> {
                tx.handle().execute("INSERT INTO written VALUES (?) ON CONFLICT DO NOTHING", number);
                return true;
            });
        } catch (DatabaseAway away) {
            return false;
        }
    }
}
