package dev.brickwork.delivery.mail.outgoing;

import dev.brickwork.delivery.mail.letters.Letter;
import dev.brickwork.platform.SellerId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A stored message in the hands of one postman, until its lease ends.
///
/// @param recipients as they stand on the message
/// @param pending those whose server has not taken it yet
/// @param logo the seller's, as it is now
/// @param attempts this one included
/// @param fence lets only the newest holder say what became of it
public record Claimed(
        SellerId seller,
        UUID id,
        MailKind kind,
        Optional<UUID> invoice,
        Optional<Integer> version,
        String sender,
        List<String> recipients,
        List<String> pending,
        Letter letter,
        Optional<Logo> logo,
        Instant createdAt,
        Instant queuedAt,
        int attempts,
        int uncertainCount,
        int fence) {
    /// Always the same, so that a receiver can tell that it has the message already.
    String messageId() {
        return "<%s@%s>".formatted(id, sender.substring(sender.indexOf('@') + 1));
    }
}
