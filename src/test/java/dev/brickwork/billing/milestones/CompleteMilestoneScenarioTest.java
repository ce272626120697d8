package dev.brickwork.billing.milestones;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.support.Await;
import dev.brickwork.support.Insisting;
import dev.brickwork.support.PlantedDefect;
import dev.brickwork.support.Property;
import dev.brickwork.support.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Milestones from the order to the invoice (rules L-01 to L-06).
@Tag("verify")
@Tag("full")
@Tag("soak")
class CompleteMilestoneScenarioTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final int RACES = Property.cases(10, 1_000);

    /// A seller with a running subscription: 80.00 a month, and three units of work for 950.00 together.
    private record Sold(
            TestServer.Tenant seller, String plan, String seats, String work, String customer, String subscription) {
        String path() {
            return "/subscriptions/" + subscription;
        }

        /// To go on from 10 June with two milestones of its own.
        void isRecast() {
            seller.started(path() + "/recast", """
                    {"starts_at": "2025-06-10", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                     "bricks": [{"brick_id": "%s", "quantity": 1}, {"brick_id": "%s", "quantity": 2}]}
                    """.formatted(plan, seats, work));
        }

        String milestones() {
            return path() + "/milestones";
        }

        JsonNode first() {
            return seller.get(milestones()).is(200).json().path("results").path(0);
        }

        String complete() {
            return milestones() + "/" + first().path("milestone_id").asText() + "/complete";
        }

        JsonNode invoice(JsonNode completion) {
            return seller.get("/invoices/" + completion.path("invoice_id").asText())
                    .is(200)
                    .json();
        }
    }

    private static Sold sold(String now, int months, String more) {
        return sold(HOUSE.sellerAt(now), now, months, more);
    }

    private static Sold sold(TestServer.Tenant seller, String now, int months, String more) {
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var work = shop.brick("rollout", "MILESTONE");
        var plan = shop.plan(
                "Team", Shop.priced(seats, Shop.monthly("80.00")), Shop.priced(work, Shop.flat("316.666667")));
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var order = """
                {"starts_at": "%s", "contract_length": %d, "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}, {"brick_id": "%s", "quantity": 3}],
                 "customer_id": "%s", "payment_terms": 30%s%s}
                """.formatted(
                        now.substring(0, 10),
                        months,
                        plan,
                        seats,
                        work,
                        customer,
                        more.contains("billing_frequency") ? "" : ", \"billing_frequency\": \"MONTHLY\"",
                        more);
        var id = seller.post("/subscriptions", order).is(200).text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return new Sold(seller, plan, seats, work, customer, id);
    }

    /// `check` finds a milestone that does not come to its completions, in units or, when all is done, in money.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE milestone SET completed = completed - 1 WHERE completed = total",
                "UPDATE milestone_completion SET quantity = quantity + 1",
                "DELETE FROM milestone_completion",
                "UPDATE milestone_completion SET net = net + 1",
                "UPDATE milestone SET net = net - 1",
                "UPDATE milestone SET total = total - 1",
                "UPDATE invoice_item SET gross = gross + 1, discount = discount + 1 WHERE kind = 'MILESTONE'",
                "DELETE FROM invoice_item WHERE kind = 'MILESTONE'",
                "UPDATE milestone_completion c SET invoice_id = (SELECT id FROM invoice i WHERE i.seller_id = c.seller_id LIMIT 1)"
            })
    void whatDoesNotAddUpIsFound(String defect) {
        var sold = sold("2025-01-01T00:00:00Z", 12, "");
        sold.seller.post(sold.complete(), "{\"quantity\": 1}").is(200);
        sold.seller.post(sold.complete(), "{\"quantity\": 2}").is(200);
        var found = PlantedDefect.found(
                HOUSE,
                defect,
                "ALTER TABLE milestone DROP CONSTRAINT no_more_than_agreed",
                "ALTER TABLE milestone_completion DISABLE TRIGGER USER",
                "ALTER TABLE invoice_item DISABLE TRIGGER USER");
        assertThat(found).anyMatch(sentence -> sentence.startsWith("I13"));
    }

    /// Rules L-03 and S-07: it does not wait for an invoice long after the contract, because usage is billed on the day
    /// on
    /// which that ends.
    @Test
    void whatWaitsIsBilledWhenTheContractEndsOnADateOfUsage() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z");
        var shop = new Shop(seller);
        var work = shop.brick("rollout", "MILESTONE");
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var calls = shop.brick("calls", "USAGE");
        var plan = shop.plan(
                "Team",
                Shop.priced(work, Shop.flat("300.00")),
                Shop.priced(seats, Shop.monthly("80.00")),
                Shop.priced(calls, Shop.flat("0.10")));
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var id = seller.post("/subscriptions", """
                {"customer_id": "%s", "plan_id": "%s", "starts_at": "2025-01-01", "contract_length": 24,
                 "billing_frequency": "ANNUALLY", "bricks": [{"brick_id": "%s"}, {"brick_id": "%s", "quantity": 2}]}
                """.formatted(customer, plan, seats, work))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        var sold = new Sold(seller, plan, seats, work, customer, id);
        seller.post(sold.complete(), "{\"quantity\": 1, \"bill_on\": \"NEXT_INVOICE\"}")
                .is(200);
        seller.started(
                sold.path() + "/upgrade",
                "{\"starts_at\": \"2025-01-01\", \"bricks\": [{\"brick_id\": \"%s\"}]}".formatted(calls));
        seller.post(sold.path() + "/terminate", "{\"termination_date\": \"2025-03-01\"}")
                .is(200);
        var completed = sold.first().path("completions").path(0);
        assertThat(sold.invoice(completed).path("bill_at").asText()).startsWith("2025-03-02");
    }

    /// Rule L-03: nor does it wait because the contract rested when it was ended.
    @ParameterizedTest
    @ValueSource(strings = {"null", "\"2025-02-20\"", "\"2025-05-20\""})
    void whatWaitsIsBilledWhenARestingContractEnds(String resumesOn) {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z");
        var sold = sold(seller, "2025-01-01T00:00:00Z", 24, ", \"billing_frequency\": \"ANNUALLY\"");
        seller.post(sold.complete(), "{\"quantity\": 1, \"bill_on\": \"NEXT_INVOICE\"}")
                .is(200);
        seller.advanceTo("2025-02-01T12:00:00Z");
        seller.post(sold.path() + "/pause", """
                {"paused_at": "2025-02-01", "scheduled_resume_at": %s}
                """.formatted(resumesOn)).is(200);
        seller.advanceTo("2025-02-10T12:00:00Z");
        seller.post(sold.path() + "/terminate", "{\"termination_date\": \"2025-03-01\"}")
                .is(200);
        seller.advanceTo("2025-03-01T12:00:00Z");
        var invoice = sold.invoice(sold.first().path("completions").path(0));
        assertThat(invoice.path("issued_at").asText()).startsWith("2025-03-01");
    }

    /// Work may be done after the contract has ended, but an erased customer cannot be billed for it.
    @Test
    void anErasedCustomerGetsNoInvoice() {
        var sold = sold("2025-01-01T00:00:00Z", 1, ", \"auto_renews\": false");
        sold.seller.advanceTo("2025-03-01T00:00:00Z").is(200);
        sold.seller
                .delete("/customers/%s/personal-data".formatted(sold.customer))
                .is(200);
        sold.seller.post(sold.complete(), "{\"quantity\": 1}").is(400, "erased");
    }

    @Test
    void threeCompletionsBillTheWholePriceToTheCent() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        assertThat(sold.first().path("total_quantity").asInt()).isEqualTo(3);
        assertThat(sold.first().path("phase_position").asText()).as("rule Q-03").isEqualTo("0");
        assertThat(sold.first().path("phase_name").asText()).isEqualTo("Phase 1");
        var totals = new ArrayList<Long>();
        for (int i = 1; i <= 3; i++) {
            var done = sold.seller
                    .post(sold.complete(), "{\"quantity\": 1}")
                    .is(200)
                    .json();
            assertThat(done.path("milestone").path("completed_quantity").asInt())
                    .isEqualTo(i);
            assertThat(done.path("milestone").path("completions")).hasSize(i);
            var invoice = sold.invoice(done.path("completion"));
            assertThat(invoice.path("status").asText()).isEqualTo("OUTSTANDING");
            assertThat(invoice.path("due_at").asText()).startsWith("2025-05-31");
            totals.add(invoice.path("grand_total").asLong());
        }
        assertThat(totals).as("rule L-01").containsExactly(31667L, 31666L, 31667L);
        sold.seller.post(sold.complete(), "{\"quantity\": 1}").is(400, "\"quantity\"");
    }

    @Test
    void twoThenOne() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        sold.seller.post(sold.complete(), "{\"quantity\": 4}").is(400, "\"quantity\"", "At most 3");
        var two = sold.seller
                .post(sold.complete(), "{\"quantity\": 2, \"bill_on\": \"IMMEDIATELY\"}")
                .is(200)
                .json();
        sold.seller.post(sold.complete(), "{\"quantity\": 2}").is(400, "At most 1");
        var one = sold.seller.post(sold.complete(), "{\"quantity\": 1}").is(200).json();
        assertThat(sold.invoice(two.path("completion")).path("grand_total").asLong())
                .isEqualTo(63333);
        assertThat(sold.invoice(one.path("completion")).path("grand_total").asLong())
                .isEqualTo(31667);
    }

    @Test
    void theNextInvoiceTakesItAlong() {
        var sold = sold("2025-05-01T08:00:00Z", 3, "");
        var done = sold.seller
                .post(sold.complete(), "{\"quantity\": 1, \"bill_on\": \"NEXT_INVOICE\"}")
                .is(200)
                .json();
        var invoice = sold.invoice(done.path("completion"));
        assertThat(invoice.path("status").asText()).isEqualTo("SCHEDULED");
        assertThat(invoice.path("grand_total").asLong())
                .as("8000 becomes 39667 (rule L-03)")
                .isEqualTo(39667);
        sold.seller
                .get("/invoices/%s/history".formatted(invoice.path("invoice_id").asText()))
                .is(200, "\"what\":\"LINE_ADDED\"", "\"reason\":\"rollout\"");
        for (var field : List.of("issued_at", "due_at", "service_date")) {
            sold.seller
                    .post(
                            sold.complete(),
                            "{\"quantity\": 1, \"bill_on\": \"NEXT_INVOICE\", \"%s\": \"2025-06-01\"}".formatted(field))
                    .is(400, "\"" + field + "\"");
        }
        sold.seller.advanceTo("2025-06-01T12:00:00Z");
        var issued = sold.invoice(done.path("completion"));
        assertThat(issued.path("status").asText()).isEqualTo("OUTSTANDING");
        assertThat(issued.path("grand_total").asLong()).isEqualTo(39667);
        sold.seller.advanceTo("2025-07-01T12:00:00Z");
        sold.seller
                .post(sold.complete(), "{\"quantity\": 1, \"bill_on\": \"NEXT_INVOICE\"}")
                .is(400, "\"bill_on\"", "No scheduled invoice");
        assertThat(sold.first().path("completed_quantity").asInt())
                .as("nothing was stored")
                .isEqualTo(1);
    }

    @Test
    void allThatIsWrongIsToldAtOnce() {
        var sold = sold("2025-05-01T08:00:00Z", 3, "");
        sold.seller
                .post(
                        sold.complete(),
                        "{\"quantity\": 4, \"bill_on\": \"NEXT_INVOICE\", \"service_date\": \"2025-05-01\"}")
                .is(400, "\"quantity\":[\"At most 3", "\"service_date\":[\"Only valid");
        sold.seller
                .post(sold.complete(), "{\"quantity\": 4, \"due_at\": \"2025-04-30\", \"service_date\": \"May\"}")
                .is(400, "\"quantity\":[\"At most 3", "\"due_at\"", "\"service_date\"");
        var read = sold.seller
                .post(sold.complete(), "{\"due_at\": \"2025-04-30\", \"bill_on\": \"SOME_DAY\"}")
                .is(400, "\"quantity\":[\"This field is required.\"]", "\"due_at\"", "\"bill_on\"");
        assertThat(read.json().path("error").path("details").path("fields")).hasSize(3);
        assertThat(sold.first().path("completed_quantity").asInt()).isZero();
    }

    /// The invoices of a paused subscription have no certain date, so none of them is the next one.
    @Test
    void aPausedInvoiceIsNotTheNextOne() {
        var sold = sold("2025-05-01T08:00:00Z", 3, "");
        sold.seller
                .post(sold.path() + "/pause", "{\"paused_at\": \"2025-05-01\"}")
                .is(200);
        sold.seller
                .post(sold.complete(), "{\"quantity\": 1, \"bill_on\": \"NEXT_INVOICE\"}")
                .is(400, "\"bill_on\"", "No scheduled invoice");
    }

    @Test
    void aLaterDayIsLeftToTheSweep() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        sold.seller
                .post(sold.complete(), "{\"quantity\": 1, \"issued_at\": \"2025-04-30\"}")
                .is(400, "\"issued_at\"");
        sold.seller
                .post(sold.complete(), "{\"quantity\": 1, \"issued_at\": \"2025-05-10\", \"due_at\": \"2025-05-09\"}")
                .is(400, "\"due_at\"");
        sold.seller.post(sold.complete(), "{\"quantity\": 0}").is(400, "\"quantity\"");
        sold.seller.post(sold.complete(), "{\"bill_on\": \"SOME_DAY\"}").is(400, "\"quantity\"", "\"bill_on\"");
        var input = "{\"quantity\": 1, \"issued_at\": \"2025-05-10\", \"due_at\": \"2025-06-01\","
                + " \"service_date\": \"2025-03-15\"}";
        var done = sold.seller.post(sold.complete(), input).is(200).json();
        var scheduled = sold.invoice(done.path("completion"));
        assertThat(scheduled.path("status").asText()).isEqualTo("SCHEDULED");
        sold.seller.advanceTo("2025-05-10T12:00:00Z");
        var issued = sold.invoice(done.path("completion"));
        assertThat(issued.path("status").asText()).isEqualTo("OUTSTANDING");
        assertThat(issued.path("issued_at").asText()).startsWith("2025-05-10");
        assertThat(issued.path("due_at").asText()).startsWith("2025-06-01");
        var line = issued.path("line_items").path(0);
        assertThat(line.path("starts_at").asText()).startsWith("2025-03-15");
        assertThat(line.path("ends_at").asText()).startsWith("2025-03-15");
        assertThat(issued.path("subscription_id").isNull()).as("rule I-15").isTrue();
    }

    @Test
    void aRecastLetsTheOpenOnesLapseAndAVoidReopensNothing() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        var done =
                sold.seller.post(sold.complete(), "{\"quantity\": 2}").is(200).json();
        var path = sold.complete();
        sold.seller
                .post(
                        "/invoices/%s/void"
                                .formatted(done.path("completion")
                                        .path("invoice_id")
                                        .asText()),
                        "{}")
                .is(200, "VOIDED");
        assertThat(sold.first().path("completed_quantity").asInt()).isEqualTo(2);
        var recast = """
                {"starts_at": "2025-05-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(sold.plan, sold.seats);
        sold.seller.started(sold.path() + "/recast", recast);
        sold.seller.post(path, "{\"quantity\": 1}").is(400, "lapsed");
    }

    /// Until the recast starts, the old orders run, and what is done by then is billed.
    @Test
    void whatIsOpenLapsesWhereTheRecastStarts() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        var path = sold.complete();
        sold.isRecast();
        sold.seller.post(path, "{\"quantity\": 1}").is(200);
        sold.seller.advanceTo("2025-06-09T08:00:00Z").is(200);
        sold.seller.post(path, "{\"quantity\": 1}").is(200);
        sold.seller.clockAlone("2025-06-10T00:00:30Z"); // Before the sweep has looked.
        sold.seller.post(path, "{\"quantity\": 1}").is(400, "lapsed");
        sold.seller.advanceTo("2025-06-10T08:00:00Z").is(200);
        sold.seller.post(path, "{\"quantity\": 1}").is(400, "lapsed");
        assertThat(open(sold)).containsExactly(0, 2);
    }

    /// Terminated where the recast begins and taken back later: the recast has begun all the same (Z-02).
    @Test
    void whatIsOpenLapsesWhereTheRecastStartsUnderATermination() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        var path = sold.complete();
        sold.isRecast();
        sold.seller
                .post(sold.path() + "/terminate", "{\"termination_date\": \"2025-06-10\"}")
                .is(200);
        sold.seller.advanceTo("2025-06-12T08:00:00Z").is(200);
        sold.seller.post(sold.path() + "/reinstate", "{}").is(200);
        sold.seller.post(path, "{\"quantity\": 1}").is(400, "lapsed");
        assertThat(open(sold)).containsExactly(0, 2);
    }

    /// A renewal that is agreed while a recast lies ahead follows the recast, and keeps its work.
    @Test
    void whatIsAgreedAfterARecastStays() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        var terms = """
                "contract_length": 1, "billing_frequency": "MONTHLY", "plan_id": "%s",
                "bricks": [{"brick_id": "%s", "quantity": 1}, {"brick_id": "%s", "quantity": 2}]
                """.formatted(sold.plan, sold.seats, sold.work);
        sold.seller.started(sold.path() + "/recast", "{\"starts_at\": \"2025-06-10\", %s}".formatted(terms));
        sold.seller.started(sold.path() + "/renewal", "{\"starts_at\": \"2025-07-10\", %s}".formatted(terms));
        sold.seller.advanceTo("2025-07-12T08:00:00Z").is(200);
        var all = sold.seller.get(sold.milestones()).is(200).json().path("results");
        var ofRenewal = all.path(2).path("milestone_id").asText();
        sold.seller
                .post("%s/%s/complete".formatted(sold.milestones(), ofRenewal), "{\"quantity\": 2}")
                .is(200);
    }

    /// A second recast that is agreed before the first has begun: what was agreed before the first ends with that.
    @Test
    void whatIsOpenLapsesWhereTheFirstOfTwoRecastsStarts() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        var path = sold.complete();
        sold.isRecast();
        sold.seller.started(sold.path() + "/recast", """
                {"starts_at": "2025-07-10", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(sold.plan, sold.seats));
        sold.seller.advanceTo("2025-06-12T08:00:00Z").is(200);
        sold.seller.post(path, "{\"quantity\": 1}").is(400, "lapsed");
        assertThat(open(sold)).containsExactly(0, 2);
        sold.seller.advanceTo("2025-07-12T08:00:00Z").is(200);
        assertThat(open(sold)).containsExactly(0, 0);
    }

    /// A recast moves with the pauses before it, and what lapses with it does so too.
    @Test
    void aPausePutsOffWhatLapses() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        var path = sold.complete();
        sold.seller.started(sold.path() + "/recast", """
                {"starts_at": "2025-06-10", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(sold.plan, sold.seats));
        sold.seller
                .post(
                        sold.path() + "/pause",
                        "{\"paused_at\": \"2025-05-20\", \"scheduled_resume_at\": \"2025-05-30\"}")
                .is(200);
        sold.seller.advanceTo("2025-06-12T08:00:00Z").is(200);
        sold.seller.post(path, "{\"quantity\": 1}").is(200);
        sold.seller.advanceTo("2025-06-20T08:00:00Z").is(200);
        sold.seller.post(path, "{\"quantity\": 1}").is(400, "lapsed");
    }

    /// A migrated subscription bills nothing before the cut-over; work that another system has billed is written down.
    @Test
    void workBeforeTheCutOverIsSilent() {
        var seller = HOUSE.sellerAt("2025-05-01T08:00:00Z");
        seller.patch("/seller", "{\"muted_before\": \"2025-06-01\"}").is(200);
        var sold = sold(seller, "2025-05-01T08:00:00Z", 12, ", \"migrated\": true");
        var before = seller.post(sold.complete(), "{\"quantity\": 1}").is(200).json();
        assertThat(sold.invoice(before.path("completion")).path("status").asText())
                .isEqualTo("MUTED");
        assertThat(sold.invoice(before.path("completion"))
                        .path("invoice_number")
                        .isNull())
                .as("another system has numbered it")
                .isTrue();
        var after = "{\"quantity\": 1, \"issued_at\": \"2025-06-01\"}";
        var done = seller.post(sold.complete(), after).is(200).json();
        seller.advanceTo("2025-06-02T00:00:00Z");
        assertThat(sold.invoice(before.path("completion")).path("status").asText())
                .isEqualTo("MUTED");
        assertThat(sold.invoice(done.path("completion")).path("status").asText())
                .isEqualTo("OUTSTANDING");
    }

    /// U-08: a brick that is named without its discount loses it, for what is not done yet; fewer units cost what the
    /// estimate says.
    @Test
    void anUpgradePricesWhatIsOpenAnew() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        upgrade(sold, "\"quantity\": 3, \"discount\": [{\"rate\": \"10\"}]");
        var done =
                sold.seller.post(sold.complete(), "{\"quantity\": 1}").is(200).json();
        assertThat(sold.invoice(done.path("completion")).path("grand_total").asLong())
                .isEqualTo(28500);
        upgrade(sold, "\"quantity\": 2");
        var rest =
                sold.seller.post(sold.complete(), "{\"quantity\": 1}").is(200).json();
        assertThat(sold.invoice(rest.path("completion")).path("grand_total").asLong())
                .isEqualTo(31666);
        sold.seller.post(sold.complete(), "{\"quantity\": 1}").is(400, "\"quantity\"", "lapsed");
        assertThat(sold.first().path("total_quantity")).isEqualTo(sold.first().path("completed_quantity"));
    }

    /// Units completed before an upgrade keep their price; the invariant that adds up completions allows for that.
    @Test
    void whatWasDoneBeforeAnUpgradeStaysBilled() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        sold.seller.post(sold.complete(), "{\"quantity\": 1}").is(200);
        upgrade(sold, "\"quantity\": 3, \"discount\": [{\"rate\": \"10\"}]");
        var rest =
                sold.seller.post(sold.complete(), "{\"quantity\": 2}").is(200).json();
        assertThat(sold.invoice(rest.path("completion")).path("grand_total").asLong())
                .isEqualTo(57000);
    }

    /// More units at another price: each that is not done yet costs the new price, whichever order it came with. Half
    /// of 316.67 for six units is 95000 in all, of which four are open.
    @Test
    void moreUnitsAtAnotherPriceCostAllTheSame() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        sold.seller.post(sold.complete(), "{\"quantity\": 2}").is(200);
        upgrade(sold, "\"quantity\": 6, \"discount\": [{\"rate\": \"50\"}]");

        var totals = new ArrayList<Long>();
        for (var milestone : sold.seller.get(sold.milestones()).is(200).json().path("results")) {
            var path = sold.milestones() + "/" + milestone.path("milestone_id").asText() + "/complete";
            var open = milestone.path("total_quantity").asLong()
                    - milestone.path("completed_quantity").asLong();
            for (int i = 0; i < open; i++) {
                var done = sold.seller.post(path, "{\"quantity\": 1}").is(200).json();
                totals.add(sold.invoice(done.path("completion"))
                        .path("grand_total")
                        .asLong());
            }
        }

        assertThat(totals).containsExactlyInAnyOrder(15833L, 15833L, 15833L, 15834L);
    }

    /// Three units, two more, and one less again: of the two that came last one lapses. Four units less a cent are
    /// 126666, to the cent, in any order of completion; and three of them are what they were.
    @Test
    void fewerUnitsLapseWhereTheyCameLast() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        upgrade(sold, "\"quantity\": 5");
        upgrade(sold, "\"quantity\": 4, \"discount\": [{\"amount\": 1}]");
        assertThat(open(sold)).containsExactly(3, 1);
        assertThat(billed(sold, 0, 3).path("grand_total").asLong()
                        + billed(sold, 1, 1).path("grand_total").asLong())
                .isEqualTo(126666);

        var other = sold("2025-05-01T08:00:00Z", 12, "");
        upgrade(other, "\"quantity\": 5");
        upgrade(other, "\"quantity\": 4");
        upgrade(other, "\"quantity\": 3");
        assertThat(open(other)).containsExactly(3, 0);
        var rest = billed(other, 0, 3);
        assertThat(rest.path("grand_total").asLong()).isEqualTo(95000);
        assertThat(rest.path("sub_total").asLong()).isEqualTo(95000);
    }

    /// Two phases have the same work: a reduction in the first phase leaves the second phase alone.
    @Test
    void aPhaseHasItsOwnMilestones() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        var phase = """
                {"phase_position": %%d, "contract_length": 6, "plan_id": "%s", "bricks": [{"brick_id": "%s",
                  "quantity": 1}, {"brick_id": "%s", "quantity": 3}]}""".formatted(sold.plan, sold.seats, sold.work);
        start(sold, "recast", """
                {"starts_at": "2025-05-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [], "phases": [%s, %s]}
                """.formatted(sold.plan, phase.formatted(1), phase.formatted(2)));
        start(sold, "upgrade", """
                {"starts_at": "2025-05-01", "bricks": [], "phases": [{"phase_position": 1,
                  "bricks": [{"brick_id": "%s", "quantity": 1}]}]}
                """.formatted(sold.work));
        assertThat(open(sold)).as("of the first contract, then of each phase").containsExactly(0, 1, 3);
    }

    /// The open units of each milestone, in the order in which they were agreed.
    private static List<Integer> open(Sold sold) {
        var all = new ArrayList<Integer>();
        for (var one : sold.seller.get(sold.milestones()).is(200).json().path("results")) {
            var refused = complete(sold, one, 99).is(400).body();
            var most = Pattern.compile("At most (\\d+)").matcher(refused);
            all.add(most.find() ? Integer.parseInt(most.group(1)) : 0);
        }
        return all;
    }

    private static JsonNode billed(Sold sold, int place, int quantity) {
        var all = sold.seller.get(sold.milestones()).is(200).json().path("results");
        var done = complete(sold, all.path(place), quantity).is(200).json();
        return sold.invoice(done.path("completion"));
    }

    private static TestServer.Reply complete(Sold sold, JsonNode milestone, int quantity) {
        return sold.seller.post(
                "%s/%s/complete"
                        .formatted(
                                sold.milestones(),
                                milestone.path("milestone_id").asText()),
                "{\"quantity\": %d}".formatted(quantity));
    }

    private static void start(Sold sold, String kind, String body) {
        sold.seller.started("%s/%s".formatted(sold.path(), kind), body);
    }

    /// The amount that an upgrade's estimate adds is billed in the end, also when some units are done: the
    /// estimate, the order and the subscription leave units that were billed before at their price.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"quantity\": 3, \"discount\": [{\"rate\": \"50\"}]",
                "\"quantity\": 7, \"discount\": [{\"rate\": \"33\"}, {\"amount\": 101}]",
                "\"quantity\": 5",
                "\"quantity\": 2",
                "\"quantity\": 1",
                "\"quantity\": 0"
            })
    void whatIsEstimatedIsBilled(String change) {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        sold.seller.post(sold.complete(), "{\"quantity\": 2}").is(200);
        var body = "{\"starts_at\": \"2025-05-01\", \"bricks\": [{\"brick_id\": \"%s\", %s}]}"
                .formatted(sold.work, change);
        long added = sold.seller
                .post(sold.path() + "/upgrade/estimate", body)
                .is(200)
                .json()
                .path("grand_total")
                .asLong();

        upgrade(sold, change);

        long billed = 63333;
        for (var milestone : sold.seller.get(sold.milestones()).is(200).json().path("results")) {
            var path = sold.milestones() + "/" + milestone.path("milestone_id").asText() + "/complete";
            while (true) {
                var done = sold.seller.post(path, "{\"quantity\": 1}");
                if (done.status() != 200) break;
                billed += sold.invoice(done.json().path("completion"))
                        .path("grand_total")
                        .asLong();
            }
        }
        assertThat(billed).isEqualTo(95000 + added);
        assertThat(sold.seller
                        .get(sold.path())
                        .is(200)
                        .json()
                        .path("grand_total_details")
                        .path("unscheduled_total")
                        .asLong())
                .isEqualTo(billed);
    }

    private static void upgrade(Sold sold, String brick) {
        var body =
                "{\"starts_at\": \"2025-05-01\", \"bricks\": [{\"brick_id\": \"%s\", %s}]}".formatted(sold.work, brick);
        sold.seller.started(sold.path() + "/upgrade", body);
    }

    @Test
    void anUnknownMilestoneIs404AndTheEventTellsIt() {
        var sold = sold("2025-05-01T08:00:00Z", 12, "");
        sold.seller
                .post(sold.milestones() + "/01985d2a-7c10-7000-8000-000000006101/complete", "{\"quantity\": 1}")
                .is(404, "milestone");
        var done =
                sold.seller.post(sold.complete(), "{\"quantity\": 3}").is(200).json();
        var told = awaitEvent(sold.seller, "milestone.completed").path("data");
        assertThat(told.path("completion")).isEqualTo(done.path("completion"));
        assertThat(told.path("subscription_id").asText()).isEqualTo(sold.subscription);
        assertThat(told.path("completed_quantity").asInt()).isEqualTo(3);
    }

    private static JsonNode awaitEvent(TestServer.Tenant seller, String type) {
        return Await.found(type, () -> {
            var found = seller.get("/events?event_type=" + type).is(200).json().path("results");
            return Optional.of(found.path(0)).filter(JsonNode::isObject);
        });
    }

    /// Many at once on one milestone, through two processes: never beyond the total, each on exactly one invoice.
    @Test
    void racingCompletionsNeverExceedTheTotal() throws Exception {
        var twin = HOUSE.twin();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int race = 0; race < RACES; race++) {
                var sold = sold("2025-05-01T08:00:00Z", 12, "");
                var path = sold.complete();
                var other = new TestServer.Tenant(twin, sold.seller.id(), sold.seller.key());
                var start = new CountDownLatch(1);
                var answers = new ArrayList<Future<Integer>>();
                for (int i = 0; i < 6; i++) {
                    var tenant = i % 2 == 0 ? sold.seller : other;
                    var body = "{\"quantity\": 1, \"bill_on\": \"%s\"}"
                            .formatted(i % 3 == 0 ? "NEXT_INVOICE" : "IMMEDIATELY");
                    answers.add(threads.submit(() -> {
                        start.await();
                        return Insisting.on(() -> tenant.post(path, body)).status();
                    }));
                }
                start.countDown();
                int done = 0;
                for (var answer : answers) {
                    assertThat(answer.get()).isIn(200, 400);
                    if (answer.get() == 200) done++;
                }
                assertThat(done).isEqualTo(3);
                assertThat(sold.first().path("completed_quantity").asInt()).isEqualTo(3);
                assertThat(sold.first().path("completions")).hasSize(3);
            }
        }
        List<String> broken =
                HOUSE.database().read(tx -> HOUSE.wiring().invariants().run(tx, List.of("I13", "I3", "I4")));
        assertThat(broken).isEmpty();
        var billed = HOUSE.database()
                .read(tx -> tx.handle().select("""
                        SELECT count(*) FROM milestone_completion c
                        WHERE (SELECT count(*) FROM invoice_item i
                               WHERE i.seller_id = c.seller_id AND i.invoice_id = c.invoice_id AND i.kind = 'MILESTONE') = 0
                        """).mapTo(Long.class).one());
        assertThat(billed).as("completions without their line").isZero();
    }
}
