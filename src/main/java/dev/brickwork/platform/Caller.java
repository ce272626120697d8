package dev.brickwork.platform;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Who asks, and when. Made once per request (or sweep) from the key and the seller's clock; modules have no
/// other clock.
///
/// @param actor the key, job or operator that acts, as the audit shows it (`key:…`, `sweep:issue`)
/// @param requestId joins the answer, the log lines and the audit rows of one request
public record Caller(SellerId seller, String actor, String requestId, Instant now) {
    public Caller {
        requireNonNull(seller, "seller");
        requireNonNull(actor, "actor");
        requireNonNull(requestId, "requestId");
        now = now.truncatedTo(ChronoUnit.MICROS); // What the database keeps, so an answer now equals one later.
    }

    /// This caller at another moment: the test clock plays a stretch of time step by step.
    public Caller at(Instant moment) {
        return new Caller(seller, actor, requestId, moment);
    }
}
