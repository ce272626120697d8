package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.calendar.AnchoredMonths;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Lays the phases of a request end to end over the contract (rule F-01). A phase lasts as many months as it says; one
/// that does not say ends where the next one starts, and the last one with the order.
public record PhasePlan(List<Slot> slots) {
    public PhasePlan {
        slots = List.copyOf(slots);
    }

    /// A phase as sent. An absent start follows from the phases before it, an absent length from the next start.
    public record Outline(Optional<Integer> position, Optional<LocalDate> startsOn, Optional<Integer> months) {}

    /// Where a phase lies; `index` is its place in the request.
    public record Slot(int index, int position, int fromMonth, int months) {
        private int endMonth() {
            return fromMonth + months;
        }
    }

    public static Validated<PhasePlan> lay(LocalDate orderStart, int orderMonths, List<Outline> outlines) {
        var faults = shapeFaults(outlines);
        if (!faults.isEmpty()) return Validated.invalid(faults);
        var order = IntStream.range(0, outlines.size())
                .boxed()
                .sorted(Comparator.comparingInt(index -> position(outlines, index)))
                .toList();
        var anchor = new AnchoredMonths(orderStart);
        var slots = new ArrayList<Slot>();
        int month = 0;
        for (int i = 0; i < order.size(); i++) {
            int index = order.get(i);
            startFault(outlines.get(index), index, month, anchor).ifPresent(faults::add);
            int from = month;
            var next = i + 1 < order.size() ? Optional.of(order.get(i + 1)) : Optional.<Integer>empty();
            var months = outlines.get(index)
                    .months()
                    .or(() -> next.isEmpty()
                            ? Optional.of(orderMonths - from)
                            : monthsUntil(outlines.get(next.get()), from, anchor));
            if (months.isEmpty() || months.get() < 1) {
                faults.add(fault(index, "contract_length", lengthFault(outlines, next)));
                return Validated.invalid(faults);
            }
            slots.add(new Slot(index, position(outlines, index), from, months.get()));
            month = slots.getLast().endMonth();
        }
        if (month != orderMonths) {
            faults.add(new PricingFault(
                    "phases", "must last as long as the contract: %d months, not %d".formatted(orderMonths, month)));
        }
        return faults.isEmpty() ? Validated.valid(new PhasePlan(slots)) : Validated.invalid(faults);
    }

    private static int position(List<Outline> outlines, int index) {
        return outlines.get(index).position().orElse(index);
    }

    private static Optional<PricingFault> startFault(Outline outline, int index, int month, AnchoredMonths anchor) {
        var due = anchor.boundary(month);
        if (outline.startsOn().filter(date -> !date.equals(due)).isEmpty()) return Optional.empty();
        var where = month == 0 ? "the order starts" : "the phase before ends";
        return Optional.of(fault(index, "starts_at", "must be %s, where %s".formatted(due, where)));
    }

    /// Empty where the next phase has no start, or one that lies between two months of the order.
    private static Optional<Integer> monthsUntil(Outline next, int fromMonth, AnchoredMonths anchor) {
        return next.startsOn()
                .map(anchor::position)
                .filter(position -> position.denominator() == 1)
                .map(position -> Math.toIntExact(position.numerator()) - fromMonth);
    }

    private static String lengthFault(List<Outline> outlines, Optional<Integer> next) {
        if (next.isEmpty()) return "the phases before leave no month for the last one";
        return outlines.get(next.get()).startsOn().isEmpty()
                ? "this field is required, or starts_at of the next phase"
                : "this field is required, or starts_at of the next phase a whole number of months later";
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
            if (!positions.add(position(outlines, i))) faults.add(fault(i, "phase_position", "must be unique"));
            if (outline.months()
                    .filter(months -> months < 1 || months > Terms.MONTHS_MAX)
                    .isPresent()) {
                faults.add(fault(i, "contract_length", "must be between 1 and %d".formatted(Terms.MONTHS_MAX)));
            }
        }
        return faults;
    }

    private static PricingFault fault(int index, String field, String message) {
        return new PricingFault("phases[%d].%s".formatted(index, field), message);
    }
}
