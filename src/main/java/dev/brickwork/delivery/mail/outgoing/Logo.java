package dev.brickwork.delivery.mail.outgoing;

import java.util.Base64;

/// The seller's logo, which is embedded in the message: mail readers fetch nothing from outside, so that the seller
/// does not learn when a message was opened.
///
/// @param type such as `image/png`
record Logo(String type, byte[] picture) {
    /// The content id by which the letter's HTML refers to the logo.
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
