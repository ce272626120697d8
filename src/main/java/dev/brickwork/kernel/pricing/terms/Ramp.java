package dev.brickwork.kernel.pricing.terms;

import dev.brickwork.kernel.calendar.AnchoredMonths;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Lays the phases of a request end to end over the contract (rule F-01).
public record Ramp(List<Slot> slots) {
    public Ramp {
        slots = List.copyOf(slots);
    }

    /// A phase as sent; an absent start is derived.
    public record Outline(Optional<Integer> position, Optional<LocalDate> startsOn, Optional<Integer> months) {}

    /// Where a phase lies; `index` is its place in the request.
    public record Slot(int index, int position, int fromMonth, int months) {}

    public static Checked<Ramp> lay(LocalDate orderStart, int orderMonths, List<Outline> outlines) {
        var faults = shapeFaults(outlines);
        if (!faults.isEmpty()) return Checked.invalid(faults);
        var slots = new ArrayList<Slot>();
        for (int i = 0; i < outlines.size(); i++) {
            var outline = outlines.get(i);
            slots.add(new Slot(
                    i, outline.position().orElse(i), 0, outline.months().orElseThrow()));
        }
        slots.sort(Comparator.comparingInt(Slot::position));
        return laid(slots, new AnchoredMonths(orderStart), orderMonths, outlines);
    }

    private static Checked<Ramp> laid(
            List<Slot> sorted, AnchoredMonths anchor, int orderMonths, List<Outline> outlines) {
        var faults = new ArrayList<PricingFault>();
        var slots = new ArrayList<Slot>();
        int month = 0;
        for (var slot : sorted) {
            var due = anchor.boundary(month);
            if (outlines.get(slot.index())
                    .startsOn()
                    .filter(date -> !date.equals(due))
                    .isPresent()) {
                var where = month == 0 ? "the order starts" : "the phase before ends";
                faults.add(fault(slot.index(), "starts_at", "must be %s, where %s".formatted(due, where)));
            }
            slots.add(new Slot(slot.index(), slot.position(), month, slot.months()));
            month += slot.months();
        }
        if (month != orderMonths) {
            faults.add(new PricingFault(
                    "phases", "must last as long as the contract: %d months, not %d".formatted(orderMonths, month)));
        }
        return faults.isEmpty() ? Checked.valid(new Ramp(slots)) : Checked.invalid(faults);
    }

    private static List<PricingFault> shapeFaults(List<Outline> outlines) {
        var faults = new ArrayList<PricingFault>();
        if (outlines.isEmpty()) faults.add(new PricingFault("phases", "must not be empty"));
        if (outlines.size() > Terms.PHASES_MAX) {
            faults.add(new PricingFault("phases", "must not be more than %d".formatted(Terms.PHASES_MAX)));
        }
        var positions = new HashSet<Integer>();
        for (int i = 0; i < outlines.size(); i++) {
            var outline = outlines.get(i);
            if (!positions.add(outline.position().orElse(i))) faults.add(fault(i, "phase_position", "must be unique"));
            if (outline.months().isEmpty()) {
                faults.add(fault(i, "contract_length", "This field is required."));
            } else if (outline.months().get() < 1 || outline.months().get() > Terms.MONTHS_MAX) {
                faults.add(fault(i, "contract_length", "must be between 1 and %d".formatted(Terms.MONTHS_MAX)));
            }
        }
        return faults;
    }

    private static PricingFault fault(int index, String field, String message) {
        return new PricingFault("phases[%d].%s".formatted(index, field), message);
    }
}
