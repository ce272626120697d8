package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Line;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The facts of one issued invoice that decide what of it is unused (rule R-02).
///
/// @param total its grand total
/// @param paid payments and ledger credit applied to it
/// @param remaining what is still owed
/// @param adjusted unused value already taken back from it by earlier changes, credit and offset together
/// @param credited the part of `adjusted` that was given as credit
/// @param carriedForward credit that it gave, because its lines came to less than nothing (rule M-08)
/// @param netted what its lines of less than nothing paid for beside them
/// @param lines what it billed; a reduction settled against this invoice counts as one of its lines, with
///     negative value
public record BilledInvoice(
        UUID invoiceId,
        long total,
        long paid,
        long remaining,
        long adjusted,
        long credited,
        long carriedForward,
        long netted,
        List<BilledLine> lines) {
    public BilledInvoice {
        lines = List.copyOf(lines);
    }

    /// All the credit that the customer was given because of it.
    long given() {
        return Math.max(0, carriedForward + credited);
    }

    /// Beside a negative line, which bears no tax, the others bear less than their own (M-06): the tax of one line
    /// says little about its value then. What was taken back before is such a line.
    public boolean isTaxedTogether() {
        return lines.stream().anyMatch(line -> line.net() < 0);
    }

    public BilledInvoice with(BilledLine line) {
        var more = new ArrayList<>(lines);
        more.add(line);
        return new BilledInvoice(invoiceId, total, paid, remaining, adjusted, credited, carriedForward, netted, more);
    }

    /// A line of an order billed for a stretch of service, with the tax it carried.
    ///
    /// @param isUndone takes away what the line bills, cent by cent at every date
    public record BilledLine(Line line, Period service, long tax, boolean isUndone) {
        public BilledLine(Line line, Period service, long tax) {
            this(line, service, tax, false);
        }

        public long net() {
            return signed(line.amounts(service).net());
        }

        long unused(LocalDate date) {
            return signed(line.unused(service, date));
        }

        /// The part of it that falls into a stretch, with none of its tax.
        public Optional<BilledLine> during(Period stretch) {
            return service.intersection(stretch).map(part -> new BilledLine(line, part, 0, isUndone));
        }

        /// The opposite line, which takes away what this one bills.
        public BilledLine undone(long withTax) {
            return new BilledLine(line, service, withTax, !isUndone);
        }

        private long signed(long value) {
            return isUndone ? -value : value;
        }
    }
}
