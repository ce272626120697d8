package dev.brickwork.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.support.Shop;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// One seller and the requests that a crowd of clients may send it: every operation that moves orders, invoices,
/// usage or money, in any order, always about the same few objects, with bodies that are mostly right. Clients
/// record their answers here, so that the others know of new orders, invoices and payments.
final class Crowd {
    private static final String START = "2025-01-31T08:00:00Z";
    private static final List<String> FREQUENCIES =
            List.of("MONTHLY", "MONTHLY", "QUARTERLY", "ANNUALLY", "ALL_UPFRONT");
    /// How often the coupon of that name may be used.
    private static final int FEW = 3;

    private static final List<String> NONE = List.of("/none");
    private static final List<String> METHODS =
            List.of("visa", "soft_decline", "us_bank_account", "timeout_charged", "refund_timeout");

    /// A request. Those of one name are counted together.
    record Wish(String name, String method, String path, String body) {
        boolean isRead() {
            return method.equals("GET");
        }

        Reply send(Tenant seller, String... headers) {
            return isRead() ? seller.get(path) : seller.send(method, path, body, headers);
        }
    }

    final Tenant seller;
    private final Map<String, List<String>> known = new ConcurrentHashMap<>();
    private final List<Function<Random, Wish>> wishes = List.of(
            this::change,
            this::change,
            this::change,
            this::life,
            this::life,
            this::usage,
            this::usage,
            this::invoice,
            this::invoice,
            this::money,
            this::money,
            this::money,
            this::company,
            this::seller,
            this::catalogue,
            this::look);
    private final String seats;
    private final String tokens;
    private final String audit;
    private final String plan;
    private volatile LocalDate today = LocalDate.parse(START.substring(0, 10));

    Crowd(TestServer house, Random random) {
        seller = house.sellerAt(START);
        var shop = new Shop(seller);
        seats = shop.brick("seats", "SUBSCRIPTION");
        tokens = shop.brick("tokens", "USAGE");
        audit = shop.brick("audit", "MILESTONE");
        plan = shop.plan(
                "Team",
                Shop.priced(seats, Shop.SEATS_LADDER),
                Shop.priced(tokens, Shop.flat("0.04")),
                "{\"brick_id\": \"%s\", \"default_quantity\": 3, \"prices\": [%s]}"
                        .formatted(audit, Shop.flat("300.01")));
        shop.coupon("WELCOME", "5", 3);
        shop.coupon("FEW", "20", 6);
        seller.patch("/discount-coupons/FEW", "{\"max_redemptions\": %d}".formatted(FEW))
                .is(200);
        seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        for (int i = 0; i < 2; i++) {
            var customer = seller.post("/customers", """
                            {"name": "Customer %d", "is_partner": true,
                             "address": {"line_1": "a", "city": "b", "zip": "10115", "country": "DE"}}
                            """.formatted(i)).is(200).text("customer_id");
            know("customer", customer);
            tell(post("method", "/customers/%s/payment-methods".formatted(customer), method(random)));
        }
        for (int i = 0; i < 2; i++) {
            var id = seller.post("/subscriptions", order(random, "2025-01-15"))
                    .is(200)
                    .text("subscription_id");
            seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
            know("subscription", id);
        }
        lookAround();
    }

    Wish next(Random random) {
        return one(random, wishes).apply(random);
    }

    private Wish change(Random random) {
        var subscription = "/subscriptions/" + any(random, "subscription");
        var order = random.nextBoolean() ? known.getOrDefault("order", NONE).getLast() : any(random, "order");
        return switch (random.nextInt(10)) {
            case 0 -> post("subscribe", "/subscriptions", order(random, day(random, -20, 5)));
            case 1 -> post("start", subscription + "/start", "{}");
            case 2 -> new Wish("reword", "PATCH", order, "{\"bricks\": [%s]}".formatted(bricks(random)));
            case 3 -> new Wish("delete", "DELETE", order, "{}");
            case 4 -> post("order", subscription + "/renewal", "{%s}".formatted(terms(random)));
            case 5 -> post("order", subscription + "/recast", """
                    {"starts_at": "%s", %s}
                    """.formatted(day(random, -5, 5), terms(random)));
            case 6, 7 -> post("order", subscription + "/upgrade", """
                    {"starts_at": "%s", "bricks": [%s]}
                    """.formatted(day(random, -5, 5), bricks(random)));
            default -> post("start", order + "/start", "{}");
        };
    }

