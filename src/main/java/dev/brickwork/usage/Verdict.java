package dev.brickwork.usage;

/// What became of one entry.
sealed interface Verdict {
    /// It counts.
    ///
    /// @param isLate its window was billed before it came (rule G-06)
    record Accepted(boolean isLate) implements Verdict {}

    /// It has been counted before.
    record Duplicate() implements Verdict {}

    /// It does not count.
    ///
    /// @param field what is at fault, as the API names it; empty for the entry as a whole
    record Rejected(String field, String why) implements Verdict {
        String reason() {
            return field.isEmpty() ? why : field + ": " + why;
        }
    }

    Accepted IN_TIME = new Accepted(false);
    Accepted LATE = new Accepted(true);
    Duplicate AGAIN = new Duplicate();
}
