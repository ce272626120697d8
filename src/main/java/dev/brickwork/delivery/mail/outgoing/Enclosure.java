package dev.brickwork.delivery.mail.outgoing;

/// A PDF that goes along.
record Enclosure(String name, byte[] pdf) {}
