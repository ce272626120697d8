package dev.brickwork.billing.milestones;

import dev.brickwork.contracts.Milestone;
import dev.brickwork.platform.json.JsonWriter;

/// Milestones on the wire.
final class MilestoneJson {
    private MilestoneJson() {}

    static void write(JsonWriter json, Milestone milestone) {
        json.object(out -> fields(out, milestone));
    }

    static void fields(JsonWriter json, Milestone milestone) {
        json.put("milestone_id", milestone.id().value())
                .put("brick_id", milestone.brick())
                .put("brick_name", milestone.brickName())
                .put("brick_code", milestone.brickCode())
                .put("order_id", milestone.order().value())
                .put("phase_position", milestone.phasePosition().orElse(0)) // An order without phases is one.
                .put("phase_name", milestone.phaseName())
                .put("total_quantity", milestone.agreed())
                .put("completed_quantity", milestone.completed())
                .putEach("completions", milestone.completions(), MilestoneJson::completion);
    }

    static void completion(JsonWriter json, Milestone.Completion completion) {
        json.object(out -> out.put("id", completion.id())
                .put("quantity", completion.quantity())
                .put("invoice_id", completion.invoice())
                .put("completed_at", completion.completedAt()));
    }
}
