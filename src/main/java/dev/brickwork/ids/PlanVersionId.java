package dev.brickwork.ids;

import java.util.UUID;

/// Names a published version of a plan, public or merged.
public record PlanVersionId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
