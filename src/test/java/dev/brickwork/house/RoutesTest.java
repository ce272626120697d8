package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Contract;
import dev.brickwork.support.Contract.Operation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every operation that the contract calls built has a route under the scope that it names; a planned one has none.
///
/// A key that lacks the scope tells the two apart without touching any data: a route refuses it with 403 and
/// names the scope, while a path without a route is a 404 or 405. Routes that the contract does not know are
/// found by the scenario tests, which refuse an answer without an operation.
@Tag("verify")
class RoutesTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void theRoutesAreTheOperationsThatAreBuilt() {
        var seller = HOUSE.seller();
        var reader = key(seller, "read");
        var writer = key(seller, "write");
        for (var operation : Contract.operations()) {
            var key = operation.scope().equals("read") ? writer : reader;
            var reply = HOUSE.send(operation.method(), path(operation), Optional.of(key), Optional.empty(), List.of());
            if (operation.planned()) {
                assertThat(reply.status()).as(reply.call() + " is planned").isIn(404, 405);
            } else {
                reply.is(403, operation.scope());
            }
        }
    }

    @Test
    void somethingIsBuilt() {
        assertThat(Contract.operations())
                .filteredOn(operation -> !operation.planned())
                .isNotEmpty();
        assertThat(Set.of("read", "write", "keys", "operator"))
                .isSubsetOf(Contract.operations().stream().map(Operation::scope).toList());
    }

    private static String key(TestServer.Tenant seller, String scope) {
        return seller.post("/api-keys", "{\"name\": \"%s\", \"scopes\": [\"%s\"]}".formatted(scope, scope))
                .is(200)
                .text("api_key");
    }

    private static String path(Operation operation) {
        return operation.path().replaceAll("\\{[a-z_]+}", "01985d2a-7c10-7000-8000-0000000000ff");
    }
}
