package dev.brickwork.subscriptions;

import java.util.List;
import java.util.Optional;

/// The terms of a subscription around the one that carries it.
///
/// @param before those that a recast replaces, in the order in which they were agreed: until it begins they go on
/// @param following begins when the term is over
public record Course(List<Agreement> before, Agreement now, Optional<Agreement> following) {
    public Course {
        before = List.copyOf(before);
    }
}
