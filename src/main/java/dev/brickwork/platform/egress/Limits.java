package dev.brickwork.platform.egress;

import java.time.Duration;

/// How long and how much one attempt may take.
public record Limits(Duration connect, Duration total, int bodyBytes) {
    public static final Limits STANDARD = new Limits(Duration.ofSeconds(3), Duration.ofSeconds(15), 4096);
}
