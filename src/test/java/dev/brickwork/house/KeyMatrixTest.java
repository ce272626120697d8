package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.support.Contract;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every route against every way a key can be wrong, and every route against another seller's ids.
@Tag("verify")
final class KeyMatrixTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final Pattern PARAMETER = Pattern.compile("\\{[^}]+}");

    private static List<Contract.Operation> served() {
        return Contract.operations().stream()
                .filter(operation -> !operation.planned())
                .toList();
    }

    private static String path(Contract.Operation operation, String id) {
        return PARAMETER.matcher(operation.path()).replaceAll(id);
    }

    private static TestServer.Reply call(Contract.Operation operation, Optional<String> key, String id) {
        var body = operation.isMutation() ? Optional.of("{}") : Optional.<String>empty();
        return HOUSE.send(operation.method(), path(operation, id), key, body, List.of());
    }

    @Test
    void everyWrongKeyGetsTheSame401OnEveryRoute() {
        var seller = HOUSE.seller();
        var bodies = new HashSet<String>();
        var revoked = seller.post("/api-keys", "{\"name\": \"gone\"}").is(200);
        seller.delete("/api-keys/" + revoked.text("api_key_id")).is(200);
        var expired = seller.post("/api-keys", "{\"name\": \"old\"}").is(200);
        HOUSE.database()
                .inTransaction(tx -> tx.handle()
                        .execute(
                                "UPDATE api_key SET expires_at = '2020-01-01' WHERE id = ?",
                                expired.text("api_key_id")));
        var wrong = List.of(
                Optional.<String>empty(),
                Optional.of("nonsense"),
                Optional.of(lastCharacterChanged(seller.key())),
                Optional.of(unknownButWellFormed(seller)),
                Optional.of(revoked.text("api_key")),
                Optional.of(expired.text("api_key")),
                Optional.of(seller.key().replace("bk_test_", "bk_live_")));
        for (var operation : served()) {
            for (var key : wrong) {
                var reply = call(operation, key, UUID.randomUUID().toString());
                assertThat(reply.status()).as(operation.toString()).isEqualTo(401);
                assertThat(reply.header("WWW-Authenticate")).isPresent();
                bodies.add(reply.body());
            }
        }
        assertThat(bodies).as("one body for all, so that nothing can be probed").hasSize(1);
    }

    @Test
    void aKeyWithoutTheScopeGets403ThatNamesIt() {
        var seller = HOUSE.seller();
        var keys = Arrays.stream(Scope.values())
                .filter(scope -> scope != Scope.OPERATOR)
                .collect(Collectors.toMap(
                        scope -> scope,
                        scope -> seller.post(
                                        "/api-keys",
                                        "{\"name\": \"narrow\", \"scopes\": [\"%s\"]}".formatted(scope.wire()))
                                .is(200)
                                .text("api_key")));
        for (var operation : served()) {
            for (var key : keys.entrySet()) {
                if (key.getKey().wire().equals(operation.scope())) continue;
                var reply = call(
                        operation,
                        Optional.of(key.getValue()),
                        UUID.randomUUID().toString());
                assertThat(reply.status())
                        .as("%s with %s", operation, key.getKey())
                        .isEqualTo(403);
                assertThat(reply.body()).contains("'%s'".formatted(operation.scope()));
            }
        }
    }

    @Test
    void everyServedRouteStandsInTheContractWithItsScope() {
        var inContract = served().stream()
                .map(operation -> "%s %s %s".formatted(operation.method(), operation.path(), operation.scope()))
                .toList();
        assertThat(HOUSE.wiring().routes().all())
                .extracting(route -> "%s %s %s"
                        .formatted(route.method(), route.path(), route.scope().wire()))
                .containsExactlyInAnyOrderElementsOf(inContract);
    }

    @Test
    void anUnknownPathUnderTheApiAsksForTheKeyFirst() {
        assertThat(HOUSE.send("GET", "/no/such/thing", Optional.empty(), Optional.empty(), List.of())
                        .status())
                .isEqualTo(401);
        assertThat(HOUSE.seller().get("/no/such/thing").status()).isEqualTo(404);
    }

    @Test
    void anAbsentIdAndNoIdAtAllAnswerAlike() {
        var seller = HOUSE.seller();
        for (var operation : served()) {
            if (!operation.path().contains("{") || operation.scope().equals("operator")) continue;
            var absent =
                    call(operation, Optional.of(seller.key()), UUID.randomUUID().toString());
            var none = call(operation, Optional.of(seller.key()), "no-id");
            assertThat(none.status()).as(operation.toString()).isEqualTo(absent.status());
            assertThat(none.body()).as(operation.toString()).isEqualTo(absent.body());
        }
    }

    private static String lastCharacterChanged(String key) {
        var last = key.charAt(key.length() - 1);
        return key.substring(0, key.length() - 1) + (last == 'a' ? 'b' : 'a');
    }

    /// A key that was real until its row went away.
    private static String unknownButWellFormed(TestServer.Tenant seller) {
        var made = seller.post("/api-keys", "{\"name\": \"lost\"}").is(200);
        HOUSE.database()
                .inTransaction(tx -> tx.handle().execute("DELETE FROM api_key WHERE id = ?", made.text("api_key_id")));
        return made.text("api_key");
    }
}
