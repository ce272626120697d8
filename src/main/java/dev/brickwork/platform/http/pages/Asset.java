package dev.brickwork.platform.http.pages;

import dev.brickwork.platform.http.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// A file of the class path that pages refer to: a stylesheet, a picture.
public final class Asset {
    private Asset() {}

    /// Read once, and kept by the caller.
    ///
    /// @param name a constant: no path of a request ever reaches the class loader
    public static Answer of(String type, String name) {
        return Answer.bytes(type, read(name))
                .with("Cache-Control", "public, max-age=3600")
                .with("Cross-Origin-Resource-Policy", "same-origin");
    }

    private static byte[] read(String name) {
        try (InputStream in = Asset.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("no " + name + " on the class path");
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
