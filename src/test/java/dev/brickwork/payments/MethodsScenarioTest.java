package dev.brickwork.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import dev.brickwork.support.Await;
import dev.brickwork.support.EntityTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Payment methods over HTTP, with the sandbox and with Stripe's double.
@Tag("verify")
final class MethodsScenarioTest {
    private static final StripeDouble STRIPE = StripeDouble.started();

    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp(
            Map.of("BRICKWORK_STRIPE_URL", STRIPE.base().toString()));

    private static String customer(Tenant seller, String name) {
        return seller.post("/customers", "{\"name\": \"%s\"}".formatted(name))
                .is(200)
                .text("customer_id");
    }

    private static void add(Tenant seller, String customer, String method) {
        seller.post(
                        "/customers/%s/payment-methods".formatted(customer),
                        "{\"sandbox_payment_method_id\": \"%s\"}".formatted(method))
                .is(200);
    }

    @Test
    void aMethodIsAddedListedChosenAndRemoved() {
        var seller = HOUSE.seller();
        var customer = customer(seller, "Acme");
        var methods = "/customers/%s/payment-methods".formatted(customer);
        seller.get(methods).is(200, "[]");
        seller.get(methods + "/default").is(404);

        var setup = seller.post(methods, "{}").is(200, "\"processor\":\"SANDBOX\"");
        assertThat(setup.text("url")).contains("/sandbox/seti_sandbox_");
        add(seller, customer, "pm_sandbox_visa");
        add(seller, customer, "pm_sandbox_us_bank_account");
        seller.get(methods)
                .is(
                        200,
                        "[{\"payment_method_id\":\"pm_sandbox_us_bank_account\",\"is_default\":false,"
                                + "\"type\":\"us_bank_account\",\"us_bank_account\":{\"bank_name\":\"Sandbox Bank\","
                                + "\"bank_type\":\"checking\",\"last4\":\"6789\",\"routing_number\":\"110000000\"}},"
                                + "{\"payment_method_id\":\"pm_sandbox_visa\",\"is_default\":false,\"type\":\"card\",\"card\":"
                                + "{\"brand\":\"visa\",\"last4\":\"4242\",\"exp_month\":12,\"exp_year\":2099}}]");

        seller.put(methods + "/default", "{\"payment_method_id\": \"pm_sandbox_visa\"}")
                .is(200, "{\"subscription_id\":null,\"default_payment_method_id\":\"pm_sandbox_visa\"}");
        seller.get(methods + "/default").is(200, "pm_sandbox_visa", "\"is_default\":true");
        seller.put(methods + "/default", "{\"payment_method_id\": \"pm_sandbox_us_bank_account\"}")
                .is(200);
        seller.get(methods + "/default").is(200, "pm_sandbox_us_bank_account");

        seller.delete(methods + "/pm_sandbox_us_bank_account").is(200);
        seller.delete(methods + "/pm_sandbox_us_bank_account").is(404);
        seller.get(methods + "/default").is(404);
        seller.put(methods + "/default", "{\"payment_method_id\": \"pm_sandbox_us_bank_account\"}")
                .is(400, "\"payment_method_id\":[");
    }

    /// A choice, removal or erasure of one customer changes nothing for another with the same card.
    @Test
    void nobodyChangesTheMethodsOfAnother() {
        var seller = HOUSE.seller();
        var one = customer(seller, "One");
        var other = customer(seller, "Other");
        for (var customer : List.of(one, other)) {
            add(seller, customer, "pm_sandbox_visa");
            choose(seller, customer, "pm_sandbox_visa");
        }
        add(seller, other, "pm_sandbox_visa__2");
        choose(seller, other, "pm_sandbox_visa__2");
        var ones = "/customers/%s/payment-methods".formatted(one);
        seller.get(ones + "/default").is(200, "pm_sandbox_visa");
        seller.delete("/customers/%s/payment-methods/pm_sandbox_visa".formatted(other))
                .is(200);
        seller.get(ones + "/default").is(200, "pm_sandbox_visa");

        seller.delete("/customers/%s/personal-data".formatted(other)).is(200);
        Await.until(
                "the methods of the other one are gone",
                () -> seller.get("/customers/%s/payment-methods".formatted(other))
                        .body()
                        .equals("[]"));
        seller.get(ones).is(200, "pm_sandbox_visa");
        seller.get(ones + "/default").is(200, "pm_sandbox_visa");
    }