    private Wish life(Random random) {
        var subscription = "/subscriptions/" + any(random, "subscription");
        return switch (random.nextInt(10)) {
            case 0 ->
                post("terminate", subscription + "/terminate", """
                    {"termination_date": "%s", "credit_unused": %b}
                    """.formatted(day(random, 0, 60), random.nextBoolean()));
            case 1 -> post("reinstate", subscription + "/reinstate", "{}");
            case 2, 3 -> post("pause", subscription + "/pause", """
                    {"paused_at": "%s", "scheduled_resume_at": "%s"}
                    """.formatted(day(random, 0, 2), day(random, 3, 30)));
            case 4, 5 -> post("resume", subscription + "/resume", "{}");
            case 6 -> new Wish("auto-pay", "PUT", subscription + "/auto-pay", """
                    {"auto_pay_invoices": %b}
                    """.formatted(random.nextBoolean()));
            case 8 -> new Wish("put off", "PUT", subscription + "/pause", """
                    {"scheduled_resume_at": "%s"}
                    """.formatted(day(random, 1, 40)));
            case 7 -> new Wish("word", "PATCH", subscription, """
                    {"auto_renews": %b, "metadata": {"a": %d}}
                    """.formatted(random.nextBoolean(), random.nextInt(9)));
            default ->
                post(
                        "complete",
                        subscription + "/milestones/%s/complete".formatted(any(random, "milestone")),
                        "{\"quantity\": 1, \"bill_on\": \"%s\"}"
                                .formatted(one(random, List.of("IMMEDIATELY", "NEXT_INVOICE"))));
        };
    }

    private Wish usage(Random random) {
        var id = "t" + random.nextInt(12);
        return switch (random.nextInt(6)) {
            case 2 ->
                new Wish(
                        "thresholds",
                        "PUT",
                        "/subscriptions/%s/bricks/%s/usage/thresholds".formatted(any(random, "subscription"), tokens),
                        """
                    {"precommitment": [50], "units": [%d], "money": [%d]}
                    """.formatted(1 + random.nextInt(5_000), 1 + random.nextInt(20_000)));
            case 3 ->
                post(
                        "use many",
                        "/usage/batch",
                        "[%s, %s, %s]"
                                .formatted(
                                        entry(random, id), entry(random, id), entry(random, "t" + random.nextInt(12))));
            case 0 -> new Wish("edit usage", "PATCH", "/usage", """
                    {"transaction_id": "%s", "value": %d}
                    """.formatted(id, random.nextInt(4_000)));
            case 1 -> new Wish("delete usage", "DELETE", "/usage", "{\"transaction_id\": \"%s\"}".formatted(id));
            default -> post("use", "/usage", entry(random, id));
        };
    }

    private String entry(Random random, String id) {
        return """
                {"transaction_id": "%s", "subscription_id": "%s", "brick_id": "%s", "value": %d,
                 "time": "%sT05:00:00Z"}
                """.formatted(id, any(random, "subscription"), tokens, random.nextInt(3_000), day(random, -20, 0));
    }

    private Wish invoice(Random random) {
        var invoice = anyInvoice(random);
        return switch (random.nextInt(6)) {
            case 0 -> post("bill", "/invoices", """
                    {"customer_id": "%s", "line_items": [{"description": "Work", "unit_price": "%d.50"}]}
                    """.formatted(any(random, "customer"), random.nextInt(100)));
            case 1 ->
                new Wish(
                        "reword",
                        "PATCH",
                        invoice,
                        one(
                                random,
                                List.of(
                                        "{\"memo\": \"m\"}",
                                        "{\"collection_paused\": %b}".formatted(random.nextBoolean()),
                                        "{\"due_at\": \"%s\"}".formatted(day(random, 0, 40)))));
            case 2 -> post("void", invoice + "/void", "{\"reason\": \"none\"}");
            default -> post("regenerate", invoice + "/regenerate", """
                    {"should_use_current_address": %b}
                    """.formatted(random.nextBoolean()));
        };
    }

