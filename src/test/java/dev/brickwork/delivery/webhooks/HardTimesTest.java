package dev.brickwork.delivery.webhooks;

import static dev.brickwork.delivery.webhooks.Laboratory.awaitOpen;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.delivery.webhooks.delivery.DeliveryStore;
import dev.brickwork.delivery.webhooks.delivery.QueueStore;
import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.delivery.webhooks.endpoints.EndpointInput;
import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.support.JsonFragment;
import dev.brickwork.support.Property;
import dev.brickwork.support.Receiver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Receivers that are down for days, slow, flapping, talking nonsense: nothing is lost, nothing comes out of order
/// within a subscription, nothing comes again after it was taken, and no other receiver waits.
@Tag("verify")
@Tag("full")
@Tag("soak")
class HardTimesTest {
    private static final int EVENTS = Property.cases(60, 10_000);
    private static final int LANES = Property.cases(6, 200);
    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final Duration PATIENT = Duration.ofSeconds(20);

    private static List<UUID> lanes(int count) {
        return Stream.generate(Ids::next).limit(count).toList();
    }

    /// Events one after the other over the lanes, in transactions of some.
    private static void happen(Laboratory lab, List<UUID> lanes, int from, int count) {
        for (int n = from; n < from + count; n += lanes.size()) {
            lab.happen(lanes.subList(0, Math.min(lanes.size(), from + count - n)), n);
        }
    }

    /// Requires that the receiver took all of 0 to count-1, each once, each lane in order.
    private static void assertTakenInOrder(Receiver receiver, int count) {
        var numbers = new ArrayList<Integer>();
        var newest = new HashMap<String, Long>();
        for (var call : receiver.taken()) {
            var body = JsonReader.stored(call.body());
            numbers.add(body.path("n").asInt());
            long sequence = body.path("sequence").asLong();
            var before = newest.put(body.path("lane").asText(), sequence);
            assertThat(before == null ? 0 : before).as("in order").isLessThan(sequence);
        }
        assertThat(numbers).doesNotHaveDuplicates();
        assertThat(new HashSet<>(numbers))
                .isEqualTo(new HashSet<>(IntStream.range(0, count).boxed().toList()));
    }

    @Test
    void aReceiverThatIsDownFor75HoursGetsEverythingInOrder() throws InterruptedException {
        try (var back = Receiver.open();
                var healthy = Receiver.open()) {
            var lab = new Laboratory(PATIENT);
            var isDown = new AtomicBoolean(true);
            back.answer(_ -> Receiver.Reply.of(isDown.get() ? 503 : 200));
            var dead = lab.endpoint(back.url());
            lab.endpoint(healthy.url());
            var lanes = lanes(LANES);
            happen(lab, lanes, 0, EVENTS / 2);
            lab.settle();
            assertThat(healthy.taken()).as("no other endpoint waits").hasSize(EVENTS / 2);
            lab.pass(Duration.ofHours(40));
            happen(lab, lanes, EVENTS / 2, EVENTS - EVENTS / 2);
            lab.settle();
            assertThat(healthy.taken()).hasSize(EVENTS);
            lab.pass(Duration.ofHours(36));
            assertThat(back.taken()).isEmpty();
            assertThat(lab.deliveries(dead, "PARKED"))
                    .as("given up after 75 hours")
                    .isPositive();

            isDown.set(false);
            lab.pass(Duration.ofHours(2));
            assertTakenInOrder(back, EVENTS);
            assertTakenInOrder(healthy, EVENTS);
            assertThat(lab.deliveries(dead, "DELIVERED")).isEqualTo(EVENTS);
        }
    }

    /// A delivery that the receiver took while the database failed is recorded as soon as it can be.
    @Test
    void whatWasTakenWhileTheDatabaseStumblesIsNotSentAgain() throws InterruptedException {
        var lab = new Laboratory(QUICK);
        try (var receiver = Receiver.open()) {
            var endpoint = lab.endpoint(receiver.url());
            happen(lab, lanes(6), 0, 60);
            lab.database.write(tx -> tx.handle().execute("""
                    CREATE SEQUENCE stumbled;
                    CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        IF nextval('stumbled') <= 3 THEN RAISE lock_not_available; END IF;
                        RETURN NEW;
                    END $$;
                    CREATE TRIGGER stumbles BEFORE UPDATE ON webhook_delivery
                    FOR EACH STATEMENT EXECUTE FUNCTION stumble()
                    """));
            lab.settle();
            assertTakenInOrder(receiver, 60);
            assertThat(lab.deliveries(endpoint, "DELIVERED")).isEqualTo(60);
        }
    }

