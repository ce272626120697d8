package dev.brickwork.platform.egress;

import java.util.Optional;

/// The result of one attempt to call a URL.
public sealed interface Outcome {
    /// The other side answered, with whatever status.
    record Answered(int status, Optional<String> retryAfter) implements Outcome {}

    record Failed(Trouble trouble) implements Outcome {}
}