    private Wish money(Random random) {
        var invoice = anyInvoice(random);
        return switch (random.nextInt(7)) {
            case 0 ->
                post("grant", "/customers/%s/credits".formatted(any(random, "customer")), """
                    {"amount": %d, "reason": "goodwill"}
                    """.formatted(
                                1 + random.nextInt(9_000)));
            case 1 -> post("apply credit", invoice + "/apply-credit", "{}");
            case 2 ->
                post("refund", "/payments/%s/refund".formatted(any(random, "payment")), """
                    {"refund_method": "%s"%s}
                    """.formatted(
                                one(random, List.of("ACCOUNT_CREDIT", "ORIGINAL_PAYMENT_METHOD")),
                                random.nextBoolean() ? "" : ", \"amount\": " + (1 + random.nextInt(3_000))));
            case 3, 4 -> post("pay", invoice + "/pay", "{}");
            default ->
                post("record", invoice + "/payments", """
                    {"payment_method": "WIRE", "paid_amount": %d}
                    """.formatted(
                                1 + random.nextInt(random.nextBoolean() ? 2_000 : 60_000)));
        };
    }

    private Wish company(Random random) {
        var customer = "/customers/" + any(random, "customer");
        return switch (random.nextInt(6)) {
            case 5 ->
                new Wish(
                        "forget method",
                        "DELETE",
                        customer + "/payment-methods/pm_sandbox_" + one(random, METHODS),
                        "");
            case 0 -> new Wish("move", "PATCH", customer, """
                    {"address": {"line_1": "a", "city": "b", "zip": "75001", "country": "%s"}}
                    """.formatted(one(random, List.of("DE", "US"))));
            case 1 ->
                post("hire", customer + "/persons", "{\"email\": \"p%d@a.example\"}".formatted(random.nextInt(9)));
            case 2 -> new Wish("erase", "DELETE", customer + "/personal-data", "{}");
            case 3 -> post("method", customer + "/payment-methods", method(random));
            default ->
                new Wish("default method", "PUT", customer + "/payment-methods/default", """
                    {"payment_method_id": "pm_sandbox_%s"}
                    """.formatted(
                                one(random, METHODS)));
        };
    }