    /// One seller's feed cannot be numbered for a while; those of the others can, whichever comes first.
    @Test
    void theTroubleOfOneFeedDelaysNoOther() throws InterruptedException {
        var lab = new Laboratory(QUICK);
        var stuck = lab.newSeller();
        var sellers = List.of(lab.seller, stuck, lab.newSeller());
        for (var seller : sellers) lab.happenTo(seller);
        var isHeld = new CountDownLatch(1);
        var isOver = new CountDownLatch(1);
        var holder = Thread.startVirtualThread(() -> lab.database.inTransaction(tx -> {
            tx.handle().execute("INSERT INTO feed (seller_id) VALUES (?)", stuck.value());
            isHeld.countDown();
            awaitOpen(isOver);
            return 0;
        }));
        awaitOpen(isHeld);
        assertThatThrownBy(() -> lab.webhooks.sequencer().round()).hasMessageContaining(stuck.toString());
        assertThat(sellers.stream().map(lab::lastSequence)).containsExactly(1L, 0L, 1L);
        isOver.countDown();
        holder.join();
        lab.webhooks.sequencer().round();
        assertThat(lab.lastSequence(stuck)).isEqualTo(1);
    }

    /// A worker that was busy when the secret was rotated signs its next delivery with the new one, too. It is held
    /// at its first delivery until three others are held as well, so that no other worker can take the last.
    @Test
    void aBusyWorkerHearsOfARotatedSecret() throws InterruptedException {
        try (var receiver = Receiver.open()) {
            var lab = new Laboratory(PATIENT);
            var endpoint = lab.endpoint(receiver.url());
            var asked = Stream.generate(() -> new CountDownLatch(1)).limit(5).toList();
            var isFirstFree = new CountDownLatch(1);
            var areAllFree = new CountDownLatch(1);
            receiver.answer(body -> {
                int n = JsonReader.stored(body).path("n").asInt();
                asked.get(n).countDown();
                awaitOpen(n == 0 ? isFirstFree : areAllFree);
                return Receiver.Reply.of(200);
            });
            lab.happen(lanes(1), 0);
            var settling = lab.settling();
            awaitOpen(asked.get(0));
            lab.rotate(endpoint);
            for (int n = 1; n < 4; n++) {
                lab.happen(lanes(n == 3 ? 2 : 1), n);
                lab.webhooks.sequencer().round();
                awaitOpen(asked.get(n));
            }
            isFirstFree.countDown();
            awaitOpen(asked.get(4));
            areAllFree.countDown();
            settling.join();

            var last = receiver.await(
                    call -> JsonReader.stored(call.body()).path("n").asInt() == 4);
            assertThat(Objects.requireNonNull(last.headers().get("webhook-signature"))
                            .split(" "))
                    .as("one by each secret")
                    .hasSize(2);
        }
    }

    /// A hundred deliveries in a row share a connection, unless the machine stands still for seconds.
    @Test
    void aConnectionIsKeptFromOneDeliveryToTheNext() throws InterruptedException {
        try (var receiver = Receiver.open()) {
            var lab = new Laboratory(PATIENT);
            lab.endpoint(receiver.url());
            var lane = UUID.randomUUID();
            lab.happen(Collections.nCopies(100, lane), 0);
            lab.settle();

            assertThat(receiver.taken()).hasSize(100);
            assertThat(receiver.connections()).isLessThan(10);
        }
    }

