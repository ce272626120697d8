package dev.brickwork.invoicing;

import java.util.Locale;
import java.util.UUID;

/// A PDF that goes with an invoice, without its bytes.
///
/// @param url a link that works for a while
/// @param position its place in the one order of all attachments, from 1
public record Attachment(UUID id, String name, String url, long size, Target target, int position) {
    public enum Target {
        INVOICE,
        SUBSCRIPTION;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
