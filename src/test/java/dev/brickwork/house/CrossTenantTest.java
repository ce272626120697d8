package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Contract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Another seller's id answers exactly like an absent one, on every route and in every position.
@Tag("verify")
final class CrossTenantTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();

    @Test
    void anothersIdAnswersLikeAnAbsentOne() {
        var owner = HOUSE.sellerAt("2025-02-01T00:00:00Z");
        var stranger = HOUSE.seller();
        var things = OneOfEach.madeBy(owner);
        for (var operation : Contract.operations()) {
            var parameters = operation.pathParameters();
            if (operation.planned() || parameters.isEmpty()) continue;
            assertThat(things.keySet())
                    .as("a sample of each id of %s", operation)
                    .containsAll(parameters);
            var theirs = call(stranger, operation, things);
            var absent = call(stranger, operation, absentOnes(things));
            assertThat(theirs.status()).as(operation.toString()).isEqualTo(absent.status());
            assertThat(theirs.body()).as(operation.toString()).isEqualTo(absent.body());
        }
    }

    /// Each list, search and sum shows the seller's own objects alone: it stays as it is, whatever another seller
    /// makes.
    @Test
    void whatAnotherMakesIsInNoList() {
        var stranger = HOUSE.sellerAt("2025-02-01T00:00:00Z");
        var before = lists(stranger);
        assertThat(before).hasSizeGreaterThan(20);
        var owner = HOUSE.sellerAt("2025-02-01T00:00:00Z");
        OneOfEach.madeBy(owner);
        owner.advanceTo("2025-03-02T00:00:00Z");
        owner.post("/accounting/periods/2025-02/close", "{}").is(200);
        assertThat(lists(stranger)).containsExactlyEntriesOf(before);
    }

    private static Map<String, String> lists(TestServer.Tenant tenant) {
        var answers = new LinkedHashMap<String, String>();
        for (var operation : Contract.operations()) {
            boolean isList = !operation.isMutation() || operation.path().endsWith("/search");
            var ids = Map.of("period", "2025-02"); // Everybody's month, and no id.
            if (operation.planned() || !isList || !ids.keySet().containsAll(operation.pathParameters())) continue;
            var body = call(tenant, operation, ids).body();
            answers.put(operation.toString(), body.replaceAll("\"last_used_at\":[^,}]+", "")); // It is, by asking.
        }
        return answers;
    }

    /// A person of another customer, an order of another subscription, a file of another invoice: the seller is the
    /// same, and the path names what is not there.
    @Test
    void whatBelongsElsewhereIsNotThere() {
        var owner = HOUSE.sellerAt("2025-02-01T00:00:00Z");
        var things = OneOfEach.madeBy(owner);
        var elsewhere = new LinkedHashMap<>(things);
        elsewhere.put("customer_id", OneOfEach.made(owner, "/customers", "customer_id", "{'name': 'Other'}"));
        var subscription = OneOfEach.started(
                owner,
                things.get("plan_id"),
                elsewhere.get("customer_id"),
                "{'brick_id': '%s', 'quantity': 2}".formatted(things.get("brick_id")));
        elsewhere.put("subscription_id", subscription);
        var invoices = owner.get("/subscriptions/%s/invoices".formatted(subscription));
        elsewhere.put("invoice_id", invoices.first("invoice_id"));
        var children = List.of("person_id", "payment_method_id", "order_id", "attachment_id", "milestone_id");
        for (var operation : Contract.operations()) {
            var parameters = operation.pathParameters();
            if (parameters.size() < 2 || !children.contains(parameters.get(1))) continue;
            assertThat(call(owner, operation, elsewhere, "{\"quantity\": 1}").status())
                    .as(operation.toString())
                    .isEqualTo(404);
        }
    }

    private static Map<String, String> absentOnes(Map<String, String> things) {
        var absent = new LinkedHashMap<String, String>();
        things.forEach((name, id) -> absent.put(name, absentLike(name, id)));
        return absent;
    }

    private static String absentLike(String name, String id) {
        if (name.equals("version") || name.equals("period"))
            return id; // A number, not an id: the plan before it is what must be absent.
        return id.length() == 36 ? UUID.randomUUID().toString() : "A".repeat(id.length());
    }

    private static TestServer.Reply call(
            TestServer.Tenant tenant, Contract.Operation operation, Map<String, String> ids) {
        return call(tenant, operation, ids, "{}");
    }

    private static TestServer.Reply call(
            TestServer.Tenant tenant, Contract.Operation operation, Map<String, String> ids, String sent) {
        var path = operation.path();
        for (var id : ids.entrySet()) path = path.replace("{" + id.getKey() + "}", id.getValue());
        var body = operation.isMutation() ? Optional.of(sent) : Optional.<String>empty();
        return HOUSE.send(operation.method(), path, Optional.of(tenant.key()), body, List.of());
    }
}
