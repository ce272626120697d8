package dev.brickwork.delivery.documents.rendering;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Files of our own jar.
final class Resources {
    private Resources() {}

    static byte[] bytes(String path) {
        try (var in = Resources.class.getResourceAsStream(path)) {
            if (in == null) throw new IllegalStateException("resource missing: " + path);
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("resource unreadable: " + path, e);
        }
    }

    static String text(String path) {
        return new String(bytes(path), StandardCharsets.UTF_8);
    }
}
