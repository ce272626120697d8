package dev.brickwork.plumbing.egress;

import java.util.Optional;

/// What one attempt came to.
public sealed interface Outcome {
    /// The other side answered, with whatever status. `body` is the start of its answer as text, for the
    /// delivery log.
    record Answered(int status, Optional<String> retryAfter, String body) implements Outcome {}

    record Failed(Trouble trouble) implements Outcome {}
}
