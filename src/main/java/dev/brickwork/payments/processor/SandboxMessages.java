package dev.brickwork.payments.processor;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.payments.processor.SandboxBook.Entry;
import dev.brickwork.payments.processor.SandboxBook.Message;
import dev.brickwork.payments.processor.SandboxBook.Return;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The messages that the sandbox sends about a charge or refund, in the shape of Stripe's: how many, when, and in
/// which order is part of the script.
final class SandboxMessages {
    static final Duration AFTER_TIMEOUT = Duration.ofMinutes(1);
    static final Duration LATE = Duration.ofDays(2);
    static final int DUPLICATE_COUNT = 10;

    private SandboxMessages() {}

    static List<Message> of(Entry entry, SandboxScript script) {
        var created = entry.createdAt();
        var settled = entry.settlesAt();
        var last = script.refusal(entry.isPresent()).isPresent() ? "payment_failed" : "succeeded";
        var messages = new ArrayList<Message>();
        switch (script) {
            case LOST_CALLBACK, TIMEOUT_NOT_CHARGED -> {}
            case REORDERED_CALLBACKS -> {
                messages.add(message(entry, last, 0, settled));
                messages.add(message(entry, "processing", 0, settled.plusSeconds(1)));
            }
            case DUPLICATE_CALLBACKS -> {
                for (int copy = 0; copy < DUPLICATE_COUNT; copy++) messages.add(message(entry, last, copy, settled));
            }
            case TIMEOUT_CHARGED -> messages.add(message(entry, last, 0, settled.plus(AFTER_TIMEOUT)));
            case LATE_CALLBACK -> messages.add(message(entry, last, 0, settled.plus(LATE)));
            case FORGED_CALLBACK -> {
                messages.add(message(entry, last, 0, settled));
                var forged = message(entry, "succeeded", 0, settled);
                messages.add(new Message(forged.eventId(), 0, forged.dueAt(), forged.body(), true));
            }
            default -> {
                if (script.isSlow()) messages.add(message(entry, "processing", 0, created));
                messages.add(message(entry, last, 0, settled));
            }
        }
        return messages;
    }

    static List<Message> of(Return refund) {
        var object = JsonNodeFactory.instance.objectNode();
        object.put("id", SandboxProcessor.refundId(refund.refundId()));
        object.put("object", "refund");
        object.put("payment_intent", SandboxProcessor.chargeId(refund.paymentId()));
        object.putObject("metadata")
                .put(StripeProcessor.REFUND_KEY, refund.refundId().toString());
        var event = event("refund.updated", refund.refundId(), refund.createdAt());
        event.putObject("data").set("object", object);
        return List.of(new Message(event.path("id").textValue(), 0, refund.createdAt(), event.toString(), false));
    }

    private static Message message(Entry entry, String what, int copy, Instant dueAt) {
        var object = JsonNodeFactory.instance.objectNode();
        object.put("id", SandboxProcessor.chargeId(entry.paymentId()));
        object.put("object", "payment_intent");
        object.put("customer", entry.customerId());
        object.put("status", what);
        object.putObject("metadata")
                .put(StripeProcessor.PAYMENT_KEY, entry.paymentId().toString());
        var event = event("payment_intent." + what, entry.paymentId(), entry.createdAt());
        event.putObject("data").set("object", object);
        return new Message(event.path("id").textValue(), copy, dueAt, event.toString(), false);
    }

    /// An event keeps its id however often it is sent, so that the receiver recognizes a repetition.
    private static ObjectNode event(String type, UUID about, Instant created) {
        var event = JsonNodeFactory.instance.objectNode();
        event.put(
                "id",
                "evt_sandbox_" + type.replace('.', '_') + "_" + about.toString().replace("-", ""));
        event.put("object", "event");
        event.put("type", type);
        event.put("created", created.getEpochSecond());
        return event;
    }
}