    @Test
    void fiveDaysWithoutASuccessTurnItOffAndTurningItOnAgainBringsAll() throws InterruptedException {
        try (var receiver = Receiver.open()) {
            var lab = new Laboratory(PATIENT);
            receiver.answer(500);
            var endpoint = lab.endpoint(receiver.url());
            var lanes = lanes(3);
            happen(lab, lanes, 0, 9);
            lab.pass(Duration.ofHours(119));
            assertThat(isActive(lab, endpoint)).isTrue();
            lab.pass(Duration.ofHours(3));
            assertThat(isActive(lab, endpoint)).isFalse();
            happen(lab, lanes, 9, 3);
            lab.pass(Duration.ofDays(10));
            assertThat(lab.deliveries(endpoint, "PARKED")).isEqualTo(12);

            lab.database.inTransaction(lab.caller(), tx -> {
                var endpoints = new EndpointStore();
                var off = endpoints.lock(tx, endpoint).orElseThrow();
                var input = new EndpointInput(
                        java.util.Optional.empty(), java.util.Optional.empty(), java.util.Optional.of(true));
                endpoints.save(tx, input.over(off));
                new QueueStore().reset(tx, lab.seller, endpoint, lab.now());
                return new DeliveryStore().resume(tx, lab.seller, endpoint, lab.now());
            });
            lab.settle();
            assertThat(lab.deliveries(endpoint, "PARKED"))
                    .as("their time starts anew")
                    .isZero();
            receiver.answer(200);
            lab.pass(Duration.ofMinutes(1));
            assertTakenInOrder(receiver, 12);
        }
    }

    private static boolean isActive(Laboratory lab, EndpointId endpoint) {
        return lab.database.read(tx -> new EndpointStore()
                .find(tx.as(lab.caller()), endpoint)
                .orElseThrow()
                .isActive());
    }

    /// One event that the receiver never takes holds up its own subscription until it is given up, and no other.
    @Test
    void anEventThatIsNeverTakenIsParkedAndItsFollowersGoOn() throws InterruptedException {
        try (var receiver = Receiver.open()) {
            var lab = new Laboratory(PATIENT);
            var first = JsonFragment.of("\"n\":0");
            receiver.answer(body -> Receiver.Reply.of(first.isIn(body) ? 500 : 200));
            var endpoint = lab.endpoint(receiver.url());
            var lanes = lanes(2);
            happen(lab, lanes, 0, 6);
            lab.settle();
            assertThat(receiver.taken()).as("the other lane").hasSize(3);
            lab.pass(Duration.ofHours(80));
            assertThat(receiver.taken()).hasSize(5);
            assertThat(lab.deliveries(endpoint, "PARKED")).isEqualTo(1);
            long tries = receiver.all().stream().filter(call -> !call.isTaken()).count();
            assertThat(tries)
                    .as("5 s, 1 min, 5 min, 30 min, 2 h, 5 h, then every 10 h to 75 h")
                    .isBetween(12L, 16L);
            lab.pass(Duration.ofDays(3));
            assertThat(receiver.all()).as("a parked one stays").hasSize(Math.toIntExact(tries + 5));
        }
    }

    /// When all was given up, the oldest asks whether the receiver is back, and all others follow it.
    @Test
    void theOldestOfWhatWasParkedGoesFirst() throws InterruptedException {
        try (var receiver = Receiver.open()) {
            var lab = new Laboratory(PATIENT);
            receiver.answer(503);
            var endpoint = lab.endpoint(receiver.url());
            happen(lab, lanes(3), 0, 3);
            lab.pass(Duration.ofHours(80));
            assertThat(lab.deliveries(endpoint, "PARKED")).isEqualTo(3);
            receiver.answer(200);
            lab.pass(Duration.ofHours(12));
            assertThat(receiver.taken()).hasSize(3);
            JsonFragment.of("\"n\":0")
                    .requireIn("first", receiver.taken().getFirst().body());
        }
    }

    /// An endpoint that asks for long rests is tried so seldom that it never counts as down. Deliveries given up
    /// meanwhile are sent all the same when it answers again, also when a newer one is the first to arrive.
    @Test
    void whatWasGivenUpDuringLongRestsComesWithTheFirstSuccess() throws InterruptedException {
        try (var receiver = Receiver.open()) {
            var lab = new Laboratory(PATIENT);
            receiver.answer(_ -> new Receiver.Reply(503, Map.of("Retry-After", "86400"), "", Duration.ZERO));
            var endpoint = lab.endpoint(receiver.url());
            var lanes = lanes(2);
            lab.happen(lanes.subList(0, 1), 0);
            lab.pass(Duration.ofHours(100));
            assertThat(lab.deliveries(endpoint, "PARKED")).isEqualTo(1);
            lab.happen(lanes.subList(1, 2), 1);
            receiver.answer(200);
            lab.pass(Duration.ofDays(2));
            assertTakenInOrder(receiver, 2);
        }
    }

