package dev.brickwork.tax;

import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.platform.json.JsonWriter;

/// The wire shapes of registrations and rates.
final class TaxJson {
    private TaxJson() {}

    static void registration(JsonWriter json, TaxRegistration registration) {
        json.object(out -> out.put("tax_registration_id", registration.id())
                .put("country", registration.country())
                .put("region", registration.region())
                .put("tax_id", registration.taxId())
                .put("legal_entity_id", registration.entity().map(LegalEntityId::value))
                .put("valid_from", registration.validity().from())
                .put("valid_to", registration.validity().to())
                .put("created_at", registration.createdAt()));
    }

    static void rate(JsonWriter json, TaxRate rate) {
        json.object(out -> out.put("tax_rate_id", rate.id())
                .put("country", rate.country())
                .put("region", rate.region())
                .put("category", rate.category())
                .put("percent", rate.percent().toString())
                .put("name", rate.name())
                .put("valid_from", rate.validity().from())
                .put("valid_to", rate.validity().to())
                .put("source", rate.isBuiltIn() ? "BUILT_IN" : "SELLER"));
    }
}
