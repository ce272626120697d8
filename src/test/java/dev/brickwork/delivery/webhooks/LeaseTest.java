package dev.brickwork.delivery.webhooks;

import static dev.brickwork.delivery.webhooks.Laboratory.awaitOpen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.support.Await;
import dev.brickwork.support.HeldInvoice;
import dev.brickwork.support.Receiver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A worker keeps its queue while an attempt is out, and begins none that its lease may not outlast.
@Tag("verify")
class LeaseTest {
    private static final Duration PATIENT = Duration.ofSeconds(20);

    private final Laboratory lab = new Laboratory(PATIENT);
    private final CountDownLatch isAsked = new CountDownLatch(1);
    private final CountDownLatch isFree = new CountDownLatch(1);
    private final AtomicInteger attempts = new AtomicInteger();

    private static List<UUID> lanes(int count) {
        return Stream.generate(Ids::next).limit(count).toList();
    }

    /// Is held until the test lets it go.
    private Receiver.Reply held() {
        attempts.incrementAndGet();
        isAsked.countDown();
        awaitOpen(isFree);
        return Receiver.Reply.of(200);
    }

    private Instant leaseUntil() {
        return lab.database.read(tx -> tx.query("SELECT max(lease_until) AS lease FROM webhook_queue")
                .map((row, _) -> Columns.instant(row, "lease"))
                .one());
    }

    /// Also when all four that may be out at a time are, so that nothing more is looked for.
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void nobodyElseTakesAQueueWhileSomethingIsOut(int out) throws InterruptedException {
        try (var receiver = Receiver.open()) {
            receiver.answer(_ -> held());
            lab.endpoint(receiver.url());
            lab.happen(lanes(out), 0);
            var settling = lab.settling();
            awaitOpen(isAsked);
            for (int i = 0; i < 2; i++) {
                lab.move(Duration.ofSeconds(20));
                Await.until(
                        "the lease is lengthened",
                        () -> leaseUntil().isAfter(lab.now().plusSeconds(25)));
            }
            assertThat(lab.webhooks.dispatcher().drain()).isZero();
            isFree.countDown();
            settling.join();
            assertThat(receiver.taken()).hasSize(out);
            assertThat(attempts).hasValue(out);
        }
    }

    /// The lease of a halted worker may end before its attempt does, while another process sends the same delivery.
    @Test
    void whoSleptBeginsNothingBeforeTheQueueIsHisAgain() throws InterruptedException {
        try (var receiver = Receiver.open()) {
            receiver.answer(body -> JsonReader.stored(body).path("n").asInt() == 0 ? held() : Receiver.Reply.of(200));
            lab.endpoint(receiver.url());
            var lane = lanes(1);
            lab.happen(lane, 0);
            lab.happen(lane, 1);
            var lockedUntil = new AtomicReference<>(Instant.MAX);
            var settling = lab.settling();
            awaitOpen(isAsked);
            lab.database.write(tx -> {
                tx.handle().execute("SELECT FROM webhook_queue FOR UPDATE"); // The lease cannot be extended.
                lab.move(Duration.ofSeconds(13));
                isFree.countDown();
                receiver.await(Receiver.Received::isTaken);
                Await.until("it waits for its queue", () -> HeldInvoice.isWaitedFor(tx));
                lockedUntil.set(Instant.now());
            });
            settling.join();
            lab.move(Duration.ofMinutes(1));
            lab.settle();
            assertThat(receiver.taken()).hasSizeGreaterThanOrEqualTo(2);
            assertThat(receiver.all().get(1).at()).isAfter(lockedUntil.get());
        }
    }

    /// A lease that cannot be lengthened at once is no reason to forget what arrived meanwhile.
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whatArrivedWhileTheLeaseCouldNotBeLengthenedIsNotSentAgain(int out) throws InterruptedException {
        try (var receiver = Receiver.open()) {
            receiver.answer(_ -> held());
            lab.endpoint(receiver.url());
            lab.happen(lanes(out), 0);
            var settling = lab.settling();
            awaitOpen(isAsked);
            lab.database.write(tx -> tx.handle().execute("""
                    CREATE SEQUENCE stumbled;
                    CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        IF nextval('stumbled') <= 2 THEN RAISE lock_not_available; END IF;
                        RETURN NEW;
                    END $$;
                    CREATE TRIGGER stumbles BEFORE UPDATE ON webhook_queue
                    FOR EACH STATEMENT EXECUTE FUNCTION stumble()
                    """));
            lab.move(Duration.ofSeconds(6));
            Await.until("the lease could not be lengthened", () -> stumbles() > 0);
            isFree.countDown();
            settling.join();
            lab.move(Duration.ofMinutes(1));
            lab.settle();
            assertThat(receiver.all()).hasSize(out);
        }
    }

    private long stumbles() {
        return lab.database.read(tx -> tx.query("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM stumbled")
                .mapTo(Long.class)
                .one());
    }

    /// However much waits for an endpoint that is down: one attempt shows whether it is back.
    @Test
    void anEndpointThatIsDownIsAskedOnceAtATime() throws InterruptedException {
        try (var receiver = Receiver.open()) {
            receiver.answer(503);
            lab.endpoint(receiver.url());
            lab.happen(lanes(12), 0);
            lab.settle();
            int before = receiver.all().size();
            assertThat(before).isGreaterThanOrEqualTo(8);
            lab.happen(lanes(12), 12);
            lab.move(Duration.ofSeconds(30));
            lab.settle();
            assertThat(receiver.all()).hasSize(before + 1);
        }
    }
}