    /// The processor sends receipts to the first person of this customer that was added with an address.
    @Test
    void theProcessorKnowsTheAddressOfTheCustomerItself() {
        var seller = HOUSE.seller();
        seller.put(
                        "/processor",
                        "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"%s\"}}"
                                .formatted(StripeDouble.API_KEY))
                .is(200);
        var stranger = customer(seller, "Stranger");
        var buyer = customer(seller, "Buyer");
        for (var email : List.of("stranger@example.com", "first@example.com", "second@example.com")) {
            seller.post(
                            "/customers/%s/persons".formatted(email.startsWith("stranger") ? stranger : buyer),
                            "{\"email\": \"%s\"}".formatted(email))
                    .is(200);
        }
        seller.post("/customers/%s/payment-methods".formatted(buyer), "{}").is(200);
        var made = STRIPE.requests().stream()
                .filter(request -> request.method().equals("POST")
                        && request.path().equals("/v1/customers")
                        && buyer.equals(request.fields().get("metadata[brickwork_company_id]")))
                .toList();
        assertThat(made).hasSize(1);
        assertThat(made.getFirst().fields()).containsEntry("email", "first@example.com");
    }

    private static void choose(Tenant seller, String customer, String method) {
        seller.put(
                        "/customers/%s/payment-methods/default".formatted(customer),
                        "{\"payment_method_id\": \"%s\"}".formatted(method))
                .is(200);
    }

