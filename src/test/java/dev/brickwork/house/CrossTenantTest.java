package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.support.Contract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Another seller's id answers exactly like an absent one, on every route and in every position (REL P1).
final class CrossTenantTest {
    private static final House HOUSE = House.open();

    /// One real thing of each kind, made by its owner through the API. A new kind of id needs a line here.
    private static Map<String, String> thingsOf(House.Tenant owner) {
        var ids = new LinkedHashMap<String, String>();
        ids.put(
                "legal_entity_id",
                owner.get("/legal-entities")
                        .json()
                        .path("results")
                        .path(0)
                        .path("legal_entity_id")
                        .asText());
        ids.put(
                "api_key_id",
                owner.post("/api-keys", "{\"name\": \"k\"}").is(200).text("api_key_id"));
        return ids;
    }

    @Test
    void anothersIdAnswersLikeAnAbsentOne() {
        var owner = HOUSE.seller();
        var stranger = HOUSE.seller();
        var things = thingsOf(owner);
        for (var operation : Contract.operations()) {
            var parameters = operation.pathParameters();
            if (operation.planned() || parameters.isEmpty() || !things.keySet().containsAll(parameters)) continue;
            var theirs = call(stranger, operation, things);
            var absent = call(stranger, operation, absentOnes(things));
            assertThat(theirs.status()).as(operation.toString()).isEqualTo(absent.status());
            assertThat(theirs.body()).as(operation.toString()).isEqualTo(absent.body());
        }
    }

    private static Map<String, String> absentOnes(Map<String, String> things) {
        var absent = new LinkedHashMap<String, String>();
        things.forEach((name, id) ->
                absent.put(name, id.length() == 36 ? UUID.randomUUID().toString() : "A".repeat(id.length())));
        return absent;
    }

    private static House.Reply call(House.Tenant tenant, Contract.Operation operation, Map<String, String> ids) {
        var path = operation.path();
        for (var id : ids.entrySet()) path = path.replace("{" + id.getKey() + "}", id.getValue());
        var body = operation.isMutation() ? Optional.of("{}") : Optional.<String>empty();
        return HOUSE.send(operation.method(), path, Optional.of(tenant.key()), body, List.of());
    }
}
