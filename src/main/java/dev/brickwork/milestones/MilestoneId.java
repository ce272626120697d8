package dev.brickwork.milestones;

import java.util.UUID;

/// Names a milestone of a seller.
record MilestoneId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
