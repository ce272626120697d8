package dev.brickwork.delivery.mail.outgoing;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Await;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The mails of a house of its own, read from its folder.
public record Mailbox(Path folder) {
    /// A house that writes its mails here.
    public TestServer house() {
        return TestServer.ownWithFollowUp(Map.of("BRICKWORK_DATA", folder.toString()));
    }

    /// A mail as it arrived.
    ///
    /// @param files the names of the PDFs that came along
    public record Got(String to, String subject, String plain, String html, List<String> files, MimeMessage message) {}

    /// Waits until so many mails with this in the subject are there.
    public List<Got> wait(int count, String subject) {
        return wait(count, got -> got.subject().contains(subject));
    }

    public List<Got> wait(int count, Predicate<Got> wanted) {
        return Await.found(
                "so many mails: " + count,
                () -> Optional.of(all().stream().filter(wanted).toList()).filter(got -> got.size() >= count),
                () -> all().stream().map(Got::subject).toList().toString());
    }

    public List<Got> all() {
        var mails = folder.resolve("mail");
        if (!Files.isDirectory(mails)) return List.of();
        try (var files = Files.list(mails)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted(Comparator.comparing(Path::toString))
                    .map(Mailbox::read)
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// With a logo, the letter lies beside its picture.
    private static String html(BodyPart part) throws IOException, MessagingException {
        return part.getContent() instanceof MimeMultipart related
                ? related.getBodyPart(0).getContent().toString()
                : part.getContent().toString();
    }

    static Got read(Path file) {
        try (var in = Files.newInputStream(file)) {
            var message = new MimeMessage(MimeLetter.session(), in);
            var whole = (MimeMultipart) message.getContent();
            var both = (MimeMultipart) whole.getBodyPart(0).getContent();
            var files = new ArrayList<String>();
            for (int i = 1; i < whole.getCount(); i++)
                files.add(whole.getBodyPart(i).getFileName());
            return new Got(
                    message.getHeader("To", ","),
                    message.getSubject(),
                    both.getBodyPart(0).getContent().toString(),
                    html(both.getBodyPart(1)),
                    files,
                    message);
        } catch (IOException | MessagingException broken) {
            throw new AssertionError(file.toString(), broken);
        }
    }
}
