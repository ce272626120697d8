package dev.brickwork.delivery.mail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.delivery.mail.letters.InvoiceFacts;
import dev.brickwork.delivery.mail.letters.InvoiceLetters;
import dev.brickwork.delivery.mail.letters.Letter;
import dev.brickwork.delivery.mail.letters.OtherLetters;
import dev.brickwork.delivery.mail.letters.SubscriptionFacts;
import dev.brickwork.delivery.mail.letters.UsageLetters;
import dev.brickwork.delivery.mail.outgoing.MailKind;
import dev.brickwork.delivery.mail.outgoing.MailView;
import dev.brickwork.delivery.mail.outgoing.Message;
import dev.brickwork.delivery.mail.outgoing.Postman;
import dev.brickwork.payments.processor.ChargeResult;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Problem;
import dev.brickwork.platform.outbox.Task;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;

/// Mails customers about their subscription, usage or payments, where a notification was requested, and sellers
/// about problems that need their attention.
final class TellCustomer implements Listener {
    private static final String THRESHOLD = "usage.threshold.exceeded.";

    private final Database database;
    private final MailView view;
    private final Postman postman;

    TellCustomer(Database database, MailView view, Postman postman) {
        this.database = database;
        this.view = view;
        this.postman = postman;
    }

    @Override
    public String name() {
        return "mail-notices";
    }

    @Override
    public Set<String> types() {
        return Set.of(
                "subscription.notice",
                "payment.notice",
                "webhook.disabled",
                "key.leaked",
                "accounting.refused",
                "processor.refused",
                Problem.FOUND,
                THRESHOLD + "precommitment",
                THRESHOLD + "units",
                THRESHOLD + "money");
    }

    @Override
    public void handle(Task task) {
        var caller = new Caller(task.seller(), "mail", task.eventId().toString(), task.occurredAt());
        database.write(caller, tx -> message(tx, task).ifPresent(message -> postman.take(tx, message)));
    }

    private Optional<Message> message(SqlSession tx, Task task) {
        return switch (task.eventType()) {
            case "subscription.notice" ->
                view.subscription(tx, task.seller(), task.object()).map(facts -> about(facts, task));
            case "payment.notice" ->
                view.invoice(tx, task.seller(), task.object()).map(facts -> about(facts, task));
            case "webhook.disabled" ->
                toSeller(
                        tx,
                        task,
                        MailKind.ENDPOINT_DISABLED,
                        (seller, json) -> OtherLetters.endpointDisabled(
                                seller,
                                json.path("url").asText(),
                                json.path("reason").asText()));
            case "accounting.refused" ->
                toSeller(
                        tx,
                        task,
                        MailKind.BOOKS_REFUSED,
                        (seller, json) -> OtherLetters.booksRefused(
                                seller, json.path("reason").asText()));
            case "processor.refused" -> // Found out with every charge, and told once a day.
                toSeller(
                        tx,
                        task,
                        "processor refused:" + LocalDate.ofInstant(task.occurredAt(), ZoneOffset.UTC),
                        MailKind.PROCESSOR_REFUSED,
                        (seller, _) -> OtherLetters.processorRefused(seller));
            case Problem.FOUND ->
                toSeller(
                        tx,
                        task,
                        MailKind.PROBLEM_FOUND,
                        (seller, json) -> OtherLetters.problemFound(
                                seller,
                                json.path("message").asText(),
                                "%s %s"
                                        .formatted(
                                                json.path("object_kind").asText(),
                                                json.path("object_id").asText())));
            case "key.leaked" ->
                toSeller(
                        tx,
                        task,
                        MailKind.KEY_LEAKED,
                        (seller, json) -> OtherLetters.keyLeaked(
                                seller,
                                json.path("name").asText(),
                                json.path("prefix").asText(),
                                json.path("is_revoked").asBoolean()));
            default -> threshold(tx, task);
        };
    }

    private static Message about(SubscriptionFacts facts, Task task) {
        var json = task.json();
        var on = LocalDate.parse(json.path("on").asText());
        var kind = MailKind.valueOf(json.path("what").asText());
        var letter = switch (kind) {
            case PAUSED -> OtherLetters.paused(facts, on, day(json, "until"));
            case RESUMED -> OtherLetters.resumed(facts, on);
            case TERMINATED -> OtherLetters.terminated(facts, on);
            default -> throw new IllegalStateException("no notice: " + kind);
        };
        var named = texts(json.path("emails"));
        var recipients = kind == MailKind.TERMINATED ? named : facts.recipients();
        return new Message(
                "notice:" + task.eventId(),
                kind,
                Optional.empty(),
                Optional.of(task.object()),
                Optional.empty(),
                facts.sender(),
                recipients,
                letter);
    }

    private static Message about(InvoiceFacts facts, Task task) {
        var json = task.json();
        long amount = json.path("amount").asLong();
        var isFailed = json.path("what").asText().equals("FAILED");
        return new Message(
                "payment:" + task.eventId(),
                isFailed ? MailKind.PAYMENT_FAILED : MailKind.RECEIPT,
                Optional.of(facts.id()),
                Optional.empty(),
                facts.sender(),
                facts.recipients(),
                isFailed
                        ? InvoiceLetters.paymentFailed(
                                facts,
                                amount,
                                ChargeResult.Reason.of(json.path("reason").asText()))
                        : InvoiceLetters.receipt(
                                facts, amount, json.path("surplus").asLong()));
    }

    private Optional<Message> toSeller(
            SqlSession tx, Task task, MailKind kind, BiFunction<String, JsonNode, Letter> letter) {
        return toSeller(tx, task, "seller:" + task.eventId(), kind, letter);
    }

    private Optional<Message> toSeller(
            SqlSession tx, Task task, String cause, MailKind kind, BiFunction<String, JsonNode, Letter> letter) {
        var seller = view.seller(tx, task.seller());
        return seller.address()
                .map(address -> new Message(
                        cause,
                        kind,
                        Optional.empty(),
                        Optional.empty(),
                        view.senderDefault(),
                        List.of(address),
                        letter.apply(seller.name(), task.json())));
    }

    private Optional<Message> threshold(SqlSession tx, Task task) {
        var event = task.json();
        var brick = UUID.fromString(event.path("brick_id").asText());
        var recipients = view.alerted(tx, task.seller(), task.object(), brick);
        if (recipients.isEmpty()) return Optional.empty();
        var measure = task.eventType().substring(THRESHOLD.length());
        return view.subscription(tx, task.seller(), task.object())
                .map(facts -> new Message(
                        "threshold:" + task.eventId(),
                        MailKind.USAGE_ALERT,
                        Optional.empty(),
                        Optional.of(task.object()),
                        Optional.empty(),
                        facts.sender(),
                        recipients,
                        UsageLetters.reached(facts, measure, event)));
    }

    private static Optional<LocalDate> day(JsonNode json, String name) {
        return json.hasNonNull(name)
                ? Optional.of(LocalDate.parse(json.get(name).asText()))
                : Optional.empty();
    }

    private static List<String> texts(JsonNode list) {
        var all = new ArrayList<String>();
        list.forEach(each -> all.add(each.asText()));
        return all;
    }
}
