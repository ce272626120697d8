package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.support.BadInput;
import dev.brickwork.support.Contract;
import dev.brickwork.support.Contract.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Remembered answers and the keys of one seller: a secret is shown again to the key that asked for it, and to no other
/// one that sends the request again. Which operations there are, and which of them show a secret, is read from the
/// contract.
@Tag("verify")
final class ShownOnceTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();

    /// A text of which 240 bits or more are random: keys, secrets, addresses with a token.
    private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9_+/-]{40,}");

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}");

    /// Members that every key that may read is shown at each reading.
    private static final Set<String> SHOWN_ALWAYS = Set.of("payment_url", "pdf_url", "callback_url", "attachments");

    private static final Set<String> SECRET_MEMBERS = Set.of("client_secret", "secret", "api_key");

    private static JsonNode resolved(JsonNode schema) {
        var reference = schema.path("$ref").asText();
        return reference.isEmpty() ? schema : resolved(Contract.file().at(reference.substring(1)));
    }

    private static boolean has(JsonNode schema, String member) {
        var node = resolved(schema);
        if (node.path("properties").has(member)) return true;
        for (var part : node.path("allOf")) if (has(part, member)) return true;
        return false;
    }

    /// Whether the contract says that the answer has a secret which a repetition may leave out.
    private static boolean showsSecret(Operation operation) {
        var answer = resolved(Contract.file().at(operation.pointer() + "/responses/200"));
        return has(answer.at("/content/application~1json/schema"), "secret_shown");
    }

    private static Set<String> secrets(String body) {
        var found = new HashSet<String>();
        if (!body.isEmpty()) collect(JsonNodeFactory.instance.objectNode().set("all", JsonReader.stored(body)), found);
        return found;
    }

    private static void collect(JsonNode node, Set<String> found) {
        node.properties().forEach(member -> {
            if (SHOWN_ALWAYS.contains(member.getKey())) return;
            var text = ID.matcher(member.getValue().asText("")).replaceAll("");
            if (SECRET.matcher(text).find() || (SECRET_MEMBERS.contains(member.getKey()) && !text.isEmpty()))
                found.add(text);
            collect(member.getValue(), found);
        });
        if (node.isArray()) node.forEach(element -> collect(element, found));
    }

    private static String body(Operation operation, Map<String, String> ids) {
        var body = BadInput.sample(operation).orElseGet(JsonNodeFactory.instance::objectNode);
        ids.forEach((name, id) -> body.findParents(name).forEach(parent -> ((ObjectNode) parent).put(name, id)));
        return body.toString();
    }

    private static Reply send(Tenant key, Operation operation, Map<String, String> ids) {
        var path = BadInput.path(operation, ids).substring(Contract.PREFIX.length());
        return key.send(operation.method(), path, body(operation, ids), "Idempotency-Key", operation.id());
    }

    private static Tenant another(Tenant seller) {
        var made = seller.post("/api-keys", "{\"name\": \"another\"}").is(200);
        return new Tenant(HOUSE, seller.id(), made.text("api_key"));
    }

    @Test
    void noOperationShowsTheSecretOfOneKeyToAnother() {
        var operator = HOUSE.operator();
        var otherOperator = another(operator);
        var seller = HOUSE.sellerAt("2025-02-01T00:00:00Z");
        var other = another(seller);
        var ids = new HashMap<>(OneOfEach.madeBy(seller));
        ids.put("signatory_user_id", ids.get("person_id"));
        seller.advanceTo("2025-02-02T00:00:00Z");

        var seen = new ArrayList<String>();
        for (var operation : inTurn()) {
            boolean isOperators = operation.scope().equals("operator");
            var first = send(isOperators ? operator : seller, operation, ids);
            var again = send(isOperators ? operator : seller, operation, ids);
            var crossed = send(isOperators ? otherOperator : other, operation, ids);
            if (first.status() >= 200 && first.status() < 300) seen.add(operation.id());

            assertThat(again.body()).as(operation.id()).isEqualTo(first.body());
            assertThat(crossed.status()).as(operation.id()).isEqualTo(first.status());
            if (showsSecret(operation)) {
                first.is(200);
                assertThat(secrets(first.body())).as(operation.id()).isNotEmpty();
                assertThat(crossed.header("Idempotent-Replayed"))
                        .as(operation.id())
                        .hasValue("true");
                crossed.is(200, "\"secret_shown\":true");
                assertThat(secrets(crossed.body())).as(operation.id()).isEmpty();
            } else {
                assertThat(secrets(first.body())).as(operation.id()).isEmpty();
                assertThat(crossed.body()).as(operation.id()).isEqualTo(first.body());
            }
        }
        assertThat(seen).as("operations that were really done").hasSizeGreaterThan(45);
    }

    /// First what shows a secret, last what takes away what the others name. A moved clock would end all else.
    private static List<Operation> inTurn() {
        var operations = new ArrayList<Operation>();
        for (var operation : Contract.operations()) {
            boolean isServed = operation.isMutation() && !operation.planned();
            if (isServed && !operation.path().startsWith("/test-clock")) operations.add(operation);
        }
        operations.sort(Comparator.comparing((Operation operation) -> !showsSecret(operation))
                .thenComparing(operation -> operation.method().equals("DELETE")));
        return operations;
    }

    /// The defect that was seen: a key of one scope came to a key of all.
    @Test
    void aNarrowKeyComesToNoWiderOneByRepeating() {
        var seller = HOUSE.seller();
        var narrow = seller.post("/api-keys", "{\"name\": \"narrow\", \"scopes\": [\"keys\"]}")
                .is(200);
        var thief = new Tenant(HOUSE, seller.id(), narrow.text("api_key"));
        var input = "{\"name\": \"wide\"}";
        var wide = seller.send("POST", "/api-keys", input, "Idempotency-Key", "one")
                .is(200);

        var crossed = thief.send("POST", "/api-keys", input, "Idempotency-Key", "one")
                .is(200, "\"secret_shown\":true", wide.text("api_key_id"));
        assertThat(crossed.json().has("api_key")).isFalse();
        var expected = (ObjectNode) wide.json();
        expected.remove("api_key");
        expected.put("secret_shown", true);
        assertThat(crossed.json()).isEqualTo(expected);

        var reader = seller.post("/api-keys", "{\"name\": \"reader\", \"scopes\": [\"read\"]}")
                .is(200);
        new Tenant(HOUSE, seller.id(), reader.text("api_key"))
                .send("POST", "/api-keys", input, "Idempotency-Key", "one")
                .is(403, "'keys'");
    }

    /// A rotation breaks no retry: the successor of the key that asked, or the successor's, gets the same bytes.
    @Test
    void theKeyThatItWasRotatedToIsShownTheSecret() {
        var seller = HOUSE.seller();
        var asks = another(seller);
        var input = "{\"name\": \"k\"}";
        var first =
                asks.send("POST", "/api-keys", input, "Idempotency-Key", "one").is(200);
        var second = successor(seller, asks);
        var third = successor(second, second);

        for (var key : List.of(asks, second, third)) {
            assertThat(key.send("POST", "/api-keys", input, "Idempotency-Key", "one")
                            .is(200)
                            .body())
                    .isEqualTo(first.body());
        }
        another(seller)
                .send("POST", "/api-keys", input, "Idempotency-Key", "one")
                .is(200, "\"secret_shown\":true");
    }

    private static Tenant successor(Tenant maker, Tenant old) {
        var made =
                maker.post("/api-keys/%s/rotate".formatted(old.keyId()), "{}").is(200);
        return new Tenant(HOUSE, old.id(), made.text("api_key"));
    }

    /// After a day the answer stays, without its secret, which is then gone from the table too.
    @Test
    void aSecretIsShownAgainForADay() {
        var seller = HOUSE.seller();
        var input = "{\"name\": \"k\"}";
        var first = seller.send("POST", "/api-keys", input, "Idempotency-Key", "one")
                .is(200);
        HOUSE.database()
                .inTransaction(tx -> tx.handle()
                        .execute(
                                "UPDATE idempotency SET created_at = created_at - interval '24 hours' WHERE seller_id = ?",
                                seller.id().value()));
        var later = seller.send("POST", "/api-keys", input, "Idempotency-Key", "one")
                .is(200, "\"secret_shown\":true");
        assertThat(later.text("api_key_id")).isEqualTo(first.text("api_key_id"));
        assertThat(later.json().has("api_key")).isFalse();
    }
}
