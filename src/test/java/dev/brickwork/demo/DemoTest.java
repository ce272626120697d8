package dev.brickwork.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Secret;
import dev.brickwork.support.TestPostgres;
import dev.brickwork.support.Tier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The story of the demo company reaches every state that can be reached, keeps every invariant, goes on where it was
/// cut short, and can be told again; all of it under a role that owns no table.
@Tag("full")
@Tag("soak")
final class DemoTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp(TestPostgres.serving(TestPostgres.fresh()));

    /// Those who bring the rarer states, in the normal run.
    private static boolean isTold(DemoCustomer customer) {
        if (Tier.current() == Tier.SOAK) return true;
        return Stream.of("partial", "void@2", "credit", "adjust", "badcard", "hold", "migrated", "never")
                .anyMatch(customer::is);
    }

    /// Tells the story and stops in the middle of a request whenever a new quarter of it is told; true at its end.
    private static boolean tellUntilCut(
            TestServer.Tenant seller, List<DemoCustomer> customers, Instant now, List<String> told) {
        try {
            Demo.run(HOUSE.address(), Secret.of(seller.key()), customers, now, words -> {
                if (told.contains(words)) return;
                told.add(words);
                Thread.currentThread().interrupt();
            });
            return true;
        } catch (IllegalStateException cut) {
            assertThat(Thread.interrupted()).as(cut.toString()).isTrue();
            return false;
        }
    }

    @Test
    void theYearOfADemoCompanyIsToldOnce() {
        var seller = HOUSE.seller();
        var now = Instant.parse("2026-03-19T10:00:00Z");
        var customers = DemoCustomer.all().stream().filter(DemoTest::isTold).toList();
        var told = new ArrayList<String>();
        int cuts = 0;
        while (!tellUntilCut(seller, customers, now, told)) cuts++;
        assertThat(cuts).isEqualTo(3);
        assertThat(seller.get("/customers?limit=1").json().path("count").asInt())
                .isEqualTo(customers.size());
        var states = new TreeMap<String, Integer>();
        var invoices = seller.get("/invoices?limit=1000").is(200).json().path("results");
        invoices.forEach(invoice -> states.merge(invoice.path("status").asText(), 1, Integer::sum));
        assertThat(states.keySet())
                .containsAll(List.of(
                        "MUTED",
                        "SCHEDULED",
                        "OUTSTANDING",
                        "PAST_DUE",
                        "PAID",
                        "PARTIALLY_PAID",
                        "ADJUSTED",
                        "CREDITED",
                        "UNPAID",
                        "PAUSED",
                        "VOIDED"));
        List<String> broken =
                HOUSE.database().read(tx -> HOUSE.wiring().invariants().run(tx, List.of()));
        assertThat(broken).isEmpty();

        Demo.run(HOUSE.address(), Secret.of(seller.key()), customers, now, told::add);
        assertThat(seller.get("/customers?limit=1").json().path("count").asInt())
                .isEqualTo(customers.size());
        assertThat(seller.get("/invoices?limit=1").json().path("count").asInt()).isEqualTo(invoices.size());
    }
}
