package dev.brickwork.sellers.keys;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.app.TestServer.Tenant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A key hands on its own bounds: the addresses it works from, the moment it ends, and its scopes.
@Tag("verify")
final class KeyBoundsScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String END = "2190-01-01T00:00:00Z";
    private static final String EARLIER = "2189-12-31T23:59:59Z";
    private static final String LATER = "2190-01-01T00:00:00.000001Z";
    private static final String LOCAL = "[\"127.0.0.0/8\",\"::1\"]";

    private static Reply make(Tenant maker, String more) {
        return maker.post("/api-keys", "{\"name\": \"k\"%s}".formatted(more.isEmpty() ? "" : ", " + more));
    }

    private static Tenant as(Tenant seller, Reply made) {
        return new Tenant(HOUSE, seller.id(), made.is(200).text("api_key"));
    }

    private static String rotate(String id) {
        return "/api-keys/%s/rotate".formatted(id);
    }

    @Test
    void aKeyThatIsBoundToAddressesMakesNoneThatWorksFromElsewhere() {
        var seller = HOUSE.seller();
        var bound = as(seller, make(seller, "\"allowed_addresses\": " + LOCAL));

        make(bound, "").is(200, "\"allowed_addresses\":" + LOCAL);
        for (var within : new String[] {"127.0.0.1", "127.8.0.0/16", "127.0.0.0/8", "::1", "::1/128"}) {
            make(bound, "\"allowed_addresses\": [\"%s\"]".formatted(within))
                    .is(200, "\"allowed_addresses\":[\"%s\"]".formatted(within));
        }
        make(bound, "\"allowed_addresses\": []").is(400, "\"allowed_addresses\":[\"", "127.0.0.0/8, ::1");
        for (var beyond : new String[] {"0.0.0.0/0", "126.0.0.0/7", "203.0.113.7", "::/0", "::/127", "::1/127"}) {
            make(bound, "\"allowed_addresses\": [\"127.0.0.1\", \"%s\"]".formatted(beyond))
                    .is(400, "\"allowed_addresses[1]\":[\"", beyond, "127.0.0.0/8, ::1");
        }
    }

    @Test
    void aKeyThatEndsMakesNoneThatOutlivesIt() {
        var seller = HOUSE.seller();
        var ending = as(seller, make(seller, "\"expires_at\": \"%s\"".formatted(END)));
        var shown = "\"expires_at\":\"%s\"";

        make(ending, "").is(200, shown.formatted(END));
        make(ending, "\"expires_at\": null").is(200, shown.formatted(END));
        make(ending, "\"expires_at\": \"%s\"".formatted(END)).is(200, shown.formatted(END));
        make(ending, "\"expires_at\": \"%s\"".formatted(EARLIER)).is(200, shown.formatted(EARLIER));
        make(ending, "\"expires_at\": \"%s\"".formatted(LATER)).is(400, "\"expires_at\":[\"", END);
    }

    @Test
    void allThatIsWiderIsNamedAtOnce() {
        var seller = HOUSE.seller();
        var narrow = as(
                seller,
                make(
                        seller,
                        "\"allowed_addresses\": %s, \"expires_at\": \"%s\", \"scopes\": [\"keys\"]"
                                .formatted(LOCAL, END)));
        make(
                        narrow,
                        "\"allowed_addresses\": [], \"expires_at\": \"%s\", \"scopes\": [\"keys\", \"write\"]"
                                .formatted(LATER))
                .is(400, "\"allowed_addresses\":[\"", "\"expires_at\":[\"", "\"scopes\":[\"");
        make(narrow, "").is(200, "\"scopes\":[\"keys\"]");
    }

    @Test
    void aKeyRotatesItselfWithinItsBounds() {
        var seller = HOUSE.seller();
        var made = make(seller, "\"allowed_addresses\": %s, \"expires_at\": \"%s\"".formatted(LOCAL, END));
        var narrow = as(seller, made);
        var path = rotate(made.text("api_key_id"));

        narrow.post(path, "{\"expires_at\": null}").is(400, "\"expires_at\":[\"", END);
        narrow.post(path, "{\"expires_at\": \"%s\"}".formatted(LATER)).is(400, "\"expires_at\":[\"", END);
        var fresh = as(
                seller, narrow.post(path, "{}").is(200, "\"expires_at\":\"" + END, "\"allowed_addresses\":" + LOCAL));
        fresh.post(rotate(fresh.keyId()), "{\"expires_at\": \"%s\"}".formatted(EARLIER))
                .is(200, "\"expires_at\":\"" + EARLIER);
    }

    /// A successor is shown to the key that asks: to rotate a wider key would be to get one.
    @Test
    void aKeyRotatesNoneThatIsWider() {
        var seller = HOUSE.seller();
        var wide = make(seller, "").is(200).text("api_key_id");
        var elsewhere = make(seller, "\"allowed_addresses\": [\"203.0.113.0/24\"]")
                .is(200)
                .text("api_key_id");
        var bound = as(seller, make(seller, "\"allowed_addresses\": " + LOCAL));
        var ending = as(seller, make(seller, "\"expires_at\": \"%s\"".formatted(END)));

        bound.post(rotate(wide), "{}").is(403, "forbidden", "addresses");
        bound.post(rotate(elsewhere), "{}").is(403, "forbidden", "addresses");
        ending.post(rotate(wide), "{}").is(400, "\"expires_at\":[\"", END);
        ending.post(rotate(wide), "{\"expires_at\": null}").is(400, "\"expires_at\":[\"", END);
        ending.post(rotate(wide), "{\"expires_at\": \"%s\"}".formatted(END)).is(200, "\"expires_at\":\"" + END);
        seller.post(rotate(elsewhere), "{}").is(200, "\"allowed_addresses\":[\"203.0.113.0/24\"]");
    }

    /// A key that was rotated ends with its overlap, and hands on that end: a leaked one cannot stay by having
    /// children.
    @Test
    void aKeyThatWasRotatedMakesNoneThatOutlivesItsOverlap() {
        var seller = HOUSE.seller();
        var made = make(seller, "").is(200);
        var old = as(seller, made);
        var end = seller.post(rotate(made.text("api_key_id")), "{\"overlap_hours\": 1}")
                .is(200)
                .text("old_key_expires_at");
        make(old, "").is(200, "\"expires_at\":\"%s\"".formatted(end));
    }

    /// Operator keys too. The first key of a seller is the seller's own: it has none of the scopes of its maker, and
    /// none of its bounds.
    @Test
    void operatorKeysHandOnTheirBoundsToTheirLike() {
        var operator = HOUSE.operator();
        var narrow =
                as(operator, make(operator, "\"allowed_addresses\": %s, \"expires_at\": \"%s\"".formatted(LOCAL, END)));
        make(narrow, "").is(200, "\"allowed_addresses\":" + LOCAL, "\"expires_at\":\"" + END);
        make(narrow, "\"allowed_addresses\": []").is(400, "\"allowed_addresses\":[\"");
        narrow.post(rotate(operator.keyId()), "{}").is(403, "addresses");

        var seller = narrow.post("/sellers", "{\"name\": \"New\"}").is(200).text("api_key");
        new Tenant(HOUSE, operator.id(), seller)
                .get("/api-keys")
                .is(200, "\"allowed_addresses\":[]", "\"expires_at\":null");
    }
}
