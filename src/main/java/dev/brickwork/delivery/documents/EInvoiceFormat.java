package dev.brickwork.delivery.documents;

import java.util.Optional;

/// The shapes of `GET /invoices/{id}/e-invoice?format=`.
public enum EInvoiceFormat {
    FACTUR_X("factur-x", "application/pdf", "pdf"),
    CII("cii", "application/xml", "xml"),
    UBL("ubl", "application/xml", "xml");

    private final String wire;
    private final String mediaType;
    private final String ending;

    EInvoiceFormat(String wire, String mediaType, String ending) {
        this.wire = wire;
        this.mediaType = mediaType;
        this.ending = ending;
    }

    public static Optional<EInvoiceFormat> parse(String wire) {
        for (var format : values()) {
            if (format.wire.equals(wire)) return Optional.of(format);
        }
        return Optional.empty();
    }

    public String mediaType() {
        return mediaType;
    }

    /// Of the file's name.
    public String ending() {
        return ending;
    }
}
