package dev.brickwork.documents;

/// A finished PDF.
public final class Pdf {
    private final byte[] bytes;

    Pdf(byte[] bytes) {
        this.bytes = bytes;
    }

    public byte[] bytes() {
        return bytes;
    }
}
