package dev.brickwork.ids;

import java.util.UUID;

/// Names an invoice of a seller.
public record InvoiceId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
