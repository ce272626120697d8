package dev.brickwork.billing.estimate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Warning;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Names the running discounts that an upgrade drops (rule U-08): a brick that is sent without `discount` loses those
/// it
/// has, which callers who only want another quantity seldom mean. An empty list says that it is meant.
public final class DroppedDiscounts {
    private DroppedDiscounts() {}

    /// Reads the bricks of an upgrade beside those that run on its day, or on the first day of their phase.
    ///
    /// @param request an upgrade that can be priced
    public static List<Warning> of(ContractTerm now, JsonNode request) {
        var fields = Fields.of(request);
        var startsOn = now.clock().known().service(fields.date("starts_at").orElseThrow());
        var warnings = new ArrayList<Warning>();
        BrickInput.readAll(fields, "bricks")
                .ifPresent(bricks -> add(warnings, bricks, UpgradeQuotes.running(now, startsOn), "bricks"));
        var phases = PhaseInput.readAll(fields, "phases").orElse(List.of());
        for (int i = 0; i < phases.size(); i++) {
            var phase = phases.get(i);
            if (phase.bricks().isEmpty() || phase.position().isEmpty()) continue;
            var starts = now.terms()
                    .term(now.terms().phaseAt(phase.position().get()).orElseThrow())
                    .start();
            var from = starts.isAfter(startsOn) ? starts : startsOn;
            add(warnings, phase.bricks().get(), UpgradeQuotes.running(now, from), "phases[%d].bricks".formatted(i));
        }
        return List.copyOf(warnings);
    }

    private static void add(
            List<Warning> warnings, List<BrickInput> bricks, Map<BrickId, BrickTerms> running, String path) {
        for (int i = 0; i < bricks.size(); i++) {
            var brick = bricks.get(i);
            if (brick.at().isSent("discount") || brick.isRemoval() || brick.id().isEmpty()) continue;
            var before = running.get(brick.id().get());
            if (before == null || before.discounts().isNone()) continue;
            warnings.add(new Warning(
                    "discount_dropped",
                    "%s[%d].discount".formatted(path, i),
                    "Brick %s runs with a discount and is sent without one, so the upgrade ends it: send the discount to keep it, or an empty list."
                            .formatted(before.code())));
        }
    }
}
