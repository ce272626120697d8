package dev.brickwork.platform.outbox;

import java.util.Optional;
import java.util.UUID;

/// Something due that could not be done whole, and that the seller has to look after: told as an event and by a mail,
/// so that it does not stand in the log alone.
///
/// @param objectKind what it is about, in the words of the API (`invoice`, `subscription`)
/// @param message says what is wrong, with which value, and what to do
public record Problem(Kind kind, String objectKind, UUID object, Optional<UUID> subscription, String message) {
    /// The type of its event.
    public static final String FOUND = "problem.found";

    /// Kind of fault.
    public enum Kind {
        /// Usage comes to more than an amount may say: it was left off its invoice (rule M-09).
        USAGE_UNPRICED,
        /// A customer's credit balance is full: a part of what it was to get was not kept (rule M-09).
        CREDIT_NOT_KEPT,
        /// A row that was due failed, and is tried again the next day.
        HELD_UP
    }

    public Event event() {
        return Event.told(
                FOUND,
                object,
                subscription,
                json -> json.put("problem", kind)
                        .put("object_kind", objectKind)
                        .put("object_id", object)
                        .put("subscription_id", subscription)
                        .put("message", message));
    }
}
