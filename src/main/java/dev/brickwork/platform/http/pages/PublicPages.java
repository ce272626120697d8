package dev.brickwork.platform.http.pages;

import dev.brickwork.platform.http.Answer;
import java.util.Optional;

/// Something outside `/api/` that needs no key: documents of the service itself, or hosted pages.
@FunctionalInterface
public interface PublicPages {
    /// Empty when the path is none of theirs.
    Optional<Answer> answer(PublicRequest request);

    /// Replaces the answer to a failure on our side. Pages for people show their own, and return other answers as
    /// they are.
    default Answer failed(PublicRequest request, Answer failure) {
        return failure;
    }
}
