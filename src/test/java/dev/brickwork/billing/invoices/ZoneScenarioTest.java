package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The database and we mean the same by the name of a zone (rule T-01): it has words such as CET of its own, which know
/// no summer.
@Tag("verify")
final class ZoneScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void anInvoiceIsPastDueInListsWhenItIsSoItself() {
        var seller = HOUSE.seller(Mode.TEST, Zone.parse("CET").orElseThrow());
        seller.put("/test-clock", "{\"now\": \"2025-07-01T08:00:00Z\"}").is(200);
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var invoice = seller.post("/invoices", """
                        {"customer_id": "%s", "due_at": "2025-07-15", "line_items": [
                           {"description": "Work", "unit_price": "50.00"}]}
                        """.formatted(customer)).is(200).text("invoice_id");
        seller.advanceTo("2025-07-15T22:30:00Z"); // Half past midnight in summer.
        seller.get("/invoices/" + invoice).is(200, "\"status\":\"PAST_DUE\"");
        seller.get("/invoices?status=PAST_DUE").is(200, "\"count\":1");
        seller.get("/invoices?status=DUE").is(200, "\"count\":0");
        seller.get("/invoices/totals").is(200, "\"past_due\":[{\"currency\":\"USD\",\"count\":1}]");
    }

    /// But for those that the database of zones has had no more since 2020.
    @Test
    void everyZoneHasTheSameDaysThere() {
        var moments = List.of("2024-01-31T22:30:00Z", "2024-06-30T22:30:00Z", "2025-03-30T09:30:00Z");
        for (var name : ZoneId.getAvailableZoneIds()) {
            if (name.startsWith("SystemV/")) continue;
            for (var moment : moments) assertThat(there(name, moment)).as(name).isEqualTo(here(name, moment));
        }
    }

    private static LocalDate here(String zone, String moment) {
        return Zone.parse(zone).orElseThrow().dateOf(Instant.parse(moment));
    }

    private static LocalDate there(String zone, String moment) {
        return HOUSE.database()
                .read(tx -> tx.query("SELECT (:moment::timestamptz AT TIME ZONE zone_named(:zone))::date")
                        .bind("moment", moment)
                        .bind("zone", zone)
                        .mapTo(LocalDate.class)
                        .one());
    }
}
