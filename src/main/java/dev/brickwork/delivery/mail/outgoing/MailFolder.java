package dev.brickwork.delivery.mail.outgoing;

import dev.brickwork.platform.PrivateFiles;
import jakarta.mail.MessagingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/// Writes each message as an `.eml` file, which any mail program opens: for trying out, and for tests. The name
/// follows from the message, so writing it twice leaves one file.
public final class MailFolder implements MailRoute {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path folder;

    public MailFolder(Path folder) {
        this.folder = folder;
    }

    @Override
    public Trip open() {
        return new Trip() {
            @Override
            public Outcome send(Claimed message, List<MailAttachment> enclosures, BooleanSupplier isHeld) {
                return written(message, enclosures, isHeld);
            }

            @Override
            public void close() {}
        };
    }

    private Outcome written(Claimed message, List<MailAttachment> enclosures, BooleanSupplier isHeld) {
        var name = "%s-%s-%s.eml"
                .formatted(
                        TIME.format(message.createdAt()),
                        message.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        message.id());
        try {
            PrivateFiles.createFolders(folder);
            var bytes = new ByteArrayOutputStream();
            MimeLetter.of(MimeLetter.session(), message, enclosures, isHeld).writeTo(bytes);
            var begun = folder.resolve("." + name);
            PrivateFiles.write(begun, bytes.toByteArray());
            Files.move(
                    begun, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return new Outcome.Accepted();
        } catch (IOException broken) {
            return new Outcome.Away(broken.toString());
        } catch (MessagingException broken) {
            return new Outcome.Later(broken.toString());
        }
    }
}
