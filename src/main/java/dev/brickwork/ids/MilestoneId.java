package dev.brickwork.ids;

import java.util.UUID;

/// Names a milestone of a seller.
public record MilestoneId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
