package dev.brickwork.delivery.mail;

import dev.brickwork.delivery.mail.letters.InvoiceFacts;
import dev.brickwork.delivery.mail.letters.InvoiceLetters;
import dev.brickwork.delivery.mail.letters.Letter;
import dev.brickwork.delivery.mail.outgoing.MailKind;
import dev.brickwork.delivery.mail.outgoing.MailStore;
import dev.brickwork.delivery.mail.outgoing.MailView;
import dev.brickwork.delivery.mail.outgoing.Message;
import dev.brickwork.delivery.mail.outgoing.Postman;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.jobs.Heartbeat;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Sends an invoice on request: again, or as the last step of regenerating it.
final class SendInvoice {
    /// Mails per invoice and day, on demand.
    static final int PER_DAY_MAX = 5;

    private static final long DAY_SECONDS = 86_400;

    private final Database database;
    private final MailStore mails;
    private final MailView view;
    private final Postman postman;
    private final InstantSource realTime;

    SendInvoice(Database database, MailStore mails, MailView view, Postman postman, InstantSource realTime) {
        this.database = database;
        this.mails = mails;
        this.view = view;
        this.postman = postman;
        this.realTime = realTime;
    }

    sealed interface Verdict {
        record Allowed(List<String> recipients) implements Verdict {}

        record Refused(String why) implements Verdict {}

        record TooOften() implements Verdict {}
    }

    static Verdict decide(InvoiceFacts facts, Optional<List<String>> named, int sentToday) {
        if (facts.isVoid()) return new Verdict.Refused("a voided invoice is not sent");
        var recipients = named.orElse(facts.recipients());
        if (recipients.isEmpty()) {
            return new Verdict.Refused("the invoice has no recipient: name one, or give the subscription one");
        }
        if (sentToday >= PER_DAY_MAX) return new Verdict.TooOften();
        return new Verdict.Allowed(recipients);
    }

    /// Stores the message in the transaction of the request; the postman has it as soon as that commits.
    List<String> again(Tx tx, UUID invoice, Optional<List<String>> named) {
        var facts = view.invoice(tx, tx.seller(), invoice).orElseThrow(() -> missing(tx, invoice));
        return switch (decide(facts, named, view.sentToday(tx, invoice))) {
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.TooOften() -> throw tooOften();
            case Verdict.Allowed(var recipients) -> {
                var letter = InvoiceLetters.invoice(facts);
                var message = message(facts, MailKind.INVOICE, "again:" + Ids.next(), recipients, letter);
                postman.take(tx, message);
                yield recipients;
            }
        };
    }

    /// Requires a recipient and room in the daily limit. An invoice that is not issued is refused elsewhere.
    void requireMailable(Tx tx, UUID invoice) {
        view.invoice(tx, tx.seller(), invoice).ifPresent(facts -> requireMailable(tx, facts));
    }

    private void requireMailable(Tx tx, InvoiceFacts facts) {
        if (facts.recipients().isEmpty()) {
            throw Refusal.badField(
                    "send_invoice", "The invoice has no recipient; give its customer a person with an email.");
        }
        if (view.sentToday(tx, facts.id()) >= PER_DAY_MAX) throw tooOften();
    }

    /// Sends the newest version now and returns the result. Repeated with the same cause, it sends nothing twice.
    SendResult now(Caller caller, UUID invoice, UUID cause) {
        var at = realTime.instant();
        var words = "reissue:" + cause;
        var message = database.inTransaction(caller, tx -> {
            if (mails.state(tx, words).isEmpty()) {
                var facts = view.invoice(tx, caller.seller(), invoice).orElseThrow();
                requireMailable(tx, facts);
                var letter = InvoiceLetters.reissue(facts);
                mails.insert(tx, message(facts, MailKind.REISSUE, words, facts.recipients(), letter), at);
            }
            return mails.claim(tx, words, at, Heartbeat.LEASE);
        });
        message.ifPresent(postman::deliverNow);
        var state = database.read(tx -> mails.state(tx.as(caller), words)).orElseThrow();
        return switch (state) {
            case "SENT" -> SendResult.SENT;
            case "WAITING" -> SendResult.WAITING;
            default -> SendResult.REFUSED;
        };
    }

    private static Message message(
            InvoiceFacts facts, MailKind kind, String cause, List<String> recipients, Letter letter) {
        return new Message(
                cause, kind, Optional.of(facts.id()), Optional.of(facts.version()), facts.sender(), recipients, letter);
    }

    private static Refusal tooOften() {
        return Refusal.tooMany(
                "this invoice was mailed %d times within a day".formatted(PER_DAY_MAX),
                new Refusal.Limit("mails", PER_DAY_MAX, DAY_SECONDS, DAY_SECONDS));
    }

    private static Refusal missing(Tx tx, UUID invoice) {
        boolean exists = tx.query("SELECT count(*) FROM invoice WHERE seller_id = :seller AND id = :id")
                        .bind("id", invoice)
                        .mapTo(Integer.class)
                        .one()
                > 0;
        return exists ? Refusal.badRequest("the invoice is not issued") : Refusal.notFound("invoice");
    }
}
