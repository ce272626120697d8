package dev.brickwork.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.List;

/// Runs `check` on a defect that came past the guards that a test names. It is planted in a transaction that is
/// rolled back.
public final class PlantedDefect {
    private PlantedDefect() {}

    /// The broken invariants.
    ///
    /// @param guards statements that switch triggers off and take constraints away
    public static List<String> found(TestServer house, String defect, String... guards) {
        return house.database().inTransaction(tx -> {
            for (var guard : guards) tx.handle().execute(guard);
            assertThat(tx.handle().execute(defect)).as("rows touched").isPositive();
            var broken = house.wiring().invariants().run(tx, List.of());
            tx.handle().rollback();
            tx.handle().begin();
            return broken;
        });
    }
}
