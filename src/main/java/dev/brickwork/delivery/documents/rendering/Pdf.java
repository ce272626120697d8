package dev.brickwork.delivery.documents.rendering;

/// A finished PDF.
public final class Pdf {
    private final byte[] bytes;

    public Pdf(byte[] bytes) {
        this.bytes = bytes;
    }

    public byte[] bytes() {
        return bytes;
    }
}
