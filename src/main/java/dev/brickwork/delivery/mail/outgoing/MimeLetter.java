package dev.brickwork.delivery.mail.outgoing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.delivery.mail.letters.Letter;
import dev.brickwork.delivery.mail.letters.Typeset;
import jakarta.activation.DataHandler;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UnsupportedEncodingException;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BooleanSupplier;

/// A message as it travels: plain text and HTML of the same letter, and the PDFs.
final class MimeLetter extends MimeMessage {
    private final String messageId;
    private final BooleanSupplier isHeld;
    private boolean isHandedOver;

    private MimeLetter(Session session, String messageId, BooleanSupplier isHeld) {
        super(session);
        this.messageId = messageId;
        this.isHeld = isHeld;
    }

    /// For a message that meets no server.
    static Session session() {
        return Session.getInstance(new Properties());
    }

    /// @param isHeld whether no other process can have the message
    static MimeLetter of(Session session, Claimed message, List<MailAttachment> enclosures, BooleanSupplier isHeld)
            throws MessagingException {
        var mime = new MimeLetter(session, message.messageId(), isHeld);
        var letter = message.letter();
        mime.setFrom(address(message.sender(), letter.from()));
        for (var recipient : message.recipients()) mime.addRecipient(RecipientType.TO, new InternetAddress(recipient));
        mime.setSubject(letter.subject(), UTF_8.name());
        mime.setSentDate(Date.from(message.createdAt()));
        mime.setHeader("Auto-Submitted", "auto-generated");
        mime.setHeader("Content-Language", letter.locale().toLanguageTag());
        var whole = new MimeMultipart("mixed");
        whole.addBodyPart(body(letter, message.logo()));
        for (var enclosure : enclosures) whole.addBodyPart(file(enclosure));
        mime.setContent(whole);
        mime.saveChanges();
        return mime;
    }

    private static MimeBodyPart body(Letter letter, Optional<Logo> logo) throws MessagingException {
        var plain = new MimeBodyPart();
        plain.setText(Typeset.plain(letter), UTF_8.name());
        var html = new MimeBodyPart();
        html.setContent(Typeset.html(letter, logo.isPresent()), "text/html; charset=UTF-8");
        var shown = logo.isPresent() ? illustrated(html, logo.get()) : html;
        var both = new MimeBodyPart();
        both.setContent(new MimeMultipart("alternative", plain, shown));
        return both;
    }

    private static MimeBodyPart illustrated(MimeBodyPart html, Logo logo) throws MessagingException {
        var picture = new MimeBodyPart();
        picture.setDataHandler(new DataHandler(new ByteArrayDataSource(logo.picture(), logo.type())));
        picture.setContentID("<%s>".formatted(Logo.CONTENT_ID));
        picture.setDisposition(Part.INLINE);
        var part = new MimeBodyPart();
        part.setContent(new MimeMultipart("related", html, picture));
        return part;
    }

    private static MimeBodyPart file(MailAttachment enclosure) throws MessagingException {
        var part = new MimeBodyPart();
        part.setDataHandler(new DataHandler(new ByteArrayDataSource(enclosure.pdf(), "application/pdf")));
        try {
            part.setFileName(MimeUtility.encodeText(Letter.oneLine(enclosure.name()), UTF_8.name(), null));
        } catch (UnsupportedEncodingException impossible) {
            throw new IllegalStateException(impossible);
        }
        return part;
    }

    private static InternetAddress address(String address, String name) throws MessagingException {
        try {
            return new InternetAddress(address, name, UTF_8.name());
        } catch (UnsupportedEncodingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Whether the server got the whole message: if it stops answering afterwards, it may have sent it.
    boolean isHandedOver() {
        return isHandedOver;
    }

    /// A process that was halted, or could not renew its lease, stops here, before the dot that ends the message: the
    /// server then drops what it has got of it. Between the second look and the dot nothing can be known any more,
    /// so there a message may go out twice.
    @Override
    public void writeTo(OutputStream out, String[] withoutHeaders) throws IOException, MessagingException {
        requireHeld();
        super.writeTo(out, withoutHeaders);
        requireHeld();
        isHandedOver = true;
    }

    private void requireHeld() throws IOException {
        if (!isHeld.getAsBoolean()) throw new IOException("the lease of the message has ended");
    }

    @Override
    protected void updateMessageID() throws MessagingException {
        setHeader("Message-ID", messageId);
    }
}
