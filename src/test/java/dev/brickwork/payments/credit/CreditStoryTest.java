package dev.brickwork.payments.credit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.payments.credit.CreditModel.Bill;
import dev.brickwork.payments.credit.CreditModel.Contract;
import dev.brickwork.support.Property;
import dev.brickwork.support.Shop;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two subscriptions of one customer share one ledger: whatever happens to either of them, every invoice and the credit
/// that is left are as the rules say.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class CreditStoryTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final long PRICE = 100_00;
    private static final long TAX_PERCENT = 10; // Of whole tens, so that no tax is rounded.
    private static final int STEPS = 16;
    private static final List<Integer> MONTHS_EACH = List.of(1, 3, 6, 12);
    private static final Map<Integer, String> FREQUENCIES =
            Map.of(1, "MONTHLY", 3, "QUARTERLY", 6, "SEMI_ANNUALLY", 12, "ANNUALLY");

    @Test
    void whateverIsLeftOverIsKeptOnce() {
        Property.holds(Property.cases(2, 500), random -> new Story(random).isLived());
    }

    private static final class Story {
        private final Random random;
        private final TestServer.Tenant seller;
        private final String customer;
        private final String seats;
        private final String plan;
        private final long percent;
        private final CreditModel model = new CreditModel();
        private final List<Contract> contracts = new ArrayList<>();
        private final List<String> ids = new ArrayList<>();
        private final List<String> told = new ArrayList<>();
        private YearMonth today = YearMonth.of(2025, 1);

        Story(Random random) {
            this.random = random;
            seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
            var shop = new Shop(seller);
            seats = shop.brick("seats", "SUBSCRIPTION");
            plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100.00")));
            customer = seller.post("/customers", "{\"name\": \"Acme\", \"address\": {\"country\": \"DE\"}}")
                    .is(200)
                    .text("customer_id");
            boolean isTaxed = random.nextBoolean();
            if (isTaxed) isRegistered();
            percent = 100 + (isTaxed ? TAX_PERCENT : 0);
        }

        private void isRegistered() {
            seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
            seller.post(
                            "/tax-rates",
                            "{\"country\": \"DE\", \"percent\": \"%d\", \"name\": \"VAT\"}".formatted(TAX_PERCENT))
                    .is(200);
            told.add("taxed");
        }

        private long billed(long net) {
            return net * percent / 100;
        }

        void isLived() {
            try {
                begins();
                begins();
                for (int i = 0; i < STEPS; i++) {
                    step();
                    isAsTheRulesSay();
                }
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("%s\n%s".formatted(broken.getMessage(), String.join("\n", told)), broken);
            }
        }

        private void begins() {
            int months = 18 + random.nextInt(18);
            int every = one(MONTHS_EACH);
            long quantity = 1L + random.nextInt(3);
            told.add("begins: %d months, each %d, %d seats".formatted(months, every, quantity));
            var id = seller.post("/subscriptions", """
                    {"starts_at": "%s-01", "contract_length": %d, "billing_frequency": "%s", "plan_id": "%s",
                     "bricks": [{"brick_id": "%s", "quantity": %d}], "customer_id": "%s", "auto_renews": false}
                    """.formatted(
                                    today, months, FREQUENCIES.get(every), plan, seats, quantity, customer))
                    .is(200)
                    .text("subscription_id");
            ids.add(id);
            var contract = new Contract(contracts.size(), today, months, every, billed(quantity * PRICE));
            contracts.add(contract);
            model.agrees(contract, today);
            seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
            follow();
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1 -> passes();
                case 2, 3 -> pays();
                case 4 -> grants();
                case 5 -> uses();
                case 6 -> voids();
                case 7 -> refunds();
                case 8, 9 -> upgrades();
                case 10 -> recasts();
                default -> {
                    if (random.nextInt(4) == 0) terminates();
                    else alone();
                }
            }
        }

        private void passes() {
            for (int i = random.nextInt(4); i >= 0; i--) {
                today = today.plusMonths(1);
                seller.advanceTo(today + "-01T08:00:00Z");
                follow();
            }
            told.add("it is " + today);
        }

        private void pays() {
            var standing = model.bills().stream()
                    .filter(bill -> !bill.isVoided && !bill.id.isEmpty())
                    .toList();
            if (standing.isEmpty()) return;
            var bill = one(standing);
            long amount = switch (random.nextInt(3)) {
                case 0 -> Math.max(1, bill.remaining());
                case 1 -> 1 + random.nextLong(Math.max(1, bill.remaining()));
                default -> bill.remaining() + 1 + random.nextInt(50_000);
            };
            told.add("pays %d on %s of %d".formatted(amount, bill.on, bill.contract));
            seller.post(
                            "/invoices/%s/payments".formatted(bill.id),
                            "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(amount))
                    .is(200);
            model.pays(bill, amount);
        }

        private void grants() {
            long amount = 1L + random.nextInt(60_000);
            boolean isOther = random.nextInt(3) == 0;
            told.add("%d granted, in another currency %b".formatted(amount, isOther));
            seller.post("/customers/%s/credits".formatted(customer), """
                    {"amount": %d, "currency": "%s", "reason": "goodwill"}
                    """.formatted(amount, isOther ? "EUR" : "USD"))
                    .is(200);
            if (!isOther) model.grants(amount);
        }

        private void uses() {
            var open = model.bills().stream()
                    .filter(bill -> bill.isIssued && !bill.isVoided && bill.remaining() > 0)
                    .toList();
            if (open.isEmpty() || model.credit() == 0) return;
            var bill = one(open);
            told.add("uses credit on %s of %d".formatted(bill.on, bill.contract));
            seller.post("/invoices/%s/apply-credit".formatted(bill.id), "{}").is(200);
            model.uses(bill);
        }

        private void voids() {
            var unpaid = model.bills().stream()
                    .filter(bill -> bill.isIssued && !bill.isVoided && bill.paid == 0)
                    .toList();
            if (unpaid.isEmpty()) return;
            var bill = one(unpaid);
            told.add("voids %s of %d".formatted(bill.on, bill.contract));
            seller.post("/invoices/%s/void".formatted(bill.id), "{}").is(200);
            model.voids(bill);
        }

        private void refunds() {
            var paid = model.bills().stream().filter(bill -> bill.paid > 0).toList();
            if (paid.isEmpty()) return;
            var bill = one(paid);
            var payments = seller.get("/invoices/" + bill.id).is(200).json().path("payments");
            var payment = payments.path(random.nextInt(payments.size()));
            long amount = 1 + random.nextLong(payment.path("paid_amount").asLong());
            var answer = seller.post(
                            "/payments/%s/refund"
                                    .formatted(payment.path("payment_id").asText()),
                            "{\"refund_method\": \"ACCOUNT_CREDIT\", \"amount\": %d}".formatted(amount))
                    .isNoFailure();
            told.add("refunds %d of %s of %d: %d".formatted(amount, bill.on, bill.contract, answer.status()));
            if (answer.status() == 200) model.refunds(bill, amount);
        }

        private void upgrades() {
            int place = random.nextInt(contracts.size());
            var contract = contracts.get(place);
            if (!today.isBefore(contract.end)) return;
            var from = random.nextBoolean() ? today : contract.changeable;
            long quantity = 1L + random.nextInt(4);
            told.add("%d has %d seats from %s".formatted(place, quantity, from));
            seller.started("/subscriptions/%s/upgrade".formatted(ids.get(place)), """
                    {"starts_at": "%s-01", "bricks": [{"brick_id": "%s", "quantity": %d}]}
                    """.formatted(from, seats, quantity));
            model.upgrades(contract, from, billed(quantity * PRICE), today);
            follow();
        }

        private void recasts() {
            int place = random.nextInt(contracts.size());
            var contract = contracts.get(place);
            if (!today.isBefore(contract.end)) return;
            int months = 1 + random.nextInt(24);
            int every = one(MONTHS_EACH);
            long quantity = 1L + random.nextInt(3);
            told.add("%d recast: %d months, each %d, %d seats".formatted(place, months, every, quantity));
            seller.started("/subscriptions/%s/recast".formatted(ids.get(place)), """
                    {"starts_at": "%s-01", "contract_length": %d, "billing_frequency": "%s", "plan_id": "%s",
                     "bricks": [{"brick_id": "%s", "quantity": %d}]}
                    """.formatted(
                            today, months, FREQUENCIES.get(every), plan, seats, quantity));
            model.recasts(contract, today, months, every, billed(quantity * PRICE));
            follow();
        }

        private void terminates() {
            int place = random.nextInt(contracts.size());
            var contract = contracts.get(place);
            if (!today.isBefore(contract.end)) return;
            told.add("%d terminated".formatted(place));
            seller.post("/subscriptions/%s/terminate".formatted(ids.get(place)), """
                    {"termination_date": "%s-01", "credit_unused": true}
                    """.formatted(today))
                    .is(200);
            model.terminates(contract, today);
        }

        private void alone() {
            long amount = 10L * (1 + random.nextInt(4_000));
            told.add("billed %d alone".formatted(amount));
            seller.post("/invoices", """
                    {"customer_id": "%s", "line_items": [{"description": "Work", "unit_price": "%d.%02d"}]}
                    """.formatted(customer, amount / 100, amount % 100))
                    .is(200);
            model.alone(today, billed(amount));
            follow();
        }

        /// Which invoice is which, and in which order they were issued.
        private void follow() {
            var all = new ArrayList<JsonNode>();
            for (var invoice : seller.get("/invoices?limit=1000").is(200).json().path("results")) {
                if (!isDropped(invoice)) all.add(invoice);
            }
            var known = new HashMap<String, Bill>();
            for (var bill : model.bills()) if (!bill.id.isEmpty()) known.put(bill.id, bill);
            for (var invoice : all) {
                var id = invoice.path("invoice_id").asText();
                if (known.containsKey(id)) continue;
                var bill = model.bills().stream()
                        .filter(each -> each.id.isEmpty() && each.standing() > 0)
                        .filter(each -> each.contract
                                == ids.indexOf(invoice.path("subscription_id").asText()))
                        .filter(each -> each.on.equals(month(invoice)))
                        .findFirst();
                assertThat(bill).as("an unexpected invoice: %s", invoice).isPresent();
                bill.get().id = id;
                known.put(id, bill.get());
            }
            all.stream()
                    .filter(invoice -> !invoice.path("issued_at").isNull())
                    .sorted(Comparator.comparing(
                            invoice -> invoice.path("invoice_number").asText()))
                    .map(invoice -> known.get(invoice.path("invoice_id").asText()))
                    .filter(bill -> bill != null && !bill.isIssued)
                    .forEach(model::issues);
        }

        /// Before it was issued, and kept for what was paid on it.
        private static boolean isDropped(JsonNode invoice) {
            return invoice.path("issued_at").isNull()
                    && invoice.path("status").asText().equals("VOIDED");
        }

        private static YearMonth month(JsonNode invoice) {
            return YearMonth.parse(invoice.path("bill_at").asText().substring(0, 7));
        }

        private void isAsTheRulesSay() {
            var expected = new ArrayList<String>();
            for (var bill : model.bills()) {
                boolean isThere = bill.isIssued || bill.standing() > 0;
                if (!isThere) continue;
                expected.add(line(bill.contract, bill.on, bill.isIssued, bill.isVoided, bill.billed(), bill.paid)
                        + (bill.isVoided ? "" : " open " + bill.remaining()));
            }
            var found = new ArrayList<String>();
            for (var invoice : seller.get("/invoices?limit=1000").is(200).json().path("results")) {
                if (isDropped(invoice)) continue;
                boolean isIssued = !invoice.path("issued_at").isNull();
                boolean isVoided = invoice.path("status").asText().equals("VOIDED");
                long paid = invoice.path("paid_total").asLong();
                found.add(line(
                                ids.indexOf(invoice.path("subscription_id").asText()),
                                month(invoice),
                                isIssued,
                                isVoided,
                                invoice.path("grand_total").asLong(),
                                paid)
                        + (isVoided
                                ? ""
                                : " open " + invoice.path("remaining_amount").asLong()));
            }
            assertThat(found).as("invoices").containsExactlyInAnyOrderElementsOf(expected);
            assertThat(balance()).as("credit").isEqualTo(model.credit());
        }

        private static String line(
                int contract, YearMonth on, boolean isIssued, boolean isVoided, long total, long paid) {
            return "%d %s%s%s %d paid %d"
                    .formatted(contract, on, isIssued ? " issued" : "", isVoided ? " void" : "", total, paid);
        }

        private long balance() {
            for (var one : seller.get("/customers/%s/credits".formatted(customer))
                    .is(200)
                    .json()
                    .path("balances")) {
                if (one.path("currency").asText().equals("USD"))
                    return one.path("balance").asLong();
            }
            return 0;
        }

        private <T> T one(List<T> all) {
            return all.get(random.nextInt(all.size()));
        }
    }
}
