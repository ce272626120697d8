package dev.brickwork.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.support.Insisting;
import dev.brickwork.support.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two who want the last place at the same moment, at two processes: one of them is told that there is none.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class LastPlaceRaceTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final TestServer TWIN = HOUSE.twin();
    private static final int ROUNDS = Property.cases(3, 100);

    @Test
    void ofEndpoints() {
        race("webhook_endpoint", 100, "/webhook-endpoints", """
                {"url": "https://example.com/hooks", "events": ["*"]}
                """);
    }

    @Test
    void ofTaxRates() {
        race("tax_rate", 5_000, "/tax-rates", """
                {"country": "US", "name": "Sales tax", "percent": "5"}
                """);
    }

    @Test
    void ofTaxRegistrations() {
        race("tax_registration", 1_000, "/tax-registrations", """
                {"country": "US", "region": "{place}"}
                """);
    }

    private static void race(String table, int places, String path, String body) {
        for (int i = 0; i < ROUNDS; i++) {
            var seller = HOUSE.seller();
            seller.post(path, body.replace("{place}", "AK")).is(200);
            fill(seller, table, places - 2);
            var twin = new Tenant(TWIN, seller.id(), seller.key());
            var replies = Insisting.both(
                    () -> seller.post(path, body.replace("{place}", "NY")),
                    () -> twin.post(path, body.replace("{place}", "CA")));
            assertThat(replies).extracting(Reply::status).containsExactlyInAnyOrder(200, 400);
        }
    }

    /// With as many more of what is there.
    private static void fill(Tenant seller, String table, int count) {
        int filled = HOUSE.database()
                .inTransaction(tx -> tx.update("""
                        INSERT INTO %1$s
                        SELECT (jsonb_populate_record(one,
                            jsonb_build_object('id', gen_random_uuid(), 'region', 'R' || number))).*
                        FROM %1$s one, generate_series(1, :count) AS number
                        WHERE one.seller_id = :seller
                        """.formatted(table))
                        .bind("seller", seller.id().value())
                        .bind("count", count)
                        .execute());
        assertThat(filled).isEqualTo(count);
    }
}
