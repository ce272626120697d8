package dev.brickwork.mail;

/// A PDF that goes along.
record Enclosure(String name, byte[] pdf) {}