    /// The body means the same as JSON, as a form and as multipart.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '%', textBlock = """
            application/x-www-form-urlencoded | payment_method_id=pm_sandbox_visa
            multipart/form-data; boundary=x   | --x~Content-Disposition: form-data; name="payment_method_id"~~pm_sandbox_visa~--x--~
            application/json                  | {"payment_method_id": "pm_sandbox_visa"}
            """)
    void theDefaultIsSetByAnyBody(String type, String body) {
        var seller = HOUSE.seller();
        var customer = customer(seller, "Acme");
        add(seller, customer, "pm_sandbox_visa");
        seller.send(
                        "PUT",
                        "/customers/%s/payment-methods/default".formatted(customer),
                        body.replace("~", "\r\n"),
                        "Content-Type",
                        type)
                .is(200, "\"default_payment_method_id\":\"pm_sandbox_visa\"");
    }

    @Test
    void editorsOfTheDefaultAndOfTheProcessorAreToldApart() {
        var seller = HOUSE.seller();
        var customer = customer(seller, "Acme");
        add(seller, customer, "pm_sandbox_visa");
        add(seller, customer, "pm_sandbox_visa__2");
        EntityTags.tellEditorsApart(
                seller,
                "/customers/%s/payment-methods/default".formatted(customer),
                "{\"payment_method_id\": \"pm_sandbox_visa\"}",
                "{\"payment_method_id\": \"pm_sandbox_visa__2\"}");
        EntityTags.tellEditorsApart(
                seller, "/processor", "{\"kind\": \"SANDBOX\"}", "{\"kind\": \"SANDBOX\", \"credentials\": {}}");
    }

    /// A method of another company is refused as one that does not exist.
    @Test
    void nobodyChoosesAnothersMethod() {
        var seller = HOUSE.seller();
        var owner = customer(seller, "Owner");
        var thief = customer(seller, "Thief");
        add(seller, owner, "pm_sandbox_visa");
        add(seller, thief, "pm_sandbox_link");
        seller.put(
                        "/customers/%s/payment-methods/default".formatted(thief),
                        "{\"payment_method_id\": \"pm_sandbox_visa\"}")
                .is(400, "payment_method_id");
        seller.delete("/customers/%s/payment-methods/pm_sandbox_visa".formatted(thief))
                .is(404);
        assertThat(seller.get("/customers/%s/payment-methods".formatted(thief)).body())
                .doesNotContain("pm_sandbox_visa");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '%', textBlock = """
            {}
            {"payment_method_id": null}
            {"payment_method_id": ""}
            {"payment_method_id": 7}
            {"payment_method_id": "pm/../x"}
            {"payment_method_id": "pm_sandbox_gold"}
            """)
    void aBadMethodIdIsNamed(String body) {
        var seller = HOUSE.seller();
        var customer = customer(seller, "Acme");
        seller.put("/customers/%s/payment-methods/default".formatted(customer), body)
                .is(400, "\"payment_method_id\":[");
    }

    @Test
    void aLiveSellerWithoutAProcessorHasNone() {
        var seller = HOUSE.seller(Mode.LIVE, Zone.UTC);
        var customer = customer(seller, "Acme");
        seller.get("/customers/%s/payment-methods".formatted(customer)).is(200, "[]");
        seller.post("/customers/%s/payment-methods".formatted(customer), "{}").is(400, "PUT /processor");
        seller.put("/customers/%s/payment-methods/default".formatted(customer), "{\"payment_method_id\": \"pm_1\"}")
                .is(400, "PUT /processor");
    }

    @Test
    void stripeIsAskedWhoseAMethodIs() {
        var seller = HOUSE.seller();
        seller.put(
                        "/processor",
                        "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"%s\"}}"
                                .formatted(StripeDouble.API_KEY))
                .is(200);
        var customer = customer(seller, "Acme");
        var setup = seller.post("/customers/%s/payment-methods".formatted(customer), "{\"type\": \"card\"}")
                .is(200, "\"processor\":\"STRIPE\"", "\"url\":null");
        assertThat(setup.text("client_secret")).isNotEmpty();
        seller.post(
                        "/customers/%s/payment-methods".formatted(customer),
                        "{\"sandbox_payment_method_id\": \"pm_sandbox_visa\"}")
                .is(400, "sandbox_payment_method_id");
        seller.put("/customers/%s/payment-methods/default".formatted(customer), "{\"payment_method_id\": \"pm_none\"}")
                .is(400, "payment_method_id");
    }

    /// The processor learns whom to write to, and forgets the methods of a customer who was erased.
    @Test
    void anErasedCustomerLeavesNoMethodsAtTheProcessor() throws Exception {
        var seller = HOUSE.seller();
        seller.put(
                        "/processor",
                        "{\"kind\": \"STRIPE\", \"credentials\": {\"secret_key\": \"%s\"}}"
                                .formatted(StripeDouble.API_KEY))
                .is(200);
        var customer = customer(seller, "Acme");
        var methods = "/customers/%s/payment-methods".formatted(customer);
        seller.post(
                        "/customers/%s/persons".formatted(customer),
                        "{\"first_name\": \"Wile\", \"last_name\": \"Coyote\", \"email\": \"wile@acme.example\"}")
                .is(200);
        seller.post(methods, "{\"type\": \"card\"}").is(200);
        assertThat(STRIPE.requests())
                .filteredOn(request -> request.path().equals("/v1/customers"))
                .last()
                .satisfies(made -> assertThat(made.fields()).containsEntry("email", "wile@acme.example"));
        STRIPE.attachToLatest("pm_kept");
        seller.put(methods + "/default", "{\"payment_method_id\": \"pm_kept\"}").is(200);
        seller.delete("/customers/%s/personal-data".formatted(customer)).is(200);
        Await.until(
                "the method is detached at Stripe",
                () -> STRIPE.requests().stream()
                        .anyMatch(request -> request.path().equals("/v1/payment_methods/pm_kept/detach")));
        Await.until(
                "the customer has no default",
                () -> seller.get(methods + "/default").status() == 404);
        seller.get(methods).is(200, "[]");
    }

    /// However many choose at once, one default is left, and it is one of those chosen.
    @Test
    void racingDefaultsLeaveOne() throws Exception {
        var seller = HOUSE.seller();
        var customer = customer(seller, "Acme");
        var ids = List.of("pm_sandbox_visa", "pm_sandbox_visa__2", "pm_sandbox_link");
        for (var id : ids) add(seller, customer, id);
        var choices = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 30; i++) {
            var body = "{\"payment_method_id\": \"%s\"}".formatted(ids.get(i % ids.size()));
            choices.add(() -> seller.put("/customers/%s/payment-methods/default".formatted(customer), body)
                    .status());
        }
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (var choice : threads.invokeAll(choices))
                assertThat(choice.get()).isEqualTo(200);
        }
        var defaults = HOUSE.database()
                .read(tx -> tx.query("SELECT id FROM payment_method WHERE seller_id = :seller AND is_default")
                        .bind("seller", seller.id().value())
                        .map((row, _) -> Columns.text(row, "id"))
                        .list());
        assertThat(defaults).hasSize(1).isSubsetOf(ids);
    }
}
