package dev.brickwork.documents.press;

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
