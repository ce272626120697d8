package dev.brickwork.delivery.mail.outgoing;

import dev.brickwork.delivery.mail.letters.Letter;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// A message that is to be sent.
///
/// @param cause the same words for the same cause, so that it is stored once
/// @param subscription what a notice or a warning is about
/// @param version whose PDF goes along; empty where none does
/// @param sender the address; the name shown beside it is the letter's
public record Message(
        String cause,
        MailKind kind,
        Optional<UUID> invoice,
        Optional<UUID> subscription,
        Optional<Integer> version,
        String sender,
        List<String> recipients,
        Letter letter) {
    /// Nothing that could begin a header or a second address.
    private static final Pattern ADDRESS =
            Pattern.compile("[^\\s\\p{Cntrl}@<>,;:\"()\\[\\]\\\\]+@[^\\s\\p{Cntrl}@<>,;:\"()]+");

    private static final int RECIPIENT_COUNT_MAX = 50;

    /// About an invoice, or to the seller itself.
    public Message(
            String cause,
            MailKind kind,
            Optional<UUID> invoice,
            Optional<Integer> version,
            String sender,
            List<String> recipients,
            Letter letter) {
        this(cause, kind, invoice, Optional.empty(), version, sender, recipients, letter);
    }

    public Message {
        recipients = recipients.stream().distinct().toList();
        if (recipients.size() > RECIPIENT_COUNT_MAX) throw new IllegalArgumentException("too many recipients");
        requireAddress(sender);
        recipients.forEach(Message::requireAddress);
    }

    private static void requireAddress(String address) {
        if (!ADDRESS.matcher(address).matches()) throw new IllegalArgumentException("no e-mail address");
    }
}
