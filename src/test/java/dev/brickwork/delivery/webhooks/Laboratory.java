package dev.brickwork.delivery.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.delivery.webhooks.delivery.QueueStore;
import dev.brickwork.delivery.webhooks.delivery.Sender;
import dev.brickwork.delivery.webhooks.endpoints.Endpoint;
import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.delivery.webhooks.endpoints.SigningSecrets;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.egress.Guard;
import dev.brickwork.platform.egress.GuardedClient;
import dev.brickwork.platform.egress.Limits;
import dev.brickwork.platform.egress.SystemResolver;
import dev.brickwork.platform.jobs.Sweeps;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.sellers.CreateSeller;
import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.sellers.keys.Keys;
import dev.brickwork.support.TestPostgres;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/// The webhooks module on a clock of its own: hours pass in moments, and nothing runs but what a test lets run.
final class Laboratory {
    private static final SecretEncryption SEAL = new SecretEncryption(
            Optional.of(Secret.of("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")), Path.of("target"));

    final Database database;
    final Outbox outbox;
    final SellerId seller;
    final Webhooks webhooks;
    private final Sellers sellers;
    private volatile Instant now = Instant.parse("2025-01-01T00:00:00Z");

    /// In another process, on a database that is there, with the given clock.
    static Laboratory joining(Database database, SellerId seller, InstantSource clock) {
        return new Laboratory(database, seller, clock);
    }

    private Laboratory(Database database, SellerId seller, InstantSource clock) {
        this.database = database;
        this.outbox = new Outbox(TestPostgres.tokens(database));
        this.seller = seller;
        this.sellers = sellers(database, clock);
        this.webhooks = room(Duration.ofSeconds(5), clock);
    }

    Laboratory(Duration attemptLimit) {
        this(attemptLimit, TestPostgres.database());
    }

    Laboratory(Duration attemptLimit, Database database) {
        this.database = database;
        this.outbox = new Outbox(TestPostgres.tokens(database));
        InstantSource clock = () -> now;
        sellers = sellers(database, clock);
        seller = newSeller();
        webhooks = room(attemptLimit, clock);
    }

    /// Only what the module needs: a process that lives for a moment should start in one.
    private static Sellers sellers(Database database, InstantSource clock) {
        return new Sellers(
                database,
                new Sweeps(),
                new Keys(database, new Outbox(TestPostgres.tokens(database)), clock),
                (_, _) -> false);
    }

    private Webhooks room(Duration attemptLimit, InstantSource clock) {
        try {
            var guard = new Guard(new SystemResolver());
            var limits = new Limits(Duration.ofSeconds(1), attemptLimit, 4096);
            return new Webhooks(
                    new Webhooks.Dependencies(database, sellers, outbox, SEAL, clock),
                    new Webhooks.WayOut(
                            guard,
                            new GuardedClient(guard, SSLContext.getDefault(), limits),
                            true,
                            Set.of(),
                            Traces.OFF));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    SellerId newSeller() {
        var wish = new CreateSeller.Input(
                "Seller", Mode.TEST, Zone.UTC, Currency.USD, Optional.empty(), Optional.empty(), Optional.empty());
        var operator = new Caller(SellerId.OPERATOR, "test", "test", now);
        return database.inTransaction(operator, tx -> sellers.create(tx, wish))
                .seller()
                .id();
    }

    Instant now() {
        return now;
    }

    Caller caller() {
        return new Caller(seller, "test", "test", now);
    }

    EndpointId endpoint(String url) {
        var endpoint = new Endpoint(new EndpointId(Ids.next()), url, List.of("*"), true, Optional.empty(), now, 1);
        var store = new EndpointStore();
        var secret = SigningSecrets.fresh();
        return database.inTransaction(caller(), tx -> {
            store.insert(tx, endpoint, SEAL.seal(secret, Sender.about(endpoint.id())));
            new QueueStore().create(tx, seller, endpoint.id());
            return endpoint.id();
        });
    }

    void rotate(EndpointId endpoint) {
        var secret = SigningSecrets.fresh();
        database.inTransaction(caller(), tx -> {
            var sealed = SEAL.seal(secret, Sender.about(endpoint));
            new EndpointStore().rotate(tx, endpoint, sealed, now.plus(SigningSecrets.OVERLAP));
            return 0;
        });
    }

    /// Events of one subscription each, in one transaction; `n` counts them through.
    void happen(List<UUID> subscriptions, int firstN) {
        var events = new ArrayList<Event>();
        int n = firstN;
        for (var subscription : subscriptions) {
            int number = n++;
            events.add(Event.told(
                    "subscription.paused",
                    subscription,
                    Optional.of(subscription),
                    json -> json.put("n", number).put("lane", subscription)));
        }
        database.inTransaction(caller(), tx -> {
            outbox.stage(tx, events);
            return 0;
        });
    }

    /// One event of another seller.
    void happenTo(SellerId other) {
        var its = new Caller(other, "test", "test", now);
        var event = Event.told("company.created", Ids.next(), Optional.empty(), json -> json.put("n", 0));
        database.inTransaction(its, tx -> {
            outbox.stage(tx, event);
            return 0;
        });
    }

    long lastSequence(SellerId of) {
        return database.read(tx -> tx.query("SELECT coalesce(max(sequence), 0) FROM event WHERE seller_id = :seller")
                .bind("seller", of.value())
                .mapTo(Long.class)
                .one());
    }

    /// Lets everything happen that is due now.
    void settle() throws InterruptedException {
        while (webhooks.sequencer().round()) {}
        while (webhooks.dispatcher().drain() > 0) {}
    }

    /// Runs [#settle] in a thread of its own.
    Thread settling() {
        return Thread.startVirtualThread(() -> {
            try {
                settle();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });
    }

    static void awaitOpen(CountDownLatch gate) {
        try {
            assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /// It is later, and nothing that became due has happened yet.
    void move(Duration time) {
        now = now.plus(time);
    }

    /// Lets time pass, stopping wherever a queue comes due.
    void pass(Duration time) throws InterruptedException {
        var until = now.plus(time);
        settle();
        for (var next = nextDue(); next.isPresent() && !next.get().isAfter(until); next = nextDue()) {
            if (next.get().isAfter(now)) now = next.get();
            settle();
        }
        now = until;
        settle();
    }

    private Optional<Instant> nextDue() {
        return database.read(tx -> tx.query("""
                        SELECT min(greatest(q.due_at, q.resting_until)) AS next
                        FROM webhook_queue q
                        JOIN webhook_endpoint w ON w.seller_id = q.seller_id AND w.id = q.endpoint_id
                        WHERE q.due_at IS NOT NULL AND w.is_active
                        """)
                .map((row, _) -> dev.brickwork.platform.database.Columns.maybeInstant(row, "next"))
                .one());
    }

    long deliveries(EndpointId endpoint, String state) {
        return database.read(
                tx -> tx.query("SELECT count(*) FROM webhook_delivery WHERE endpoint_id = :endpoint AND state = :state")
                        .bind("endpoint", endpoint.value())
                        .bind("state", state)
                        .mapTo(Long.class)
                        .one());
    }
}
