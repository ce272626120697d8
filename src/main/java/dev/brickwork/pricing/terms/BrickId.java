package dev.brickwork.pricing.terms;

import java.util.UUID;

/// The id of a brick, the same in all plans and versions.
public record BrickId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
