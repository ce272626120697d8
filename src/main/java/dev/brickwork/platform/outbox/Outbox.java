package dev.brickwork.platform.outbox;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.security.SealedTokens;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jdbi.v3.core.statement.PreparedBatch;

/// Stages events in the transaction they tell of, with one task for each listener that wants them.
public final class Outbox {
    private final SealedTokens tokens;
    private final List<Listener> listeners = new ArrayList<>();
    private final List<Consumer<Set<String>>> wakeUps = new CopyOnWriteArrayList<>();

    public Outbox(SealedTokens tokens) {
        this.tokens = tokens;
    }

    /// The payload of an event as it was told: it is stored without the tokens of its links.
    public String told(SellerId seller, String stored) {
        return tokens.revealed(seller, stored);
    }

    /// Wiring registers listeners before the service starts; every process has the same ones.
    public void register(Listener listener) {
        listeners.add(listener);
    }

    List<Listener> listeners() {
        return List.copyOf(listeners);
    }

    /// Called after each commit that staged something, with the names of the listeners that got a task, in the
    /// process that committed it; others find it by looking.
    public void onStaged(Consumer<Set<String>> wakeUp) {
        wakeUps.add(wakeUp);
    }

    public void stage(Tx tx, Event event) {
        stage(tx, List.of(event));
    }

    /// Many events in two statements: a billing run stages thousands.
    public void stage(Tx tx, List<Event> events) {
        if (events.isEmpty()) return;
        var rows = events.stream().map(event -> new Staged(Ids.next(), event)).toList();
        insertEvents(tx, rows);
        var asked = insertTasks(tx, rows);
        tx.afterCommit(() -> wakeUps.forEach(wakeUp -> wakeUp.accept(asked)));
    }

    private record Staged(UUID id, Event event) {}

    private void insertEvents(Tx tx, List<Staged> rows) {
        var batch = tx.batch("""
                INSERT INTO event (seller_id, id, event_type, is_public, object_id, subscription_id, occurred_at, data)
                VALUES (:seller, :id, :type, :isPublic, :object, :subscription::uuid, :now, :data)
                """);
        for (var row : rows) {
            batch.bind("seller", tx.seller().value())
                    .bind("id", row.id)
                    .bind("type", row.event.type())
                    .bind("isPublic", row.event.isPublic())
                    .bind("object", row.event.object())
                    .bind("subscription", row.event.subscription())
                    .bind("now", tx.now())
                    .bind("data", tokens.hidden(tx.seller(), row.event.data()))
                    .add();
        }
        executeAll(batch, rows.size());
    }

    /// Returns the listeners that have something to do now.
    private Set<String> insertTasks(Tx tx, List<Staged> rows) {
        var batch = tx.batch("""
                INSERT INTO outbox_task (seller_id, id, event_id, listener)
                VALUES (:seller, :id, :event, :listener)
                """);
        var asked = new HashSet<String>();
        int count = 0;
        for (var row : rows) {
            for (var listener : listeners) {
                if (!wants(listener, row.event)) continue;
                batch.bind("seller", tx.seller().value())
                        .bind("id", Ids.next())
                        .bind("event", row.id)
                        .bind("listener", listener.name())
                        .add();
                asked.add(listener.name());
                count++;
            }
        }
        if (count > 0) executeAll(batch, count);
        return asked;
    }

    /// Requeues the tasks of a seller that some listeners have given up: the system that they call may work again.
    public void tryAgain(Tx tx, List<Listener> listeners) {
        tx.update("""
                UPDATE outbox_task
                SET is_parked = false, due_at = now(), attempts = 0, lease_until = NULL
                WHERE is_parked AND seller_id = :seller AND listener = ANY (:listeners)
                """)
                .bind("listeners", listeners.stream().map(Listener::name).toArray(String[]::new))
                .execute();
    }

    private static boolean wants(Listener listener, Event event) {
        return listener.types().contains(event.type())
                || (event.isPublic() && listener.types().contains("*"));
    }

    private static void executeAll(PreparedBatch batch, int expected) {
        int written = 0;
        for (int count : batch.execute()) written += Math.abs(count) == 2 ? 1 : count; // -2: written, not counted.
        Rows.exactly(expected, written, "outbox rows");
    }
}
