package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.metering.UsageEntry;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.support.EntityTags;
import dev.brickwork.support.Shop;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Looking at entries, changing and deleting them, and being warned.
@Tag("verify")
final class ManageScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private static List<String> ids(Reply reply) {
        var ids = new ArrayList<String>();
        reply.is(200)
                .json()
                .path("results")
                .forEach(each -> ids.add(each.path("transaction_id").asText()));
        return ids;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void theListIsNewestFirstAndReadsDatesInTheZone() {
        var meter = new Meterage(HOUSE, "2025-03-15T12:00:00Z");
        var subscription =
                meter.subscription("2025-03-01", 12, "MONTHLY", 1000, ", \"time_zone\": \"America/Los_Angeles\"");
        meter.post("a", subscription, "1", "2025-03-08T07:59:59.999999Z").is(201); // 7 March, the last moment
        meter.post("b", subscription, "1", "2025-03-08T08:00:00Z").is(201);
        meter.post("c", subscription, "1", "2025-03-10T06:59:59Z").is(201); // 9 March, a day of 23 hours
        meter.post("d", subscription, "1", "2025-03-10T07:00:00Z").is(201);
        var entries = meter.path(subscription) + "/entries";
        assertThat(ids(meter.seller.get(entries))).containsExactly("d", "c", "b", "a");
        assertThat(ids(meter.seller.get(entries + "?from=2025-03-08&to=2025-03-09")))
                .containsExactly("c", "b");
        assertThat(ids(meter.seller.get(entries + "?to=2025-03-07"))).containsExactly("a");
        assertThat(ids(meter.seller.get(entries + "?from=2025-03-08T08:00:00Z&to=2025-03-10T07:00:00Z")))
                .containsExactly("d", "c", "b");
        assertThat(ids(meter.seller.get(entries + "?from=2025-03-08T08:00:00.000001Z")))
                .containsExactly("d", "c");
        meter.seller.get(entries + "?from=2025-03-08&to=2025-03-09").is(200, "\"count\":2");
        meter.seller.get(entries + "?from=2025-03-08T08:00:00.000001Z").is(200, "\"count\":2");
        var page = meter.seller.get(entries + "?limit=3&offset=1").is(200, "\"count\":4");
        assertThat(ids(page)).containsExactly("c", "b", "a");
        assertThat(page.json().path("previous").asText()).contains("offset=0");
        assertThat(ids(meter.seller.get(entries + "?offset=1000000"))).isEmpty();
        assertThat(ids(meter.seller.get(entries + "?from=2000-01-01&to=2199-12-31")))
                .hasSize(4);
        meter.seller.get(entries + "?limit=101").is(400, "limit");
        meter.seller.get(entries + "?offset=1000001").is(400, "offset");
        meter.seller.get(entries + "?from=yesterday").is(400, "or a day as 2026-01-31");
        assertThat(ids(meter.seller.get(entries + "?from=2025-03-09&to=2025-03-08")))
                .isEmpty();
        meter.seller
                .get("/subscriptions/%s/bricks/%s/usage/entries".formatted(subscription, meter.seats))
                .is(404);
    }

    /// Whole hours before a page are passed by their totals: it shows what reading all of it up to there would.
    @Test
    void aPageFarBackIsTheSameHoweverItIsReached() {
        var meter = new Meterage(HOUSE, "2025-03-15T12:00:00Z");
        var subscription = meter.subscription("2025-03-01", 12, "MONTHLY", 1000, "");
        var random = new Random(11);
        for (int i = 0; i < 40; i++) {
            var time = "2025-03-02T%02d:%02d:00Z".formatted(8 + random.nextInt(5), 20 * random.nextInt(3));
            meter.post("e" + i, subscription, "1", time).is(201);
        }
        for (int i = 0; i < 40; i += 7) {
            var time = "2025-03-02T%02d:30:00Z".formatted(8 + random.nextInt(5));
            meter.seller
                    .patch("/usage", "{\"transaction_id\": \"e%d\", \"time\": \"%s\"}".formatted(i, time))
                    .is(200);
        }
        meter.seller.send("DELETE", "/usage", "{\"transaction_id\": \"e1\"}").is(200);
        var ranges = List.of(
                "",
                "&from=2025-03-02T08:30:00Z",
                "&to=2025-03-02T11:20:00Z",
                "&from=2025-03-02T10:00:00Z&to=2025-03-03");
        for (var range : ranges) {
            var entries = meter.path(subscription) + "/entries?limit=%d&offset=%d" + range;
            var all = ids(meter.seller.get(entries.formatted(100, 0)));
            assertThat(all).hasSizeGreaterThan(10).doesNotContain("e1");
            for (int i = 0; i <= all.size(); i++) {
                assertThat(ids(meter.seller.get(entries.formatted(5, i))))
                        .as("%d %s", i, range)
                        .isEqualTo(all.subList(i, Math.min(i + 5, all.size())));
            }
        }
    }

