package dev.brickwork.demo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Three plans that use every price model, in three currencies.
///
/// @param plans ids by name
/// @param bricks ids by code
record DemoCatalogue(Map<String, String> plans, Map<String, String> bricks) {
    private static final List<String> CURRENCIES = List.of("USD", "EUR", "GBP");

    static DemoCatalogue fill(DemoClient api) {
        var bricks = new LinkedHashMap<String, String>();
        brick(api, bricks, "SEATS", "Seats", "SUBSCRIPTION", "seat");
        brick(api, bricks, "STORAGE", "Storage", "SUBSCRIPTION", "GB");
        brick(api, bricks, "SUPPORT", "Priority support", "SUBSCRIPTION", "seat");
        brick(api, bricks, "ONBOARDING", "Onboarding", "ONE_TIME", "workshop");
        brick(api, bricks, "API-CALLS", "API calls", "USAGE", "call");
        brick(api, bricks, "VESSELS", "Vessels", "SUBSCRIPTION", "vessel");
        brick(api, bricks, "CHARTER", "Charter volume", "USAGE", "charter value");
        brick(api, bricks, "MIGRATION", "Fleet migration", "MILESTONE", "port");
        var product = api.post("/products", "product", "{\"name\": \"Harbour\"}")
                .path("product_id")
                .asText();
        var plans = new LinkedHashMap<String, String>();
        plan(
                api,
                plans,
                product,
                "Starter",
                "",
                Map.of(
                        bricks.get("SEATS"),
                                "\"model\": \"FLAT\", \"price_period_months\": 1, \"unit_price\": \"12.00\"",
                        bricks.get("STORAGE"),
                                "\"model\": \"PACKAGE\", \"price_period_months\": 1, \"unit_price\": \"5.00\", \"package_size\": 100"));
        plan(
                api,
                plans,
                product,
                "Team",
                "",
                Map.of(
                        bricks.get("SEATS"),
                                "\"model\": \"GRADUATED\", \"price_period_months\": 1, \"tiers\": ["
                                        + "{\"up_to\": 10, \"unit_price\": \"25.00\"}, {\"up_to\": 50, \"unit_price\": \"20.00\"},"
                                        + " {\"up_to\": null, \"unit_price\": \"16.50\"}]",
                        bricks.get("SUPPORT"),
                                "\"model\": \"STAIRSTEP\", \"price_period_months\": 1, \"tiers\": ["
                                        + "{\"up_to\": 10, \"flat_price\": \"49.00\"}, {\"up_to\": null, \"flat_price\": \"129.00\"}]",
                        bricks.get("ONBOARDING"), "\"model\": \"FLAT\", \"unit_price\": \"500.00\"",
                        bricks.get("API-CALLS"),
                                "\"model\": \"VOLUME\", \"tiers\": ["
                                        + "{\"up_to\": 10000, \"unit_price\": \"0.010\"}, {\"up_to\": null, \"unit_price\": \"0.008\"}]"));
        plan(
                api,
                plans,
                product,
                "Fleet",
                "\"model\": \"FLAT\", \"price_period_months\": 12, \"unit_price\": \"4800.00\"",
                Map.of(
                        bricks.get("VESSELS"),
                                "\"model\": \"VOLUME\", \"price_period_months\": 12, \"tiers\": ["
                                        + "{\"up_to\": 20, \"unit_price\": \"310.00\"}, {\"up_to\": null, \"unit_price\": \"268.40\"}]",
                        bricks.get("CHARTER"), "\"model\": \"PERCENTAGE\", \"unit_price\": \"0.45\"",
                        bricks.get("MIGRATION"), "\"model\": \"FLAT\", \"unit_price\": \"1500.00\""));
        api.post("/discount-coupons", "coupon", """
                {"code": "WELCOME", "name": "First quarter", "discount_rate": "5", "duration_months": 3}
                """);
        return new DemoCatalogue(plans, bricks);
    }

    private static void brick(
            DemoClient api, Map<String, String> bricks, String code, String name, String type, String unit) {
        var made = api.post("/bricks", "brick " + code, """
                {"brick_name": "%s", "brick_code": "%s", "brick_type": "%s", "unit": "%s"}
                """.formatted(name, code, type, unit));
        bricks.put(code, made.path("brick_id").asText());
    }

    private static void plan(
            DemoClient api,
            Map<String, String> plans,
            String product,
            String name,
            String own,
            Map<String, String> bricks) {
        var id = api.post("/plans", "plan " + name, """
                        {"plan_name": "%s", "product_id": "%s"}
                        """.formatted(name, product))
                .path("plan_id")
                .asText();
        var entries = bricks.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(brick ->
                        "{\"brick_id\": \"%s\", \"prices\": [%s]}".formatted(brick.getKey(), prices(brick.getValue())))
                .toList();
        var plain = own.isEmpty() ? "" : "\"prices\": [%s], ".formatted(prices(own));
        api.put(
                "/plans/%s/draft".formatted(id),
                "draft " + name,
                "{%s\"bricks\": [%s]}".formatted(plain, String.join(", ", entries)));
        api.post("/plans/%s/publish".formatted(id), "publish " + name, "{}");
        plans.put(name, id);
    }

    private static String prices(String price) {
        return String.join(
                ", ",
                CURRENCIES.stream()
                        .map(currency -> "{\"currency\": \"%s\", %s}".formatted(currency, price))
                        .toList());
    }

    String plan(String name) {
        return required(plans, name);
    }

    String brick(String code) {
        return required(bricks, code);
    }

    private static String required(Map<String, String> ids, String name) {
        var id = ids.get(name);
        if (id == null) throw new IllegalStateException("the demo knows no " + name);
        return id;
    }
}
