package dev.brickwork.delivery.mail.outgoing;

/// A PDF that goes along.
record MailAttachment(String name, byte[] pdf) {}