    /// The contract has ended before it since. What it says can be put right all the same; when it was cannot be moved
    /// to another day that does not fit either.
    @Test
    void anEntryThatFitsNoMoreCanBePutRight() {
        var meter = new Meterage(HOUSE, "2025-03-15T12:00:00Z");
        var subscription = meter.subscription("2025-03-01", 12, "MONTHLY", 1000, "");
        meter.post("a", subscription, "1", "2025-03-12T00:00:00Z").is(201);
        meter.seller
                .post("/subscriptions/%s/terminate".formatted(subscription), "{\"termination_date\": \"2025-03-10\"}")
                .is(200);
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"a\", \"value\": 2}")
                .is(200, "\"value\":2");
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"a\", \"time\": \"2025-03-11T00:00:00Z\"}")
                .is(400, "after the end");
    }

    /// A contract that renews goes on beyond its term, but not with what was taken off it before.
    @Test
    void whatWasTakenOffIsNotMetered() {
        var meter = new Meterage(HOUSE, "2025-03-15T12:00:00Z");
        var subscription = meter.subscription("2025-03-01", 12, "MONTHLY", 1000, "");
        var other = meter.shop.plan("Bare", Shop.priced(meter.seats, Shop.monthly("10.00")));
        var path = "/subscriptions/%s/upgrade".formatted(subscription);
        meter.seller.started(path, """
                        {"starts_at": "2025-03-10", "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 0}]}
                        """.formatted(other, meter.calls));
        meter.post("before", subscription, "1", "2025-03-09T23:59:59Z").is(201);
        meter.post("after", subscription, "1", "2025-03-10T00:00:00Z")
                .is(400, "\"time\"", "not on the subscription at that time");
    }

    /// A trial does not renew: two minutes before its end nothing is taken for the time after it.
    @Test
    void aTrialMetersNothingBeyondItsEnd() {
        var meter = new Meterage(HOUSE, "2025-03-14T23:58:00Z");
        var subscription = meter.subscription(
                "2025-03-01", 12, "MONTHLY", 1000, ", \"order_type\": \"TRIAL\", \"trial_days\": 14");
        meter.post("before", subscription, "1", "2025-03-14T23:59:59Z").is(201);
        meter.post("after", subscription, "1", "2025-03-15T00:00:00Z").is(400, "\"time\"", "after the end");
    }

    @Test
    void aTextIsLookedForAsItIs() {
        var meter = new Meterage(HOUSE, "2025-03-15T12:00:00Z");
        var subscription = meter.subscription("2025-03-01", 12, "MONTHLY", 1000, "");
        String[] odd = {"100%", "a_b", "axb", "it's", "quo\\\"te", "back\\\\slash", "(a+)+$", "[a-z]*", "Ünïcode"};
        for (int i = 0; i < odd.length; i++)
            meter.post(odd[i], subscription, "1." + i, "2025-03-02T00:00:0%dZ".formatted(i))
                    .is(201);
        var entry = meter.entry("plain", subscription, "42", "2025-03-03T00:00:00Z");
        meter.seller
                .post(
                        "/usage",
                        entry.substring(0, entry.length() - 1) + ", \"properties\": {\"region\": \"eu-central\"}}")
                .is(201);
        var entries = meter.path(subscription) + "/entries?search=";
        assertThat(ids(meter.seller.get(entries + encoded("%")))).containsExactly("100%");
        assertThat(ids(meter.seller.get(entries + encoded("_")))).containsExactly("a_b");
        assertThat(ids(meter.seller.get(entries + encoded("'")))).containsExactly("it's");
        assertThat(ids(meter.seller.get(entries + encoded("\"te")))).containsExactly("quo\"te");
        assertThat(ids(meter.seller.get(entries + encoded("\\")))).containsExactly("back\\slash");
        assertThat(ids(meter.seller.get(entries + encoded("(a+)+$")))).containsExactly("(a+)+$");
        assertThat(ids(meter.seller.get(entries + encoded("[a-z]*")))).containsExactly("[a-z]*");
        assertThat(ids(meter.seller.get(entries + encoded("Ünï")))).containsExactly("Ünïcode");
        assertThat(ids(meter.seller.get(entries + "eu-central"))).containsExactly("plain");
        assertThat(ids(meter.seller.get(entries + "EU-Central"))).containsExactly("plain");
        assertThat(ids(meter.seller.get(entries + "AXB"))).containsExactly("axb");
        assertThat(ids(meter.seller.get(entries + "42.0"))).containsExactly("plain");
        assertThat(ids(meter.seller.get(entries + "4.2e1"))).containsExactly("plain");
        assertThat(ids(meter.seller.get(entries + "1.3"))).containsExactly("it's");
        assertThat(ids(meter.seller.get(entries + encoded("(a|a)*".repeat(16)))))
                .isEmpty();
        var longest = "x".repeat(UsageEntry.TRANSACTION_ID_LENGTH_MAX);
        meter.post(longest, subscription, "9", "2025-03-04T00:00:00Z").is(201);
        assertThat(ids(meter.seller.get(entries + longest))).containsExactly(longest);
        meter.seller.get(entries + longest + "x").is(400, "search");
        meter.seller.get(entries).is(400, "search");
    }

    @Test
    void anEditIsANewVersionAndADeletionATombstone() {
        var meter = new Meterage(HOUSE, "2025-03-15T12:00:00Z");
        var subscription = meter.subscription("2025-03-01", 12, "MONTHLY", 1000, "");
        meter.post("a", subscription, "10", "2025-03-02T00:00:00Z").is(201);
        meter.post("b", subscription, "5", "2025-03-03T00:00:00Z").is(201);
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"a\", \"value\": 11.5, \"properties\": {\"why\": \"typo\"}}")
                .is(200, "\"value\":11.5", "\"why\":\"typo\"");
        meter.seller
                .patch(
                        "/usage",
                        "{\"transaction_id\": \"a\", \"time\": \"2025-03-04T00:00:00Z\", \"properties\": null}")
                .is(200, "\"value\":11.5", "\"properties\":null");
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"a\", \"value\": 11.5}")
                .is(200);
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"a\", \"time\": \"2025-02-04T00:00:00Z\"}")
                .is(400, "time");
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"zzz\", \"value\": 1}")
                .is(404);
        meter.seller.patch("/usage", "{\"value\": 1}").is(400, "transaction_id");
        var entries = meter.path(subscription) + "/entries";
        assertThat(ids(meter.seller.get(entries))).containsExactly("a", "b");
        meter.seller.get(meter.path(subscription)).is(200, "\"used\":16.5");
        // The first version still answers a client that asks again.
        meter.post("a", subscription, "10", "2025-03-02T00:00:00Z").is(201);
        meter.seller.send("DELETE", "/usage", "{\"transaction_id\": \"b\"}").is(200, "deleted");
        meter.seller.send("DELETE", "/usage", "{\"transaction_id\": \"b\"}").is(404);
        meter.seller.delete("/usage/?transaction_id=a").is(200, "deleted");
        meter.seller.delete("/usage").is(400, "transaction_id");
        meter.seller.delete("/usage/").is(400, "transaction_id");
        assertThat(ids(meter.seller.get(entries))).isEmpty();
        meter.seller.get(entries).is(200, "\"count\":0");
        meter.seller.get(meter.path(subscription)).is(200, "\"used\":0");
        var states = new ArrayList<String>();
        meter.seller
                .get("/usage/a/history")
                .is(200, "\"count\":4")
                .json()
                .path("results")
                .forEach(each -> states.add(
                        each.path("version").asInt() + " " + each.path("state").asText()));
        assertThat(states).containsExactly("1 RECORDED", "2 EDITED", "3 EDITED", "4 DELETED");
        meter.seller.get("/usage/zzz/history").is(404);
        meter.post("b", subscription, "5", "2025-03-03T00:00:00Z").is(201);
        meter.seller.get(meter.path(subscription)).is(200, "\"used\":0");
    }

    /// The number of the version, as the history has it, is the tag of the entry.
    @Test
    void editorsOfAnEntryAreToldApart() {
        var meter = new Meterage(HOUSE, "2025-03-15T12:00:00Z");
        var subscription = meter.subscription("2025-03-01", 12, "MONTHLY", 1000, "");
        meter.post("a", subscription, "10", "2025-03-02T00:00:00Z").is(201);
        var eleven = "{\"transaction_id\": \"a\", \"value\": 11}";
        var twelve = "{\"transaction_id\": \"a\", \"value\": 12}";
        var first = meter.seller.send("PATCH", "/usage", eleven, "If-Match", "\"1\"");
        assertThat(first.is(200).header("ETag")).hasValue("\"2\"");
        meter.seller.send("PATCH", "/usage", twelve, "If-Match", "\"1\"").is(412);
        var same = meter.seller.send("PATCH", "/usage", eleven, "If-Match", "\"2\"");
        assertThat(same.is(200, "\"value\":11").header("ETag")).hasValue("\"2\"");
    }

    /// Ids are the client's own and may hold what separates paths.
    @Test
    void anIdMayHoldASlash() {
        var meter = new Meterage(HOUSE, "2025-03-15T12:00:00Z");
        var subscription = meter.subscription("2025-03-01", 12, "MONTHLY", 1000, "");
        meter.post("a/b c", subscription, "1", "2025-03-03T00:00:00Z").is(201);
        meter.seller
                .send("PATCH", "/usage", "{\"transaction_id\": \"a/b c\", \"value\": 2}")
                .is(200);
        meter.seller
                .get("/usage/a%2Fb%20c/history?limit=1")
                .is(200, "\"count\":2", "/usage/a%2Fb%20c/history?limit=1&offset=1\"");
    }

    @Test
    void aSeriesHasTheHoursOfItsDays() {
        var meter = new Meterage(HOUSE, "2025-12-15T12:00:00Z");
        var subscription =
                meter.subscription("2025-01-31", 12, "MONTHLY", 1000, ", \"time_zone\": \"America/New_York\"");
        meter.post("a", subscription, "1", "2025-03-09T06:30:00Z").is(201); // 01:30, before the change
        meter.post("b", subscription, "2", "2025-03-09T07:30:00Z").is(201); // 03:30
        meter.post("c", subscription, "4", "2025-11-02T05:30:00Z").is(201); // 01:30, the first
        meter.post("d", subscription, "8", "2025-11-02T06:30:00Z").is(201); // 01:30, the second
        var series = meter.path(subscription) + "/series?";
        var spring = meter.seller
                .get(series + "from=2025-03-09&to=2025-03-09&window=hour")
                .is(200)
                .json();
        assertThat(spring.path("buckets")).hasSize(23);
        assertThat(spring.path("buckets").get(1).path("value").asInt()).isEqualTo(1);
        assertThat(spring.path("buckets").get(2).path("starts_at").asText()).isEqualTo("2025-03-09T03:00:00-04:00");
        assertThat(spring.path("buckets").get(2).path("value").asInt()).isEqualTo(2);
        var autumn = meter.seller
                .get(series + "from=2025-11-02&to=2025-11-02&window=hour")
                .is(200)
                .json();
        assertThat(autumn.path("buckets")).hasSize(25);
        assertThat(autumn.path("buckets").get(1).path("value").asInt()).isEqualTo(4);
        assertThat(autumn.path("buckets").get(2).path("value").asInt()).isEqualTo(8);
        var days = meter.seller
                .get(series + "from=2025-11-01&to=2025-11-03")
                .is(200)
                .json();
        assertThat(days.path("buckets")).hasSize(3);
        assertThat(days.path("buckets").get(1).path("value").asInt()).isEqualTo(12);
        var months = meter.seller
                .get(series + "from=2025-02-10&to=2025-11-30&window=month")
                .is(200)
                .json();
        assertThat(months.path("buckets")).hasSize(10);
        assertThat(months.path("from").asText()).isEqualTo("2025-02-01T00:00:00-05:00");
        assertThat(months.path("buckets").get(1).path("value").asInt()).isEqualTo(3);
        var weeks = meter.seller
                .get(series + "from=2025-03-05&to=2025-03-12&window=week")
                .is(200)
                .json();
        assertThat(weeks.path("buckets").get(0).path("starts_at").asText()).isEqualTo("2025-03-03T00:00:00-05:00");
        assertThat(weeks.path("buckets")).hasSize(2);
        meter.seller.get(series + "from=2025-03-05").is(400, "to");
        meter.seller.get(series + "from=2000-01-01&to=2199-12-31&window=hour").is(400, "narrow");
        meter.seller.get(series + "from=2025-03-05&to=2025-03-04").is(400, "to");
        meter.seller.get(series + "from=2025-03-05&to=2025-03-06&window=year").is(400, "window");
    }

    @Test
    void aThresholdIsToldOncePerWindow() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        var path = meter.path(subscription) + "/thresholds";
        meter.seller.get(path).is(200, "\"precommitment\":[]");
        meter.seller.put(path, """
                {"precommitment": [80, 100], "units": [1500], "money": [1200], "notification_emails": ["a@example.com"]}""").is(200, "\"precommitment\":[80,100]");
        meter.seller.get(path).is(200, "\"money\":[1200]", "a@example.com");
        meter.post("1", subscription, "799", "2025-01-10T00:00:00Z").is(201);
        assertThat(told(meter)).isEmpty();
        meter.post("2", subscription, "1", "2025-01-10T00:00:00Z").is(201);
        assertThat(told(meter)).containsExactly("precommitment");
        meter.post("3", subscription, "400", "2025-01-10T00:00:00Z").is(201);
        assertThat(told(meter)).containsExactly("precommitment", "precommitment", "money");
        meter.post("4", subscription, "400", "2025-01-10T00:00:00Z").is(201);
        meter.post("5", subscription, "400", "2025-01-10T00:00:00Z").is(201);
        assertThat(told(meter)).containsExactly("precommitment", "precommitment", "money", "units");
        meter.seller.advanceTo("2025-02-10T00:00:00Z");
        meter.post("6", subscription, "900", "2025-02-05T00:00:00Z").is(201);
        assertThat(told(meter)).hasSize(5);
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"6\", \"value\": 1000}")
                .is(200);
        assertThat(told(meter)).as("an edit passes it, too").hasSize(6);
        meter.seller
                .put(path, "{\"precommitment\": [80, 80], \"units\": [0], \"money\": [1.5]}")
                .is(400, "precommitment", "units", "money");
        meter.seller.put(path, "{}").is(400, "precommitment", "units", "money");
    }

    /// Rule Z-03: its usage costs nothing, so it never comes to an amount.
    @Test
    void aTrialReachesUnitsAndNoAmount() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var trial = ", \"order_type\": \"TRIAL\", \"trial_days\": 30";
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, trial);
        meter.seller.put(meter.path(subscription) + "/thresholds", """
                        {"precommitment": [], "units": [1500], "money": [1]}""").is(200);
        meter.post("1", subscription, "2000", "2025-01-10T00:00:00Z").is(201);
        assertThat(told(meter)).containsExactly("units");
    }

    @Test
    void editorsOfThresholdsAreToldApart() {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        EntityTags.tellEditorsApart(meter.seller, meter.path(subscription) + "/thresholds", """
                {"precommitment": [100, 12.50], "units": [], "money": []}""", """
                {"precommitment": [90], "units": [], "money": []}""");
    }

    private static List<String> told(Meterage meter) {
        return HOUSE.database()
                .read(tx -> tx.query("""
                SELECT replace(event_type, 'usage.threshold.exceeded.', '') AS kind
                FROM event
                WHERE seller_id = :seller AND event_type LIKE 'usage.threshold.%' AND is_public
                ORDER BY id
                """)
                        .bind("seller", meter.seller.id().value())
                        .map((row, _) -> Columns.text(row, "kind"))
                        .list());
    }
}
