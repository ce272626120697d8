package dev.brickwork.customers;

import dev.brickwork.platform.json.JsonWriter;
import java.util.List;

/// The wire shapes of customers, in answers and in events.
final class CustomerJson {
    private CustomerJson() {}

    static void customer(JsonWriter json, Customer customer, List<CustomerSubscription> subscriptions) {
        json.object(out -> fields(out, customer, subscriptions));
    }

    static void fields(JsonWriter out, Customer customer, List<CustomerSubscription> subscriptions) {
        out.put("customer_id", customer.id().value())
                .put("name", customer.name())
                .put("legal_name", customer.legalName())
                .put("external_id", customer.externalId())
                .putObject("address", customer.address(), (it, address) -> address.write(it))
                .put("tax_id", customer.taxId())
                .put("time_zone", customer.timeZone().map(zone -> zone.id().getId()))
                .put("locale", customer.locale().toLanguageTag())
                .put("is_partner", customer.isPartner())
                .put("metadata", customer.metadata().value())
                .putEach("subscriptions", subscriptions, CustomerJson::subscription)
                .put("created_at", customer.createdAt());
    }

    private static void subscription(JsonWriter json, CustomerSubscription subscription) {
        json.object(out -> out.put("subscription_id", subscription.id())
                .put("status", subscription.status())
                .put("name", subscription.name())
                .put("starts_at", subscription.startsAt())
                .put("ends_at", subscription.endsAt()));
    }
}
