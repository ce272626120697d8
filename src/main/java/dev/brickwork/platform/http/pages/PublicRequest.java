package dev.brickwork.platform.http.pages;

import dev.brickwork.platform.http.Body;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Incoming;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A request from the open internet, without a key.
public final class PublicRequest {
    private static final int FORM_BYTES_MAX = 64 * 1024;

    private final Incoming incoming;

    public PublicRequest(Incoming incoming) {
        this.incoming = incoming;
    }

    public String method() {
        return incoming.method();
    }

    public boolean isRead() {
        return method().equals("GET") || method().equals("HEAD");
    }

    public String path() {
        return incoming.path();
    }

    /// Whether the address ended in a slash: what a page links to relative to itself depends on it.
    public boolean isFolder() {
        return incoming.isFolder();
    }

    public String requestId() {
        return incoming.requestId();
    }

    public String address() {
        return incoming.address();
    }

    public Map<String, List<String>> query() {
        return incoming.query();
    }

    public Optional<String> header(String name) {
        return incoming.header(name);
    }

    /// A small form sent by a browser.
    public Fields form() {
        return Fields.of(
                Body.read(incoming, Body.Kind.JSON_OR_FORM, FORM_BYTES_MAX).json());
    }

    /// The bytes as they came, for callbacks whose signature covers them.
    public byte[] bytes() {
        return incoming.readBody().apply(Body.BYTES_MAX);
    }
}
