package dev.brickwork.plumbing.egress;

import java.util.Optional;

/// What one attempt came to.
public sealed interface Outcome {
    /// The other side answered, with whatever status. `body` is the start of its answer as text; it is a stranger's, so
    /// it is stored and shown nowhere.
    record Answered(int status, Optional<String> retryAfter, String body) implements Outcome {}

    record Failed(Trouble trouble) implements Outcome {}
}
