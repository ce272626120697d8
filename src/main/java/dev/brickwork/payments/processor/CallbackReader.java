package dev.brickwork.payments.processor;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.brickwork.payments.processor.Callback.About;
import dev.brickwork.platform.json.JsonReader;
import java.io.IOException;
import java.util.Optional;

/// Reads a processor's message as a tree, not into the SDK's types: the version of the API that an account sends in
/// is not ours to choose, and we only need to know what to read again.
public final class CallbackReader {
    public static final int BODY_BYTES_MAX = 1024 * 1024;

    private static final ObjectMapper JSON = new ObjectMapper();

    private CallbackReader() {}

    public static Optional<Callback> read(byte[] raw) {
        if (raw.length > BODY_BYTES_MAX) return Optional.empty();
        try {
            var event = JSON.readTree(raw);
            var data = event.path("data");
            var object = data.path("object");
            var id = JsonReader.text(event, "id");
            var type = JsonReader.text(event, "type");
            if (id.isEmpty() || type.isEmpty() || !event.path("created").canConvertToLong()) return Optional.empty();
            return Optional.of(new Callback(
                    id.get(),
                    type.get(),
                    about(type.get()),
                    JsonReader.text(object, "id").orElse(""),
                    // A method that was detached names its customer among its previous attributes.
                    JsonReader.text(object, "customer")
                            .or(() -> JsonReader.text(data.path("previous_attributes"), "customer")),
                    JsonReader.text(object, "payment_intent")));
        } catch (IOException notJson) {
            return Optional.empty();
        }
    }

    private static About about(String type) {
        int dot = type.lastIndexOf('.');
        return switch (dot < 0 ? type : type.substring(0, dot)) {
            case "payment_intent" -> About.CHARGE;
            case "checkout.session" -> About.PAGE;
            case "refund", "charge.refund", "charge.dispute" -> About.REFUND;
            case "charge" -> type.equals("charge.refunded") ? About.REFUND : About.OTHER;
            case "payment_method", "setup_intent" -> About.METHODS;
            case "account", "capability" -> About.ACCOUNT;
            default -> About.OTHER;
        };
    }
}
