package dev.brickwork.platform.http.pages;

import dev.brickwork.platform.http.Answer;
import java.util.Optional;

/// Something outside `/api/` that needs no key: documents of the service itself, or hosted pages.
@FunctionalInterface
public interface PublicPages {
    /// Empty when the path is none of theirs.
    Optional<Answer> answer(PublicRequest request);

    /// What is shown instead of our own failure; pages for people say it in their way, and leave others alone.
    default Answer failed(PublicRequest request, Answer failure) {
        return failure;
    }
}
