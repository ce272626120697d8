package dev.brickwork.ids;

import java.util.UUID;

/// Names a plan.
public record PlanId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
