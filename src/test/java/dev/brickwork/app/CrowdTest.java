package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.Crowd.Wish;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.support.Await;
import dev.brickwork.support.InThread;
import dev.brickwork.support.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Everything at once, and in any order: what no named race and no told story thinks of. Whatever is asked, no
/// answer is a fault, what is refused has no effect, what is done is told once, and afterwards the books are right
/// (the judge looks at the end) and time goes on.
@Tag("full")
@Tag("soak")
final class CrowdTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    private static final TestServer TWIN = HOUSE.twin();
    private static final int ROUNDS = Property.cases(1, 60);
    private static final int CLIENTS = 4;
    private static final int WISHES = Property.cases(20, 60); // Of each client.
    private static final Map<String, String> TOLD = Map.of(
            "void",
            "invoice.voided",
            "regenerate",
            "invoice.regenerated",
            "complete",
            "milestone.completed",
            "reinstate",
            "order.reinstated",
            "hire",
            "person.created");

    /// Clients at two processes ask for whatever comes to their mind about the same objects.
    @Test
    void aCrowdMeetsOnTheSameObjects() {
        Property.holds(ROUNDS, random -> {
            var crowd = new Crowd(HOUSE, random);
            var granted = Collections.synchronizedList(new ArrayList<Wish>());
            var clients = IntStream.range(0, CLIENTS)
                    .mapToObj(_ -> new Random(random.nextLong()))
                    .map(own -> InThread.run(() -> {
                        for (int i = 0; i < WISHES; i++) ask(crowd, own, granted);
                        return true;
                    }))
                    .toList();
            clients.forEach(CompletableFuture::join);
            TOLD.forEach((name, event) -> assertThat(told(crowd.seller, event))
                    .as("%s for each %s", event, name)
                    .isEqualTo(granted.stream()
                            .filter(input -> input.name().equals(name))
                            .count()));
            allShowTheSame(crowd.seller);
            timeGoesOn(crowd.seller);
        });
    }

    private static void ask(Crowd crowd, Random random, List<Wish> granted) {
        var input = crowd.next(random);
        var reply = random.nextInt(6) == 0 ? twice(crowd, input) : once(crowd, input, random);
        assertThat(reply.status())
                .as("%s %s: %s", input, reply.status(), reply.body())
                .isLessThan(500);
        if (reply.status() < 300) granted.add(input);
        crowd.tell(input, reply);
    }

    private static Reply once(Crowd crowd, Wish input, Random random) {
        var key = UUID.randomUUID().toString();
        return insisting(input, random.nextBoolean() ? crowd.seller : twin(crowd), key);
    }

    /// Sends a request under one key to both processes: it is done once, and answered with the same body.
    private static Reply twice(Crowd crowd, Wish input) {
        var key = UUID.randomUUID().toString();
        var other = InThread.run(() -> insisting(input, twin(crowd), key));
        var reply = insisting(input, crowd.seller, key);
        if (!input.isRead())
            assertThat(other.join().body()).as("again: %s", input).isEqualTo(reply.body());
        return reply;
    }

    /// Repeats a request under the same key after 409 or 503: another request holds the object, or has the same
    /// key.
    private static Reply insisting(Wish input, Tenant seller, String key) {
        return Await.found(
                "an answer to " + input,
                () -> Optional.of(input.send(seller, "Idempotency-Key", key))
                        .filter(reply -> reply.status() != 503 && reply.status() != 409));
    }

    private static Tenant twin(Crowd crowd) {
        return new Tenant(TWIN, crowd.seller.id(), crowd.seller.key());
    }

    private static long told(Tenant seller, String event) {
        return HOUSE.database()
                .read(tx -> tx.query("""
                        SELECT count(*)
                        FROM event
                        WHERE seller_id = :seller AND event_type = :event
                        """)
                        .bind("seller", seller.id().value())
                        .bind("event", event)
                        .mapTo(Long.class)
                        .one());
    }

    /// A list, a search and a single look say the same of every invoice.
    private static void allShowTheSame(Tenant seller) {
        var listed = new ArrayList<JsonNode>();
        seller.get("/invoices?limit=1000").is(200).json().path("results").forEach(listed::add);
        for (var invoice : listed) {
            var id = invoice.path("invoice_id").asText();
            assertThat(seller.get("/invoices/" + id).is(200).json()).isEqualTo(invoice);
        }
        var byStatus = listed.stream()
                .collect(Collectors.groupingBy(invoice -> invoice.path("status").asText()));
        byStatus.forEach((status, invoices) -> assertThat(
                        ids(seller.post("/invoices/search?limit=1000", "{\"status\": [\"%s\"]}".formatted(status))
                                .is(200)
                                .json()
                                .path("results")))
                .as(status)
                .isEqualTo(ids(invoices)));
    }

    private static Set<String> ids(Iterable<JsonNode> invoices) {
        var ids = new TreeSet<String>();
        invoices.forEach(invoice -> ids.add(invoice.path("invoice_id").asText()));
        return ids;
    }

    /// Nothing holds it up for two years, and everything that comes due on the way is done.
    private static void timeGoesOn(Tenant seller) {
        seller.post("/test-clock/advance", "{\"months\": 24}").is(200);
        long overdue = HOUSE.database()
                .read(tx -> tx.query("""
                        SELECT count(*)
                        FROM invoice
                        JOIN test_clock USING (seller_id)
                        WHERE seller_id = :seller AND status = 'SCHEDULED' AND issuable_from <= now
                        """)
                        .bind("seller", seller.id().value())
                        .mapTo(Long.class)
                        .one());
        assertThat(overdue).as("scheduled and not issued").isZero();
    }

    /// One client after the other: whatever state things are in, what is refused or only asks leaves no trace.
    @Test
    void whatIsRefusedHasNoEffect() {
        Property.holds(ROUNDS, random -> {
            var crowd = new Crowd(HOUSE, random);
            for (int i = 0; i < CLIENTS * WISHES; i++) {
                var input = crowd.next(random);
                long before = traces(crowd.seller);
                var reply = input.send(crowd.seller);
                assertThat(reply.status()).as("%s: %s", input, reply.body()).isLessThan(500);
                if (reply.status() >= 400 || input.isRead()) {
                    assertThat(traces(crowd.seller))
                            .as("%s: %s", input, reply.body())
                            .isEqualTo(before);
                }
                crowd.tell(input, reply);
            }
            timeGoesOn(crowd.seller);
        });
    }

    /// Every change is in the audit, and every event is one.
    private static long traces(Tenant seller) {
        return HOUSE.database()
                .read(tx -> tx.query("""
                        SELECT (SELECT count(*) FROM audit WHERE seller_id = :seller)
                            + (SELECT count(*) FROM event WHERE seller_id = :seller)
                            + (SELECT count(*) FROM journal_entry WHERE seller_id = :seller)
                            + (SELECT count(*) FROM usage_entry WHERE seller_id = :seller)
                        """)
                        .bind("seller", seller.id().value())
                        .mapTo(Long.class)
                        .one());
    }
}
