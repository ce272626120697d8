package dev.brickwork.invoicing.issued;

import dev.brickwork.invoicing.Invoice;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.platform.outbox.Event;
import java.time.Instant;
import java.util.function.Consumer;

/// Events about invoices: the invoice as `GET` shows it, at top level, and the fields special to the event.
public final class InvoiceEvents {
    private InvoiceEvents() {}

    public static Event told(String type, Invoice invoice, Instant now) {
        return told(type, invoice, now, _ -> {});
    }

    public static Event told(String type, Invoice invoice, Instant now, Consumer<JsonWriter> more) {
        return Event.told(type, invoice.id().value(), invoice.subscription(), out -> {
            InvoiceJson.fields(out, invoice, now);
            more.accept(out);
        });
    }
}
