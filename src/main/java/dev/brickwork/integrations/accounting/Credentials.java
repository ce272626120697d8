package dev.brickwork.integrations.accounting;

import dev.brickwork.integrations.accounting.books.Tokens;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.time.Instant;

/// Access to a seller's books: the seller's OAuth client at the accounting service, and its current tokens.
record Credentials(String clientId, Secret clientSecret, Tokens tokens) {
    /// Without an access token of its own; the first call fetches one.
    static Credentials first(String clientId, Secret clientSecret, Secret refreshToken) {
        return new Credentials(clientId, clientSecret, new Tokens(Secret.of(""), refreshToken, Instant.EPOCH));
    }

    Credentials with(Tokens fresh) {
        return new Credentials(clientId, clientSecret, fresh);
    }

    /// One text, to be sealed.
    Secret packed() {
        return Secret.of(JsonWriter.text(json -> json.object(out -> out.put("client_id", clientId)
                .put("client_secret", clientSecret.reveal())
                .put("access_token", tokens.access().reveal())
                .put("refresh_token", tokens.refresh().reveal())
                .put("expires_at", tokens.expiresAt()))));
    }

    static Credentials unpacked(Secret text) {
        var json = JsonReader.stored(text.reveal());
        return new Credentials(
                json.path("client_id").asText(),
                Secret.of(json.path("client_secret").asText()),
                new Tokens(
                        Secret.of(json.path("access_token").asText()),
                        Secret.of(json.path("refresh_token").asText()),
                        Instant.parse(json.path("expires_at").asText())));
    }
}