    private Wish seller(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Wish("terms", "PATCH", "/seller", "{\"payment_terms\": %d}".formatted(random.nextInt(40)));
            case 1 -> post("tax", "/tax-registrations", "{\"country\": \"FR\"}");
            default -> post("advance", "/test-clock/advance", "{\"days\": %d}".formatted(1 + random.nextInt(20)));
        };
    }

    /// Prices of new versions, and how often a coupon may be used; what was agreed keeps its own.
    private Wish catalogue(Random random) {
        return switch (random.nextInt(4)) {
            case 0 ->
                new Wish("draft", "PUT", "/plans/%s/draft".formatted(plan), """
                    {"bricks": [%s, %s, %s]}
                    """.formatted(
                                Shop.priced(seats, Shop.monthly("%d.99".formatted(1 + random.nextInt(50)))),
                                Shop.priced(tokens, Shop.flat("0.0%d".formatted(1 + random.nextInt(9)))),
                                Shop.priced(audit, Shop.flat("299.99"))));
            case 1 -> post("publish", "/plans/%s/publish".formatted(plan), "{}");
            case 2 ->
                post(
                        "close",
                        "/accounting/periods/%s/close"
                                .formatted(day(random, -60, 0).substring(0, 7)),
                        "");
            default -> new Wish("retire", "PATCH", "/discount-coupons/WELCOME", """
                    {"active": %b}
                    """.formatted(random.nextInt(4) > 0));
        };
    }

    private Wish look(Random random) {
        var subscription = "/subscriptions/" + any(random, "subscription");
        var invoice = "/invoices/" + any(random, "invoice");
        return new Wish(
                "look",
                "GET",
                one(
                        random,
                        List.of(
                                subscription,
                                subscription + "/current",
                                subscription + "/invoices/next",
                                subscription + "/bricks/%s/usage".formatted(tokens),
                                invoice,
                                invoice + "/explain",
                                "/invoices?calculate_expected_usage=true",
                                "/journal/balances")),
                "");
    }

    private static Wish post(String name, String path, String body) {
        return new Wish(name, "POST", path, body);
    }

    private static String method(Random random) {
        return "{\"sandbox_payment_method_id\": \"pm_sandbox_%s\"}".formatted(one(random, METHODS));
    }

    private String order(Random random, String startsAt) {
        return """
                {"starts_at": "%s", "plan_id": "%s", "customer_id": "%s", "billed_company_id": "%s", %s,
                 "payment_terms": %d, "discount_coupons": ["%s"]}
                """.formatted(
                        startsAt,
                        plan,
                        any(random, "customer"),
                        any(random, "customer"),
                        terms(random),
                        random.nextInt(30),
                        one(random, List.of("WELCOME", "FEW")));
    }

    private String terms(Random random) {
        return """
                "contract_length": %d, "billing_frequency": "%s", "bricks": [%s]
                """.formatted(2 + random.nextInt(12), one(random, FREQUENCIES), bricks(random));
    }

    private String bricks(Random random) {
        return "{\"brick_id\": \"%s\", \"quantity\": %d}, {\"brick_id\": \"%s\"}, {\"brick_id\": \"%s\", \"quantity\": 3}"
                .formatted(seats, 1 + random.nextInt(20), tokens, audit);
    }

    private String day(Random random, int from, int to) {
        return today.plusDays(from + random.nextInt(to - from + 1)).toString();
    }

    /// Most that can be done to an invoice waits for its issue.
    private String anyInvoice(Random random) {
        return "/invoices/" + any(random, random.nextInt(4) == 0 ? "invoice" : "issued");
    }

    private String any(Random random, String kind) {
        return one(random, known.getOrDefault(kind, NONE));
    }

    private static <T> T one(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private void know(String kind, String id) {
        var all = known.computeIfAbsent(kind, _ -> new CopyOnWriteArrayList<>());
        if (!all.contains(id)) all.add(id);
    }

    private void tell(Wish wish) {
        tell(wish, wish.send(seller).is(200));
    }

    /// Records the answer to a request, so that other clients know of the objects that it made.
    void tell(Wish wish, Reply reply) {
        if (reply.status() != 200) return;
        var answer = reply.json();
        switch (wish.name) {
            case "subscribe" ->
                know("subscription", answer.path("subscription_id").asText());
            case "order" ->
                know("order", wish.path + "/" + answer.path("order_id").asText());
            case "advance" ->
                today = LocalDate.parse(answer.path("now").asText().substring(0, 10));
            case "start", "bill", "complete", "pay", "record" -> lookAround();
            default -> {}
        }
    }

    private void lookAround() {
        for (var invoice : seller.get("/invoices?limit=1000").is(200).json().path("results")) {
            var id = invoice.path("invoice_id").asText();
            know(invoice.path("issued_at").isNull() ? "invoice" : "issued", id);
            for (var payment : invoice.path("payments"))
                know("payment", payment.path("payment_id").asText());
        }
        for (var subscription : known.getOrDefault("subscription", NONE)) {
            for (var milestone : milestones(subscription))
                know("milestone", milestone.path("milestone_id").asText());
        }
    }

    private JsonNode milestones(String subscription) {
        return seller.get("/subscriptions/%s/milestones".formatted(subscription))
                .is(200)
                .json()
                .path("results");
    }
}
