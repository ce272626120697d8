package dev.brickwork.customers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.app.TestServer;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.PersonId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.support.Insisting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The tables of customers and people: constraints under races, and the indexes that searches need.
@Tag("verify")
final class CustomerStoreTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    private static final CustomerStore CUSTOMERS = new CustomerStore();
    private static final PersonStore PERSONS = new PersonStore();

    /// The second insert waits for the first to commit and is then refused by the constraint, which names the
    /// field.
    @Test
    void ofTwoThatRaceForANameTheConstraintLetsOneIn() throws Exception {
        var caller = caller();
        var isInserted = new CountDownLatch(1);
        var isWaiting = new CountDownLatch(1);
        try (var threads = Executors.newFixedThreadPool(2)) {
            var first = threads.submit(() -> HOUSE.database().inTransaction(caller, tx -> {
                CUSTOMERS.insert(tx, named("Acme", Optional.of("a")));
                isInserted.countDown();
                await(isWaiting);
                return true;
            }));
            var second = threads.submit(() -> {
                await(isInserted);
                return HOUSE.database().inTransaction(caller, tx -> {
                    var twin = named("Acme", Optional.of("b"));
                    assertThat(CUSTOMERS.taken(tx, twin)).isEmpty(); // Not committed, so not seen.
                    isWaiting.countDown();
                    CUSTOMERS.insert(tx, twin);
                    return true;
                });
            });
            assertThat(first.get(60, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(() -> second.get(60, TimeUnit.SECONDS))
                    .cause()
                    .satisfies(
                            refused -> assertThat(((Refusal) refused).fields()).containsOnlyKeys("name"));
        }
    }

    @Test
    void manyAtOnceMakeOneCustomerPerNameAndExternalId() throws Exception {
        var seller = HOUSE.seller();
        var twin = HOUSE.twin();
        var bodies = List.of(
                "{\"name\": \"Same\"}",
                "{\"name\": \"Other\", \"external_id\": \"x\"}",
                "{\"name\": \"Another\", \"external_id\": \"x\"}");
        var replies = new ArrayList<Future<TestServer.Reply>>();
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 24; i++) {
                var house = i % 2 == 0 ? HOUSE : twin;
                var body = bodies.get(i % 3);
                var tenant = new TestServer.Tenant(house, seller.id(), seller.key());
                replies.add(threads.submit(() -> Insisting.on(() -> tenant.post("/customers", body))));
            }
            int made = 0;
            for (var reply : replies) {
                int status = reply.get(60, TimeUnit.SECONDS).status();
                assertThat(status).isIn(200, 400);
                if (status == 200) made++;
            }
            assertThat(made).isEqualTo(2);
        }
        seller.get("/customers").is(200, "\"count\":2");
    }

    @Test
    void theNamesAndIdsOfOthersAreFoundBeforehand() {
        var caller = caller();
        HOUSE.database().inTransaction(caller, tx -> {
            CUSTOMERS.insert(tx, named("One", Optional.of("1")));
            CUSTOMERS.insert(tx, named("Two", Optional.of("2")));
            assertThat(CUSTOMERS.taken(tx, named("One", Optional.of("2"))))
                    .containsExactlyInAnyOrder("name", "external_id");
            assertThat(CUSTOMERS.taken(tx, named("Three", Optional.of("2")))).containsExactly("external_id");
            assertThat(CUSTOMERS.taken(tx, named("Three", Optional.empty()))).isEmpty();
            return true;
        });
    }

    @Test
    void whatWasErasedCannotBeFilledAgain() {
        var caller = caller();
        var customer = named("Gone", Optional.empty());
        HOUSE.database().inTransaction(caller, tx -> {
            CUSTOMERS.insert(tx, customer);
            CUSTOMERS.update(tx, customer.erased(caller.now()));
            return true;
        });
        assertThatThrownBy(() -> HOUSE.database().inTransaction(caller, tx -> {
                    CUSTOMERS.update(tx, customer);
                    return true;
                }))
                .hasMessageContaining("changed customer");
        assertThatThrownBy(() -> HOUSE.database()
                        .inTransaction(
                                caller,
                                tx -> tx.update("""
                                UPDATE customer SET tax_id = 'X' WHERE seller_id = :seller AND id = :id
                                """)
                                        .bind("id", customer.id().value())
                                        .execute()))
                .hasMessageContaining("an_erased_customer_is_blank");
    }

    /// Among many rows of one seller, whose other rows no index can leave out.
    @Test
    void searchesUseTheirIndexes() {
        var caller = caller();
        var customer = named("One of many", Optional.empty());
        HOUSE.database().inTransaction(caller, tx -> {
            CUSTOMERS.insert(tx, customer);
            tx.update("""
                    INSERT INTO customer (seller_id, id, name, locale, is_partner, metadata, created_at)
                    SELECT :seller, gen_random_uuid(), substr(md5(n::text), 1, 12), 'en', false, '{}', :now
                    FROM generate_series(1, 3000) n
                    """).execute();
            tx.update("""
                    INSERT INTO person (seller_id, id, customer_id, first_name, last_name, email, created_at)
                    SELECT :seller, gen_random_uuid(), :customer, substr(md5('f' || n), 1, 12),
                        substr(md5('l' || n), 1, 12), substr(md5('e' || n), 1, 12), :now
                    FROM generate_series(1, 3000) n
                    """).bind("customer", customer.id().value()).execute();
            tx.handle().execute("ANALYZE customer");
            tx.handle().execute("ANALYZE person");
            return true;
        });
        assertThat(plan(caller, "SELECT * FROM customer WHERE seller_id = :seller AND name ILIKE '%abcd%'"))
                .contains("customer_by_part_of_name");
        for (var column : List.of("first_name", "last_name", "email")) {
            assertThat(plan(
                            caller,
                            "SELECT * FROM person WHERE seller_id = :seller AND %s ILIKE '%%abcd%%'".formatted(column)))
                    .contains("person_by_part");
        }
    }

    @Test
    void peopleAreFoundByTheirIdsWithinTheSeller() {
        var caller = caller();
        var customer = named("Acme", Optional.empty());
        var fields = Fields.of(JsonNodeFactory.instance.objectNode().put("first_name", "Ada"));
        var ada = ChangePerson.read(fields, Person.blank(new PersonId(Ids.next()), customer.id(), caller.now()));
        HOUSE.database().inTransaction(caller, tx -> {
            CUSTOMERS.insert(tx, customer);
            PERSONS.insert(tx, ada);
            return true;
        });
        HOUSE.database().read(tx -> {
            var door = HOUSE.wiring().customers();
            var unknown = new PersonId(Ids.next());
            assertThat(door.person(tx.as(caller), unknown)).isEmpty();
            assertThat(door.person(tx.as(caller()), ada.id())).isEmpty();
            assertThat(door.person(tx.as(caller), ada.id())).get().satisfies(found -> {
                assertThat(found.customer()).isEqualTo(customer.id());
                assertThat(found.displayName()).contains("Ada");
            });
            assertThat(door.find(tx.as(caller()), customer.id())).isEmpty();
            return true;
        });
    }

    /// However many subscriptions the seller has: who is erased is looked up as the customer and as the one who pays.
    @Test
    void theSubscriptionsOfAPartnerAreFoundByAnIndex() {
        assertThat(plan(caller(), """
                SELECT count(*)
                FROM subscription
                WHERE seller_id = :seller AND (customer_id = :seller OR billed_company_id = :seller)
                """)).contains("subscription_by_customer", "subscription_by_billed_company");
    }

    private static String plan(Caller caller, String query) {
        return HOUSE.database()
                .read(tx -> String.join(
                        "\n",
                        tx.query("EXPLAIN " + query)
                                .bind("seller", caller.seller().value())
                                .mapTo(String.class)
                                .list()));
    }

    private static Customer named(String name, Optional<String> externalId) {
        var body = JsonNodeFactory.instance.objectNode().put("name", name);
        externalId.ifPresent(id -> body.put("external_id", id));
        return ChangeCustomer.read(Fields.of(body), Customer.blank(new CustomerId(Ids.next()), Instant.now()), false);
    }

    private static Caller caller() {
        return new Caller(HOUSE.seller().id(), "test", "test", Instant.now());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stopped);
        }
    }
}
