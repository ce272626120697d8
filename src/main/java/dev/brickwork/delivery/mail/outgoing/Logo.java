package dev.brickwork.delivery.mail.outgoing;

import java.util.Base64;

/// The seller's picture, which travels inside the message: mail readers fetch nothing from outside, and nobody learns
/// when a message was opened.
///
/// @param type such as `image/png`
record Logo(String type, byte[] picture) {
    /// What the letter calls it.
    static final String CONTENT_ID = "logo";

    /// From a `data:` address, whose shape was checked when it was set.
    static Logo of(String address) {
        int colon = address.indexOf(':');
        int comma = address.indexOf(',');
        return new Logo(
                address.substring(colon + 1, address.indexOf(';')),
                Base64.getDecoder().decode(address.substring(comma + 1)));
    }
}
