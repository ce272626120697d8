package dev.brickwork.billing.orders;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.platform.http.Metadata;
import java.util.ArrayList;
import java.util.List;

/// Orders keep what was sent. A change is laid over it field by field: absent keeps, null clears; then the
/// whole is read again, so that one reader serves creation, change and closing.
public final class Requests {
    private static final List<String> PRICED = List.of(
            "starts_at",
            "contract_length",
            "billing_frequency",
            "plan_id",
            "bricks",
            "discount_coupons",
            "phases",
            "customer_id",
            "legal_entity_id");

    private static final List<String> FIRST =
            List.of("billed_company_id", "currency", "order_type", "trial_days", "time_zone", "migrated");
    private static final List<String> RECAST = List.of("adjustment_credit", "adjustment_credit_label");

    private Requests() {}

    /// The fields that the first order of a subscription knows; others are ignored.
    static List<String> firstNames() {
        var names = new ArrayList<>(names(OrderType.STANDARD));
        names.addAll(FIRST);
        return names;
    }

    /// The fields that an order knows which changes a subscription.
    static List<String> names(OrderType type) {
        var names = new ArrayList<>(PRICED);
        names.addAll(OrderSettings.NAMES);
        if (type == OrderType.RECAST) names.addAll(RECAST);
        return names;
    }

    static ObjectNode fresh(JsonNode body, List<String> names) {
        return merged(JsonNodeFactory.instance.objectNode(), body, names);
    }

    public static ObjectNode merged(JsonNode before, JsonNode body, List<String> names) {
        ObjectNode after = before.deepCopy();
        for (var name : names) {
            var sent = body.get(name);
            if (sent == null) continue;
            if (name.equals("metadata")) {
                metadata(after, sent);
            } else if (sent.isNull()) {
                after.remove(name);
            } else {
                after.set(name, sent);
            }
        }
        return after;
    }

    /// Merges the metadata of an order, which change those of the subscription once it closes. So a removed key is
    /// kept as null until then, and private keys, which are ignored, must not leave the empty map behind that
    /// deletes all. Faults in the metadata are reported together with the other faults of the order.
    private static void metadata(ObjectNode after, JsonNode sent) {
        if (!sent.isObject() || sent.isEmpty()) {
            after.set("metadata", sent.isNull() ? JsonNodeFactory.instance.objectNode() : sent);
            return;
        }
        var before = after.get("metadata");
        var merged = before instanceof ObjectNode known ? known : JsonNodeFactory.instance.objectNode();
        for (var property : sent.properties()) {
            if (!Metadata.isPrivate(property.getKey())) merged.set(property.getKey(), property.getValue());
        }
        if (before != null || !merged.isEmpty()) after.set("metadata", merged);
    }
}
