package dev.brickwork.delivery.mail;

/// Result of sending a mail: sent, not yet, or not at all, since the mail server refused it for good or its retries
/// were
/// exhausted.
public enum SendResult {
    SENT,
    WAITING,
    REFUSED
}
