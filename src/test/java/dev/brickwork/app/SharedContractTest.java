package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.support.Fraction;
import dev.brickwork.support.Property;
import dev.brickwork.support.Shop;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A contract that goes from one customer to another, grows, shrinks and ends on any day has cost what its lines had
/// earned by then, to the cent: on whose invoices they stand, and what of them was issued, makes no difference (rules
/// V6, U-06).
@Tag("verify")
@Tag("full")
@Tag("soak")
final class SharedContractTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final LocalDate START = LocalDate.parse("2025-01-01");
    private static final LocalDate END = START.plusMonths(12);

    @Test
    void whatWasSharedCostsWhatItEarned() {
        Property.holds(Property.cases(2, 400), random -> {
            var price = new BigDecimal(1 + random.nextInt(300)).movePointLeft(2 + random.nextInt(2));
            var frequency = one(random, List.of("MONTHLY", "QUARTERLY", "SEMI_ANNUALLY", "ANNUALLY"));
            var story = new Story(price, frequency, 3 + random.nextInt(9));
            try {
                isTold(random, story);
                story.isSettled();
            } catch (AssertionError broken) {
                throw new AssertionError("%s\n%s".formatted(broken.getMessage(), story), broken);
            }
        });
    }

    private static void isTold(Random random, Story story) {
        boolean isPaid = random.nextBoolean();
        for (int i = random.nextInt(3); i >= -1; i--) {
            var day = story.changed.plusDays(random.nextInt(3) == 0 ? 0 : random.nextInt(60));
            int most = story.quantity + random.nextInt(9);
            story.change(day, 1 + random.nextInt(most), random.nextInt(3));
            if (random.nextInt(3) == 0) story.moveTo(day, isPaid);
        }
        var end = story.changed.plusDays(random.nextInt(90));
        if (end.isBefore(story.today)) end = story.today;
        if (random.nextBoolean()) story.reconsider(end.plusDays(1), random.nextBoolean());
        if (random.nextBoolean()) story.moveTo(end.minusDays(random.nextInt(20)), isPaid);
        story.terminate(end, true);
    }

    /// Each change names its day, the seats from then on and whose they are.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # price | frequency | seats | changes                                              | end
            0.289   | MONTHLY   | 8     | 2025-03-01 13 1; 2025-04-06 6 0; 2025-04-06 1 0      | 2025-05-06
            0.267   | MONTHLY   | 9     | 2025-02-27 12 2; 2025-04-22 2 2; 2025-05-13 7 1; 2025-07-04 1 1 | 2025-09-11
            1.92    | MONTHLY   | 3     | 2025-01-05 9 0; 2025-02-05 4 0; 2025-03-22 5 2; 2025-05-20 2 2 | 2025-06-18
            2.86    | MONTHLY   | 4     | 2025-02-16 10 1; 2025-02-19 2 1                      | 2025-02-25
            """)
    void aCentIsNotLostWhereSharesAreCut(BigDecimal price, String frequency, int seats, String changes, LocalDate end) {
        var story = new Story(price, frequency, seats);
        for (var change : changes.split("; ", -1)) {
            var words = change.split(" ", -1);
            story.change(LocalDate.parse(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
        }
        story.terminate(end, true);
        story.isSettled();
    }

    private static <T> T one(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /// The amount that one order added for the rest of the year.
    private record Line(LocalDate from, long total) {
        /// M-05
        long earned(LocalDate day) {
            if (day.isBefore(from)) return 0;
            return Fraction.of(total)
                    .times(months(from, day))
                    .over(months(from, END))
                    .rounded()
                    .longValueExact();
        }

        private static Fraction months(LocalDate from, LocalDate to) {
            return Life.position(START, to).minus(Life.position(START, from));
        }
    }

    private static final class Story {
        private final Tenant seller = HOUSE.sellerAt(START + "T12:00:00Z");
        private final List<String> customers = new ArrayList<>();
        private final List<Line> lines = new ArrayList<>();
        private final List<String> told = new ArrayList<>();
        private final BigDecimal price;
        private final String seats;
        private final LifeBooks books;
        private final String subscription;
        private int quantity;
        private LocalDate today = START;
        private LocalDate changed = START;
        private LocalDate end = END;

        Story(BigDecimal price, String frequency, int quantity) {
            this.price = price;
            this.quantity = quantity;
            for (var name : List.of("Acme", "Bolt", "Core"))
                customers.add(seller.post("/customers", "{\"name\": \"%s\"}".formatted(name))
                        .is(200)
                        .text("customer_id"));
            books = new LifeBooks(seller, customers);
            var shop = new Shop(seller);
            seats = shop.brick("seats", "SUBSCRIPTION");
            var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly(price.toString())));
            told.add("%d seats at %s, %s".formatted(quantity, price, frequency));
            subscription = "/subscriptions/"
                    + seller.post("/subscriptions", """
                            {"customer_id": "%s", "starts_at": "%s", "contract_length": 12, "billing_frequency": "%s",
                             "plan_id": "%s", "auto_renews": false, "bricks": [%s]}
                            """.formatted(
                                            customers.getFirst(), START, frequency, plan, brick(quantity)))
                            .is(200)
                            .text("subscription_id");
            seller.post(subscription + "/start", "{}").is(200);
            lines.add(new Line(START, worth(quantity, START)));
        }

        void change(LocalDate day, int next, int customer) {
            told.add("%d seats from %s for %d".formatted(next, day, customer));
            seller.started(
                    subscription + "/upgrade",
                    "{\"starts_at\": \"%s\", \"customer_id\": \"%s\", \"bricks\": [%s]}"
                            .formatted(day, customers.get(customer), brick(next)));
            if (next != quantity) {
                long left = 0;
                for (var line : lines) left += line.total - line.earned(day);
                lines.add(new Line(day, worth(next, day) - left)); // U-03
            }
            quantity = next;
            changed = day;
        }

        void reconsider(LocalDate day, boolean isCredited) {
            terminate(day, isCredited);
            told.add("and not");
            seller.post(subscription + "/reinstate", "{}").is(200);
        }

        void terminate(LocalDate day, boolean isCredited) {
            told.add("ends on %s, credited %b".formatted(day, isCredited));
            seller.post(
                            subscription + "/terminate",
                            "{\"termination_date\": \"%s\", \"credit_unused\": %b}".formatted(day, isCredited))
                    .is(200);
            end = day;
        }

        void moveTo(LocalDate day, boolean isPaid) {
            if (!day.isAfter(today)) return;
            today = day;
            told.add("it is %s, paid %b".formatted(today, isPaid));
            seller.advanceTo(today + "T12:00:00Z");
            if (isPaid) pay();
        }

        void isSettled() {
            seller.advanceTo(end.plusDays(1) + "T12:00:00Z");
            long earned = 0;
            for (var line : lines) earned += line.earned(end);
            assertThat(books.cost(LifeShop.CURRENCY)).isEqualTo(earned);
        }

        private void pay() {
            for (var invoice : books.issued()) {
                long open = invoice.path("remaining_amount").asLong();
                if (open > 0)
                    seller.post(
                                    "/invoices/%s/payments"
                                            .formatted(
                                                    invoice.path("invoice_id").asText()),
                                    "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(open))
                            .is(200);
            }
        }

        /// P-01
        private long worth(int units, LocalDate from) {
            return Fraction.of(price)
                    .times(Fraction.of(100L * units))
                    .times(Line.months(from, END))
                    .rounded()
                    .longValueExact();
        }

        private String brick(int units) {
            return "{\"brick_id\": \"%s\", \"quantity\": %d}".formatted(seats, units);
        }

        @Override
        public String toString() {
            return "%s\n\n%s".formatted(String.join("\n", told), books);
        }
    }
}
