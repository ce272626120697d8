package dev.brickwork.demo;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One customer's purchases, and the later changes to them.
record DemoDeal(DemoClient api, DemoCatalogue catalogue, DemoCustomer customer, Map<String, String> customerIds) {
    private static final int PAUSE_DAYS = 30;
    private static final List<String> SURNAMES =
            List.of("Moreau", "Okafor", "Lindqvist", "Tanaka", "Novak", "Silva", "Keller");

    private String id() {
        return idOf(customer.name());
    }

    private String idOf(String name) {
        var id = customerIds.get(name);
        if (id == null) throw new IllegalStateException("the demo knows no " + name);
        return id;
    }

    private String once(String what) {
        return what + " of " + customer.name();
    }

    private String surname() {
        return SURNAMES.get(Math.floorMod(customer.key().hashCode(), SURNAMES.size()));
    }

    /// Returns the subscription's id.
    String buy(LocalDate start) {
        var contact = api.post("/customers/%s/persons".formatted(id()), once("contact"), """
                        {"first_name": "Sam", "last_name": "%s", "email": "%s", "role": "Accounts payable"}
                        """.formatted(
                                surname(), customer.mailbox()))
                .path("person_id")
                .asText();
        var extras = new ArrayList<String>();
        if (customer.is("coupon")) extras.add("\"discount_coupons\": [\"WELCOME\"]");
        if (customer.is("po"))
            extras.add("\"purchase_order\": {\"code\": \"PO-%d\"}".formatted(4700 + customer.quantity()));
        if (customer.is("card") || customer.is("badcard")) extras.add("\"transaction_method\": \"STRIPE\"");
        if (customer.is("migrated")) extras.add("\"migrated\": true");
        if (customer.is("ramp")) extras.add("\"phases\": [%s, %s]".formatted(phase(1, 1), phase(2, 2)));
        if (customer.name().startsWith("Gaspard")) {
            extras.add("\"billed_company_id\": \"%s\"".formatted(idOf("Vega Partners")));
        }
        var body = """
                {"starts_at": "%s", "contract_length": %d, "billing_frequency": "%s", "plan_id": "%s", "customer_id": "%s",
                 "currency": "%s", "point_of_contact_id": "%s", "accounts_payable_emails": ["%s"],
                 "renewal_uplifted_rate": "3", "bricks": [%s]%s}
                """.formatted(
                        start,
                        customer.months(),
                        customer.frequency(),
                        catalogue.plan(customer.plan()),
                        id(),
                        customer.currency(),
                        contact,
                        customer.mailbox(),
                        String.join(", ", bricks(customer.quantity())),
                        extras.isEmpty() ? "" : ", " + String.join(", ", extras));
        var subscription = api.post("/subscriptions", once("subscription"), body)
                .path("subscription_id")
                .asText();
        api.post("/subscriptions/%s/start".formatted(subscription), once("start"), "{}");
        return subscription;
    }

    private String phase(int position, int times) {
        return "{\"phase_position\": %d, \"contract_length\": %d, \"bricks\": [%s]}"
                .formatted(position, customer.months() / 2, String.join(", ", bricks(customer.quantity() * times)));
    }

    private List<String> bricks(int quantity) {
        var all = new ArrayList<String>();
        switch (customer.plan()) {
            case "Starter" -> {
                all.add(brick("SEATS", quantity, ""));
                all.add(brick("STORAGE", quantity * 40, ""));
            }
            case "Fleet" -> {
                all.add(brick("VESSELS", quantity, ""));
                if (customer.is("milestone")) all.add(brick("MIGRATION", 3, ""));
            }
            default -> {
                var discount = customer.is("discount") ? ", \"discount\": [{\"rate\": \"10\", \"renews\": true}]" : "";
                all.add(brick("SEATS", quantity, discount));
                all.add(brick("SUPPORT", quantity, ""));
                if (customer.is("onboarding")) all.add(brick("ONBOARDING", 2, ""));
            }
        }
        return all;
    }

    private String brick(String code, int quantity, String more) {
        return "{\"brick_id\": \"%s\", \"quantity\": %d%s}".formatted(catalogue.brick(code), quantity, more);
    }

