package dev.brickwork.demo;

import java.time.LocalDate;

/// The seller of the story: Harbour Light Software of Dublin, with what it must know to bill.
final class DemoCompany {
    private DemoCompany() {}

    static void settle(DemoClient api, LocalDate begin) {
        api.patch("/seller", "seller", """
                {"name": "Harbour Light Software", "legal_name": "Harbour Light Software Ltd", "tax_id": "IE1234567T",
                 "address": {"line_1": "14 Sir John Rogerson's Quay", "city": "Dublin", "zip": "D02 T804", "country": "IE"},
                 "enabled_currencies": ["USD", "EUR", "GBP"], "invoice_email_from": "billing@harbourlight.example",
                 "muted_before": "%s", "payment_terms": 30, "automatic_retries": true}
                """.formatted(begin));
        var entity = api.get("/legal-entities")
                .path("results")
                .path(0)
                .path("legal_entity_id")
                .asText();
        api.patch("/legal-entities/" + entity, "entity", """
                {"legal_name": "Harbour Light Software Ltd", "tax_id": "IE1234567T", "invoice_number_prefix": "HL-",
                 "address": {"line_1": "14 Sir John Rogerson's Quay", "city": "Dublin", "zip": "D02 T804", "country": "IE"},
                 "bank_account": {"iban": "IE64 IRCE 9205 0112 3456 78", "bic": "IRCEIE2D", "bank_name": "Liffey Bank"}}
                """);
        api.post("/tax-registrations", "tax in Ireland", "{\"country\": \"IE\"}");
        api.post("/tax-registrations", "tax in California", "{\"country\": \"US\", \"region\": \"CA\"}");
        api.put("/processor", "processor", "{\"kind\": \"SANDBOX\"}");
    }
}
