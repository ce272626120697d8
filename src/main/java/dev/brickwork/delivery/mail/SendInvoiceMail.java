package dev.brickwork.delivery.mail;

import dev.brickwork.delivery.mail.letters.InvoiceFacts;
import dev.brickwork.delivery.mail.letters.InvoiceLetters;
import dev.brickwork.delivery.mail.outgoing.MailKind;
import dev.brickwork.delivery.mail.outgoing.MailView;
import dev.brickwork.delivery.mail.outgoing.Message;
import dev.brickwork.delivery.mail.outgoing.Postman;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Task;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Mails an invoice once its PDF is stored, and the notice when it was voided. Silent versions stay
/// silent.
final class SendInvoiceMail implements Listener {
    private static final int WORKER_COUNT = 2;

    private final Database database;
    private final MailView view;
    private final Postman postman;

    SendInvoiceMail(Database database, MailView view, Postman postman) {
        this.database = database;
        this.view = view;
        this.postman = postman;
    }

    @Override
    public String name() {
        return "mail-invoice";
    }

    @Override
    public Set<String> types() {
        return Set.of("invoice.printed");
    }

    @Override
    public int workers() {
        return WORKER_COUNT;
    }

    @Override
    public void handle(Task task) {
        var json = task.json();
        var kind = switch (json.path("why").asText()) {
            case "ISSUED" -> Optional.of(MailKind.INVOICE);
            case "VOIDED" -> Optional.of(MailKind.VOID_NOTICE);
            default -> Optional.<MailKind>empty(); // A regenerated one is mailed by its own request.
        };
        if (kind.isEmpty()) return;
        var caller = new Caller(task.seller(), "mail", task.eventId().toString(), task.occurredAt());
        database.write(tx -> store(tx.as(caller), task, kind.get()));
    }

    private void store(Tx tx, Task task, MailKind kind) {
        int printed = task.json().path("version").asInt();
        view.invoice(tx, tx.seller(), task.object())
                .filter(facts -> facts.isMailed() && (kind == MailKind.VOID_NOTICE || isTold(facts)))
                .ifPresent(facts -> postman.take(tx, message(facts, kind, printed)));
    }

    /// An invoice of zero closes without mail (rule S-08).
    private static boolean isTold(InvoiceFacts facts) {
        return !facts.isVoid() && facts.total() != 0;
    }

    /// Tells of the newest version, whichever was printed, and takes that one along.
    private static Message message(InvoiceFacts facts, MailKind kind, int printed) {
        var letter = kind == MailKind.VOID_NOTICE ? InvoiceLetters.voided(facts) : InvoiceLetters.invoice(facts);
        return new Message(
                "%s:%s:%d".formatted(kind.name().toLowerCase(Locale.ROOT), facts.id(), printed),
                kind,
                Optional.of(facts.id()),
                Optional.of(facts.version()),
                facts.sender(),
                facts.recipients(),
                letter);
    }
}
