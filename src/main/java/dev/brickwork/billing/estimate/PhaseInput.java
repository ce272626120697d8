package dev.brickwork.billing.estimate;

import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.terms.PhasePlan;
import dev.brickwork.pricing.terms.Terms;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A phase as a request names it. What it leaves out comes from the order (rule F-01).
record PhaseInput(
        Fields at,
        Optional<Integer> position,
        Optional<LocalDate> startsAt,
        Optional<Integer> months,
        Optional<UUID> plan,
        Optional<Integer> paymentTermsDays,
        Optional<List<BrickInput>> bricks,
        Optional<List<String>> coupons,
        Optional<String> name) {
    private static final int NAME_LENGTH_MAX = 255;

    /// An empty list means what none means, so that an order can be sent as it was read.
    static Optional<List<PhaseInput>> readAll(Fields fields, String name) {
        return fields.objects(name, Terms.PHASES_MAX, PhaseInput::read).filter(phases -> !phases.isEmpty());
    }

    private static PhaseInput read(Fields fields) {
        return new PhaseInput(
                fields,
                fields.integer("phase_position", Integer.MIN_VALUE, Integer.MAX_VALUE),
                fields.date("starts_at"),
                fields.integer("contract_length", 1, Terms.MONTHS_MAX),
                fields.uuid("plan_id"),
                OrderSettings.paymentTermsDays(fields),
                BrickInput.readAll(fields, "bricks"),
                CouponInput.read(fields),
                fields.filledText("name", NAME_LENGTH_MAX));
    }

    PhasePlan.Outline outline() {
        return new PhasePlan.Outline(position, startsAt, months);
    }

    /// Notes what was sent with another value than it keeps.
    <T> void requireKept(String name, Optional<T> sent, T kept) {
        if (sent.isPresent() && !sent.get().equals(kept)) {
            at.fault(name, "Cannot be changed by an upgrade: it is %s.".formatted(kept));
        }
    }
}
