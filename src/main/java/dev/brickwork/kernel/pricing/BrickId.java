package dev.brickwork.kernel.pricing;

import java.util.Optional;
import java.util.UUID;

/// The id of a brick, the same in all plans and versions.
public record BrickId(UUID value) {
    public static Optional<BrickId> parse(String text) {
        try {
            var id = UUID.fromString(text);
            return id.toString().equalsIgnoreCase(text) ? Optional.of(new BrickId(id)) : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
