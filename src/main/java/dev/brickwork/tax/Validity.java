package dev.brickwork.tax;

import java.time.LocalDate;
import java.util.Optional;

/// The days on which something holds, both ends included; an open end is open.
record Validity(Optional<LocalDate> from, Optional<LocalDate> to) {
    boolean holdsOn(LocalDate date) {
        return from.filter(date::isBefore).isEmpty() && to.filter(date::isAfter).isEmpty();
    }
}
