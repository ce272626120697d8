package dev.brickwork.invoices;

import dev.brickwork.plumbing.json.JsonWriter;
import dev.brickwork.plumbing.outbox.Event;
import java.time.Instant;
import java.util.function.Consumer;

/// What others are told of invoices: the invoice as `GET` shows it, at top level, and what is special to the event.
final class InvoiceEvents {
    private InvoiceEvents() {}

    static Event told(String type, Invoice invoice, Instant now) {
        return told(type, invoice, now, _ -> {});
    }

    static Event told(String type, Invoice invoice, Instant now, Consumer<JsonWriter> more) {
        return Event.told(type, invoice.id().value(), invoice.subscription(), out -> {
            InvoiceJson.fields(out, invoice, now);
            more.accept(out);
        });
    }
}
