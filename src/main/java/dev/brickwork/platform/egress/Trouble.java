package dev.brickwork.platform.egress;

/// Why a call got no answer. These words are all that a seller learns, so that an endpoint's errors cannot
/// be used to look around behind us.
public enum Trouble {
    /// The URL or one of its addresses is not allowed, or its name is unknown; nothing was dialled.
    BLOCKED("blocked"),
    UNREACHABLE("unreachable"),
    TLS("tls"),
    TIMEOUT("timeout"),
    /// The answer was not HTTP, or was too long.
    GARBLED("garbled"),
    /// The secret that signs the request cannot be decrypted any more; nothing was dialled.
    SEALED("sealed");

    private final String word;

    Trouble(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
