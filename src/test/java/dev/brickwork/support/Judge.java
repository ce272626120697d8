package dev.brickwork.support;

import dev.brickwork.House;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// After every test class the houses that it opened are put to all invariants (REL 1), so that each scenario
/// proves more
/// than it asks for.
public final class Judge implements AfterAllCallback {
    @Override
    public void afterAll(ExtensionContext context) {
        for (var house : House.opened()) {
            var broken = house.database().read(tx -> house.wiring().invariants().run(tx, List.of()));
            if (!broken.isEmpty()) {
                throw new AssertionError("broken in %s: %s"
                        .formatted(
                                context.getDisplayName(),
                                String.join("; ", broken.subList(0, Math.min(10, broken.size())))));
            }
        }
    }
}
