package dev.brickwork.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import java.time.Instant;
import java.util.UUID;

/// A seller in Britain whose books are followed in Xero, and one customer of it, both taxed with 20 %.
record Followed(XeroBrain xero, House.Tenant seller, String name, String customer) {
    private static final int PATIENCE_SECONDS = 60;

    /// On New Year's Day of 2025.
    static Followed begin(House house, XeroBrain xero) {
        var seller = house.sellerAt("2025-01-01T08:00:00Z");
        BooksDouble.connectXero(seller);
        seller.post("/tax-registrations", "{\"country\": \"GB\"}").is(200);
        seller.patch("/seller", "{\"address\": {\"line_1\": \"1 Quay\", \"city\": \"Hull\", \"country\": \"GB\"}}")
                .is(200);
        var name = "Followed " + UUID.randomUUID();
        var customer = seller.post("/customers", """
                        {"name": "%s", "address": {"line_1": "2 Quay", "city": "Hull", "country": "GB"}}
                        """.formatted(name)).is(200).text("customer_id");
        return new Followed(xero, seller, name, customer);
    }

    /// Once all went over.
    ///
    /// @param standing `owed free revenue tax` over there
    void comesTo(String standing) {
        var until = Instant.now().plusSeconds(PATIENCE_SECONDS);
        while (!isSettled() || !xero.standing(name).equals(standing)) {
            if (Instant.now().isAfter(until)) {
                var log = seller.get("/accounting/log").body()
                        + seller.get("/journal/balances").body();
                assertThat(xero.standing(name)).as(log).isEqualTo(standing);
                throw new AssertionError("not all went over: " + log);
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        }
    }

    private boolean isSettled() {
        return !xero.kept("Contacts", "Name", name).isEmpty()
                && BooksDouble.waiting(seller).isEmpty();
    }
}
