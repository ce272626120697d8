package dev.brickwork.billing.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.brickwork.billing.orders.Samples;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Rounding;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.support.Property;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Checks that the end of a contract gives back what is unused of it, to the cent (V6), and its tax, whichever
/// customers its parts were billed to, and however often it changed on one day.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class ReductionsPropertyTest {
    @Test
    void whatComesBackIsWhatIsUnused() {
        Property.holdsOfItself(Property.cases(300, 100_000), random -> {
            var books = new Books(random);
            for (int i = random.nextInt(5); i >= 0; i--) books.change();
            books.check();
        });
    }

    /// The contract of one brick and its invoices, each to the customer who has the contract at the time.
    private static final class Books {
        private static final int MONTHS = 12;
        private static final Coupon COUPON = new Coupon("FRIEND", Percent.of(7), 5);

        private final Random random;
        private final UnitPrice price;
        private final List<String> told = new ArrayList<>();
        private final BilledContract billed;
        private LocalDate changed = Samples.START;
        private BrickTerms seats;
        private UUID customer = new UUID(1, 1);

        Books(Random random) {
            this.random = random;
            price = UnitPrice.of("%d.%02d".formatted(20 + random.nextInt(50), random.nextInt(100)));
            seats = seats(1 + random.nextInt(9));
            billed = new BilledContract(terms(), FirstCharge.CONTRACT_START_DATE, customer);
        }

        void change() {
            if (random.nextBoolean()) pass();
            if (random.nextBoolean()) customer = new UUID(1, 1 + random.nextInt(3));
            seats = seats(random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(9));
            var today = billed.today();
            var day = random.nextInt(3) == 0
                    ? changed.plusDays(random.nextLong(1 + changed.until(today, ChronoUnit.DAYS)))
                    : today;
            changed = day;
            told.add("%s for %s: %s %s".formatted(today, day, customer, seats));
            for (var settled : billed.change(day, seats, customer)) {
                var settlement = settled.settlement();
                assertThat(settlement.credit()).as("%s", this).isEqualTo(settlement.unused());
            }
        }

        private void pass() {
            var today = billed.today();
            billed.passTo(today.plusDays(random.nextLong(today.until(Samples.END, ChronoUnit.DAYS))));
        }

        void check() {
            for (var bill : billed.bills())
                assertThat(bill.net()).as("%s", this).isNotNegative();
            for (var day = changed; day.isBefore(Samples.END); day = day.plusDays(17)) {
                if (!isNextBilledBy(day)) check(day);
            }
        }

        private void check(LocalDate day) {
            long unused = 0;
            for (var line : billed.lines().values()) unused += line.unused(line.term(), day);
            long net = 0;
            long tax = 0;
            long roundings = 0;
            for (var bill : billed.bills()) {
                if (!bill.isIssued) {
                    unused -= bill.net();
                    continue;
                }
                net += bill.net() - bill.netTaken();
                tax += bill.tax() - bill.taxTaken();
                roundings += 2 + bill.reductions.size();
            }
            long back = 0;
            for (var settlement : billed.unused().at(day)) {
                assertThat(settlement.credit()).as("%s: %s", day, this).isEqualTo(settlement.unused());
                back += settlement.unusedNet();
                tax -= settlement.unusedTax();
            }
            assertThat(back).as("on %s of %s", day, this).isEqualTo(unused);
            assertThat(tax)
                    .as("tax on %s of %s", day, this)
                    .isCloseTo(Rounding.tax(net - back, BilledContract.TAX), within(1 + roundings / 2));
        }

        private boolean isNextBilledBy(LocalDate day) {
            return billed.bills().stream()
                    .filter(bill -> !bill.isIssued)
                    .flatMap(bill -> bill.charges.stream())
                    .anyMatch(charge -> charge.service().start().isBefore(day));
        }

        private Terms terms() {
            var coupon = random.nextInt(3) == 0 ? Optional.of(COUPON) : Optional.<Coupon>empty();
            var phase = new PhaseTerms(1, 0, MONTHS, Samples.PLAN, List.of(seats), 30, coupon);
            var frequencies = BillingFrequency.values();
            return new Terms(
                    CouponClock.from(Samples.START),
                    Samples.START,
                    MONTHS,
                    frequencies[random.nextInt(frequencies.length)],
                    Currency.USD,
                    false,
                    List.of(phase));
        }

        private BrickTerms seats(long quantity) {
            boolean isCheaper = random.nextInt(3) == 0 && quantity > 0;
            var rate = isCheaper ? Optional.of(Percent.of(random.nextInt(60))) : Optional.<Percent>empty();
            var discounts = new Discounts(rate, Optional.empty(), OptionalLong.empty());
            return new BrickTerms(
                    new BrickId(new UUID(3, 3)),
                    "Seats",
                    "seats",
                    BrickType.SUBSCRIPTION,
                    "standard",
                    Quantity.of(quantity),
                    false,
                    discounts,
                    Prices.monthly(new PricingModel.Flat(price)));
        }

        @Override
        public String toString() {
            return "%s\n%s".formatted(String.join("\n", told), billed);
        }
    }
}