    void upgrade(String subscription, LocalDate on) {
        change(subscription, "upgrade", """
                {"starts_at": "%s", "bricks": [%s]}
                """.formatted(on, brick("SEATS", customer.quantity() + 12, "")));
    }

    void recast(String subscription, LocalDate on) {
        change(subscription, "recast", """
                {"starts_at": "%s", "contract_length": 24, "billing_frequency": "ANNUALLY", "plan_id": "%s", "bricks": [%s]}
                """.formatted(
                        on, catalogue.plan(customer.plan()), String.join(", ", bricks(customer.quantity() * 2))));
    }

    private void change(String subscription, String kind, String body) {
        var order = api.post("/subscriptions/%s/%s".formatted(subscription, kind), once(kind), body)
                .path("order_id")
                .asText();
        api.post("/subscriptions/%s/%s/%s/start".formatted(subscription, kind, order), once("start of " + kind), "{}");
    }

    void pause(String subscription, LocalDate on) {
        api.post("/subscriptions/%s/pause".formatted(subscription), once("pause"), """
                {"paused_at": "%s", "scheduled_resume_at": "%s", "pause_reason": "the docks are being rebuilt",
                 "should_notify_customer": true}
                """.formatted(
                        on, on.plusDays(PAUSE_DAYS)));
    }

    void terminate(String subscription, LocalDate on) {
        api.post("/subscriptions/%s/terminate".formatted(subscription), once("termination"), """
                {"termination_date": "%s", "termination_notes": "moved to another office", "credit_unused": true,
                 "notification_emails": ["%s"]}
                """.formatted(
                        on, customer.mailbox()));
    }

    /// The newest one that is open.
    void voidLast(String subscription) {
        for (var invoice : api.get("/subscriptions/%s/invoices?ordering=-bill_at".formatted(subscription))
                .path("results")) {
            if (!List.of("OUTSTANDING", "DUE", "PAST_DUE")
                    .contains(invoice.path("status").asText())) continue;
            api.post(
                    "/invoices/%s/void".formatted(invoice.path("invoice_id").asText()),
                    once("void"),
                    "{\"reason\": \"billed to the wrong branch\"}");
            return;
        }
    }

    void hold(String subscription) {
        for (var invoice :
                api.get("/subscriptions/%s/invoices".formatted(subscription)).path("results")) {
            if (invoice.path("issued_at").isNull()) continue;
            api.patch(
                    "/invoices/" + invoice.path("invoice_id").asText(),
                    once("hold"),
                    "{\"collection_paused\": true, \"memo\": \"disputed; the customer checks the number of seats\"}");
            return;
        }
    }

    void credit(long amount) {
        api.post("/customers/%s/credits".formatted(id()), once("credit"), """
                {"amount": %d, "currency": "%s", "reason": "goodwill after the outage in spring"}
                """.formatted(amount, customer.currency()));
    }

    void completeMilestone(String subscription) {
        var milestone = api.get("/subscriptions/%s/milestones".formatted(subscription))
                .path("results")
                .path(0);
        api.post(
                "/subscriptions/%s/milestones/%s/complete"
                        .formatted(subscription, milestone.path("milestone_id").asText()),
                once("milestone"),
                "{\"quantity\": 1, \"bill_on\": \"IMMEDIATELY\"}");
    }

    /// A card that pays, or one that never does.
    void saveCard() {
        var card = customer.is("card") ? "pm_sandbox_visa" : "pm_sandbox_soft_decline";
        api.post("/customers/%s/payment-methods".formatted(id()), once("card"), """
                {"sandbox_payment_method_id": "%s"}
                """.formatted(card));
        api.put("/customers/%s/payment-methods/default".formatted(id()), once("default card"), """
                {"payment_method_id": "%s"}
                """.formatted(card));
    }

    void autoPay(String subscription) {
        api.put(
                "/subscriptions/%s/auto-pay".formatted(subscription),
                once("auto-pay"),
                "{\"auto_pay_invoices\": true}");
    }
}