    /// Every way to fail, by chance, a hundred times over.
    @Test
    void aFlappingReceiverGetsEachOnceAndInOrder() throws InterruptedException {
        Property.holds(Property.cases(2, 40), random -> {
            try (var receiver = Receiver.open();
                    var elsewhere = Receiver.open()) {
                var lab = new Laboratory(PATIENT); // An answer that comes too late would look like a repetition.
                receiver.answer(_ -> someReply(random, elsewhere.url()));
                var endpoint = lab.endpoint(receiver.url());
                var lanes = lanes(5);
                int count = 40;
                for (int n = 0; n < count; n += 5) {
                    lab.happen(lanes, n);
                    lab.pass(Duration.ofMinutes(random.nextInt(20)));
                }
                lab.pass(Duration.ofHours(70));
                assertTakenInOrder(receiver, count);
                assertThat(lab.deliveries(endpoint, "DELIVERED")).isEqualTo(count);
                assertThat(elsewhere.all()).as("redirects lead nowhere").isEmpty();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });
    }

    private static Receiver.Reply someReply(Random random, String elsewhere) {
        int chance;
        synchronized (random) {
            chance = random.nextInt(12);
        }
        return switch (chance) {
            case 0 -> Receiver.Reply.of(500);
            case 1 -> new Receiver.Reply(302, Map.of("Location", elsewhere), "", Duration.ZERO);
            case 2 -> new Receiver.Reply(429, Map.of("Retry-After", "90"), "slow down", Duration.ZERO);
            case 3 -> new Receiver.Reply(503, Map.of("Retry-After", "garbage"), "", Duration.ZERO);
            case 4 -> new Receiver.Reply(404, Map.of(), "x".repeat(20_000), Duration.ZERO);
            default -> Receiver.Reply.of(200 + chance % 5);
        };
    }

    /// One that hangs and one that talks nonsense, while a third must not notice.
    @Test
    void slowAndNonsensicalReceiversDelayNobody() throws Exception {
        try (var slow = Receiver.open();
                var healthy = Receiver.open();
                var nonsense = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var lab = new Laboratory(QUICK);
            slow.answer(_ -> new Receiver.Reply(200, Map.of(), "", QUICK.plusSeconds(3)));
            Thread.ofVirtual().start(() -> talkNonsense(nonsense));
            var hanging = lab.endpoint(slow.url());
            var garbled = lab.endpoint("http://127.0.0.1:%d/".formatted(nonsense.getLocalPort()));
            lab.endpoint(healthy.url());
            happen(lab, lanes(8), 0, 40);
            var begun = java.time.Instant.now();
            lab.settle();
            assertThat(healthy.taken()).hasSize(40);
            // Behind the slow one, four at a time, it would have taken ten times its limit.
            assertThat(healthy.taken().getLast().at()).isBefore(begun.plus(QUICK.multipliedBy(8)));
            assertThat(lab.deliveries(hanging, "RETRYING")).isPositive();
            assertThat(lab.deliveries(garbled, "RETRYING")).isPositive();
            var words = lab.database.read(tx -> tx.query(
                            "SELECT DISTINCT attempts -> 0 ->> 'error' FROM webhook_delivery WHERE state = 'RETRYING'")
                    .mapTo(String.class)
                    .set());
            assertThat(words).containsExactlyInAnyOrder("timeout", "garbled");
        }
    }

    private static void talkNonsense(ServerSocket server) {
        while (!server.isClosed()) {
            try (var socket = server.accept()) {
                // Closing before the request was read would reset the connection instead of talking nonsense.
                var head = new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), java.nio.charset.StandardCharsets.US_ASCII));
                while (!head.readLine().isEmpty()) {}
                socket.getOutputStream()
                        .write("SSH-2.0-OpenSSH_9.9\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                return;
            }
        }
    }
}
