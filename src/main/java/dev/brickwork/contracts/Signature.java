package dev.brickwork.contracts;

import java.time.Instant;
import java.util.Optional;

/// A signature under an order: who signed, and when.
///
/// @param address the network address that it came from
public record Signature(String name, Optional<String> title, Optional<String> address, Instant at) {
    /// A copy without the person, whose data were erased. That the order was signed stays part of the contract.
    public Signature by(String company) {
        return new Signature(company, Optional.empty(), Optional.empty(), at);
    }
}
