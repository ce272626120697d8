package dev.brickwork.support;

import dev.brickwork.House;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// After every test class the houses that it opened are put to all invariants, so that each scenario
/// proves more than it asks for. Then they are closed, and their databases are dropped.
public final class Judge implements AfterAllCallback {
    private static final int SHOWN_MAX = 10;

    @Override
    public void afterAll(ExtensionContext context) {
        var broken = new ArrayList<String>();
        for (var house : House.opened()) {
            broken.addAll(
                    house.database().read(tx -> house.wiring().invariants().run(tx, List.of())));
            house.close();
        }
        TestPostgres.dropOpened();
        if (!broken.isEmpty()) {
            var some = broken.subList(0, Math.min(SHOWN_MAX, broken.size()));
            throw new AssertionError("broken in %s: %s".formatted(context.getDisplayName(), String.join("; ", some)));
        }
    }
}
