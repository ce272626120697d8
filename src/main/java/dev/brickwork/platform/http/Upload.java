package dev.brickwork.platform.http;

import java.util.Optional;

/// A multipart body with a file in it.
///
/// @param fields everything that is no file
/// @param file the part named `file`; empty when there is none
public record Upload(Fields fields, Optional<UploadedFile> file) {
    /// A file as it was sent.
    ///
    /// @param name as the sender calls it; not to be trusted as a path
    public record UploadedFile(String name, byte[] bytes) {}
}
