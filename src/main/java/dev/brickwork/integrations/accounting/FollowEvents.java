package dev.brickwork.integrations.accounting;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Task;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Notes what has to be carried over, for sellers whose books are connected. The carrying itself is apart,
/// because it calls out.
final class FollowEvents implements Listener {
    static final String NAME = "accounting";
    private static final Set<String> CHANGES = Set.of("order.complete", "order.terminated", "order.end");

    private final Database database;
    private final LinkStore links;
    private final SyncTaskStore pushes;
    private final BooksView view;
    private final InstantSource realTime;
    private final Runnable wake;

    FollowEvents(
            Database database,
            LinkStore links,
            SyncTaskStore pushes,
            BooksView view,
            InstantSource realTime,
            Runnable wake) {
        this.database = database;
        this.links = links;
        this.pushes = pushes;
        this.view = view;
        this.realTime = realTime;
        this.wake = wake;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> types() {
        return Set.of(
                "invoice.start",
                "invoice.voided",
                "invoice.regenerated",
                "invoice.credited",
                "invoice.payment.succeeded",
                "invoice.refunded",
                "refund.returned",
                "usage.credited",
                "order.complete",
                "order.terminated",
                "order.end");
    }

    /// One after the other: a refund makes room for the payment that follows it, and the books refuse what comes too
    /// soon.
    @Override
    public int workers() {
        return 1;
    }

    @Override
    public Predicate<Task> asking(List<Task> claimed) {
        var sellers = claimed.stream().map(Task::seller).collect(Collectors.toSet());
        var linked = database.read(tx -> links.linked(tx, sellers));
        return task -> linked.contains(task.seller());
    }

    @Override
    public void handle(Task task) {
        database.write(tx -> follow(tx, task));
        wake.run();
    }

    private void follow(SqlSession tx, Task task) {
        if (CHANGES.contains(task.eventType())) {
            settled(tx, task);
            return;
        }
        switch (task.eventType()) {
            case "invoice.start" -> {
                issued(tx, task, SyncTask.Action.CREATE);
                view.prepayments(tx, task.seller(), task.object())
                        .forEach(id -> add(tx, task, SyncTask.Kind.PAYMENT, id, SyncTask.Action.CREATE));
            }
            case "invoice.voided" -> add(tx, task, SyncTask.Kind.INVOICE, task.object(), SyncTask.Action.VOID);
            case "invoice.regenerated" -> issued(tx, task, SyncTask.Action.UPDATE);
            case "invoice.credited" -> add(tx, task, SyncTask.Kind.CREDIT_NOTE, task.object(), SyncTask.Action.UPDATE);
            case "usage.credited" ->
                view.usageCredit(tx, task.seller(), task.object())
                        .ifPresent(credit ->
                                add(tx, task, SyncTask.Kind.CREDIT_NOTE, credit.id(), SyncTask.Action.CREATE));
            case "invoice.payment.succeeded" ->
                paymentOf(task, "payment")
                        .ifPresent(id -> add(tx, task, SyncTask.Kind.PAYMENT, id, SyncTask.Action.CREATE));
            case "invoice.refunded" -> {
                if (!hasFailed(task)) moved(tx, task);
            }
            case "refund.returned" -> moved(tx, task);
            default -> throw new IllegalStateException("not asked for: " + task.eventType());
        }
    }

    /// A refund that failed before it went through has moved nothing.
    private static boolean hasFailed(Task task) {
        return task.json().path("refund").path("state").asText().equals("FAILED");
    }

    private void moved(SqlSession tx, Task task) {
        paymentOf(task, "refund")
                .ifPresent(id -> view.paymentsMoved(tx, task.seller(), id)
                        .forEach(moved -> add(tx, task, SyncTask.Kind.PAYMENT, moved, SyncTask.Action.UPDATE)));
    }

    private void settled(SqlSession tx, Task task) {
        task.subscription()
                .ifPresent(subscription -> view.newSettlements(tx, task.seller(), subscription)
                        .forEach(id -> add(tx, task, SyncTask.Kind.CREDIT_NOTE, id, SyncTask.Action.CREATE)));
    }

    /// The invoice, and the credit that paid a part of it. What a change of the contract gave goes before it is spent,
    /// whichever of the two events comes first.
    private void issued(SqlSession tx, Task task, SyncTask.Action action) {
        settled(tx, task);
        add(tx, task, SyncTask.Kind.INVOICE, task.object(), action);
        boolean isCredited = view.invoice(tx, task.seller(), task.object())
                .filter(invoice -> invoice.credited().isPositive())
                .isPresent();
        if (isCredited) add(tx, task, SyncTask.Kind.CREDIT_NOTE, task.object(), SyncTask.Action.UPDATE);
    }

    private void add(SqlSession tx, Task task, SyncTask.Kind kind, UUID object, SyncTask.Action action) {
        pushes.add(tx, task.seller(), SyncTask.of(kind, object, action, task.eventId(), realTime.instant()));
    }

    private static Optional<UUID> paymentOf(Task task, String field) {
        return Ids.parse(task.json().path(field).path("payment_id").asText(""));
    }
}
