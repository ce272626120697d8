package dev.brickwork.documents;

import java.nio.file.Files;
import java.nio.file.Path;

/// Writes every variant to a folder, for eyes: `java … dev.brickwork.documents.LookAt target/pictures`.
final class LookAt {
    private LookAt() {}

    public static void main(String[] arguments) throws Exception {
        var folder = Files.createDirectories(Path.of(arguments[0]));
        for (var variant : Variants.all().entrySet())
            Files.write(folder.resolve(variant.getKey() + ".pdf"), InvoicePdf.of(variant.getValue()));
        Files.write(folder.resolve("long.pdf"), InvoicePdf.of(Variants.longOne(300)));
    }
}
