package dev.brickwork.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A soak takes hours, so each class of it that has passed is written down, and the next run goes on with the others.
public final class SoakParts implements ExecutionCondition {
    private static final Path PASSED = Path.of("target/soak-passed.txt");

    /// As they were when the run began.
    private static final List<String> EARLIER = Tier.current() == Tier.SOAK ? read() : List.of();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        var name = context.getRequiredTestClass().getSimpleName();
        return EARLIER.stream()
                .filter(line -> line.startsWith(name + " "))
                .findFirst()
                .map(line -> ConditionEvaluationResult.disabled(
                        "passed earlier, see %s, which begins anew when it is removed".formatted(PASSED)))
                .orElseGet(() -> ConditionEvaluationResult.enabled("not passed yet"));
    }

    /// Writes a class down.
    static synchronized void passed(String name, Duration time) {
        if (Tier.current() != Tier.SOAK) return;
        var line = "%s %s in %d s, -Dseeds=%d%n".formatted(name, Instant.now(), time.toSeconds(), Property.SEEDS);
        try {
            Files.writeString(PASSED, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static List<String> read() {
        try {
            return Files.exists(PASSED) ? Files.readAllLines(PASSED) : List.of();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
