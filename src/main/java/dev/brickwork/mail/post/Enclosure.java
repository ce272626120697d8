package dev.brickwork.mail.post;

/// A PDF that goes along.
record Enclosure(String name, byte[] pdf) {}
