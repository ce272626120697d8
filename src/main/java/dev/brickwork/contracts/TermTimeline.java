package dev.brickwork.contracts;

import java.util.List;
import java.util.Optional;

/// The terms of a subscription around the one that carries it.
///
/// @param before those that a recast replaces, in the order in which they were agreed: until it begins they go on
/// @param ahead those that are agreed for the time after it, one after the other
public record TermTimeline(List<ContractTerm> before, ContractTerm now, List<ContractTerm> ahead) {
    public TermTimeline {
        before = List.copyOf(before);
        ahead = List.copyOf(ahead);
    }

    /// The term that begins when the running one is over.
    public Optional<ContractTerm> following() {
        return ahead.stream().findFirst();
    }
}
