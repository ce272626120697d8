package dev.brickwork.metering;

import java.util.List;

/// The result of one entry: accepted, duplicate or rejected.
public sealed interface Verdict {
    /// It counts.
    ///
    /// @param isLate its window was billed before it came (rule G-06)
    record Accepted(boolean isLate) implements Verdict {}

    /// It has been counted before.
    record Duplicate() implements Verdict {}

    /// It does not count, for all of these reasons.
    record Rejected(List<Fault> faults) implements Verdict {
        List<String> reasons() {
            return faults.stream().map(Fault::reason).toList();
        }
    }

    /// One reason.
    ///
    /// @param field what is at fault, as the API names it; empty for the entry as a whole
    record Fault(String field, String why) {
        public String reason() {
            return field.isEmpty() ? why : field + ": " + why;
        }
    }

    Accepted IN_TIME = new Accepted(false);
    Accepted LATE = new Accepted(true);
    Duplicate AGAIN = new Duplicate();
}
