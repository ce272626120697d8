package dev.brickwork.integrations.accounting;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Await;
import java.util.UUID;

/// A seller in Britain whose books are followed in Xero, and one customer of it, both taxed with 20 %.
record Followed(XeroBrain xero, TestServer.Tenant seller, String name, String customer) {

    /// On New Year's Day of 2025.
    static Followed begin(TestServer house, XeroBrain xero) {
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
        Await.until(
                "all went over and stands at " + standing,
                () -> isSettled() && xero.standing(name).equals(standing),
                () -> xero.standing(name) + " " + seller.get("/accounting/log").body()
                        + seller.get("/journal/balances").body());
    }

    private boolean isSettled() {
        return !xero.kept("Contacts", "Name", name).isEmpty()
                && BooksDouble.waiting(seller).isEmpty();
    }
}
