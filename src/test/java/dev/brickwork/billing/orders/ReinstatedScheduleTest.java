package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.brickwork.billing.estimate.BilledContract;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.invoicing.BilledCharge;
import dev.brickwork.invoicing.TermInvoice;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.Discounts;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.support.Property;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that a termination that is taken back leaves the invoices as if it had never stood, for whatever day it was
/// (rule Z-02): seats at 25.00 a month from the beginning of 2025, agreed and terminated on the first day.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class ReinstatedScheduleTest {
    private static final List<String> CUSTOMERS = List.of("acme", "heir", "third");

    /// Changes are a first day, a number of seats, what is given off, and the customer who takes the contract over;
    /// `void` voids the invoice of a day.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # months, seats, billed, first charge     | changes                        | terminated for
            4  2 MONTHLY   CHECKOUT_DATE              | 02-15 3                        | 02-20 01-10 02-01
            # Seats come and go with one invoice, or were billed before: both parts of the reduction come back.
            12 1 QUARTERLY CONTRACT_START_DATE        | 02-01 3, 02-01 0               | 03-01 02-01 01-20
            # March is waived before the reduction, which has nothing to lower there (rule I-07).
            12 2 MONTHLY   CHECKOUT_DATE              | void 03-01, 02-01 1            | 02-15 06-01
            # The latest invoice of the stretch is waived: the reduction lowers no other one instead (rule U-06).
            12 1 QUARTERLY CONTRACT_START_DATE        | 05-01 2, void 05-01, 06-01 1   | 02-01 04-20 06-15
            # A reduction that lies ahead lowers the invoices of its time.
            12 2 MONTHLY   CHECKOUT_DATE              | 03-01 5, 03-16 1               | 02-01 03-10 03-20 04-10
            # More is given off than the price.
            6  1 MONTHLY   CHECKOUT_DATE              | 02-01 1 -20000                 | 04-01 01-10
            # Each customer is billed what was agreed with them.
            4  2 MONTHLY   CONTRACT_START_DATE        | 02-01 3 heir                   | 01-10 02-01 03-20
            # Of four seats that go, three are the heir's, which came last.
            4  2 MONTHLY   CONTRACT_START_DATE        | 02-01 5 heir, 03-01 1 third    | 01-10 03-01 03-20
            3  2 MONTHLY   CONTRACT_START_DATE        | 02-16 2 -20000 heir            | 01-10 02-10 02-20
            """)
    void theScheduleIsAsItWas(String agreed, String changes, String ends) {
        for (var end : ends.split(" ", -1)) {
            var contract = agreed(agreed.split(" +", -1));
            for (var change : changes.split(", ", -1)) change(contract, change.split(" ", -1));
            var before = contract.schedule();
            contract.terminate(day(end));
            assertThat(contract.schedule()).as("terminated for %s", end).isNotEqualTo(before);
            reinstate(contract);
            assertThat(contract.schedule()).as("reinstated from %s", end).isEqualTo(before);
        }
    }

    /// However the contract changed, and however often it was terminated before. Where several invoices share a
    /// line, a cent that its parts miss falls to an issued invoice (rule U-06), which is not billed again: one for
    /// each order.
    @Test
    void anyScheduleComesBack() {
        Property.holdsOfItself(Property.cases(200, 50_000), random -> {
            var contract = someContract(random);
            for (int i = random.nextInt(4); i >= 0; i--) {
                if (random.nextBoolean()) pass(contract, random);
                var before = contract.schedule();
                var end = Samples.START.plusDays(random.nextInt(365));
                contract.terminate(end);
                reinstate(contract);
                var after = contract.schedule();
                assertThat(after.stream().map(ReinstatedScheduleTest::place))
                        .as("reinstated from %s: %s", end, contract)
                        .containsExactlyElementsOf(before.stream()
                                .map(ReinstatedScheduleTest::place)
                                .toList());
                for (int place = 0; place < after.size(); place++) {
                    assertThat(amount(after.get(place)))
                            .as("%s, reinstated from %s: %s", before.get(place), end, contract)
                            .isCloseTo(amount(before.get(place)), within((long) contract.orders()));
                }
            }
        });
    }

    private static String place(String invoice) {
        return invoice.substring(0, invoice.lastIndexOf(' '));
    }

    private static long amount(String invoice) {
        return Long.parseLong(invoice.substring(invoice.lastIndexOf(' ') + 1));
    }

    private static BilledContract someContract(Random random) {
        var frequencies = BillingFrequency.values();
        var frequency = frequencies[random.nextInt(frequencies.length)];
        var first = random.nextBoolean() ? FirstCharge.CHECKOUT_DATE : FirstCharge.CONTRACT_START_DATE;
        var contract = new BilledContract(terms(12, frequency, seats(1 + random.nextInt(9), 0)), first, customer(0));
        var day = Samples.START;
        int customer = 0;
        for (int i = random.nextInt(4); i > 0; i--) {
            if (random.nextBoolean()) pass(contract, random);
            day = day.plusDays(random.nextInt(90));
            if (random.nextBoolean()) customer = random.nextInt(CUSTOMERS.size());
            contract.upgrade(day, seats(random.nextInt(9), 0), customer(customer));
        }
        return contract;
    }

    private static void pass(BilledContract contract, Random random) {
        contract.passTo(contract.today().plusDays(random.nextInt(60)));
    }

    private static BilledContract agreed(String... words) {
        var brick = seats(Long.parseLong(words[1]), 0);
        var terms = terms(Integer.parseInt(words[0]), BillingFrequency.valueOf(words[2]), brick);
        return new BilledContract(terms, FirstCharge.valueOf(words[3]), customer(0));
    }

    private static void change(BilledContract contract, String... words) {
        if (words[0].equals("void")) {
            contract.voidInvoices(day(words[1]));
            return;
        }
        long off = 0;
        int customer = 0;
        for (var word : List.of(words).subList(2, words.length)) {
            if (word.startsWith("-")) off = -Long.parseLong(word);
            else customer = CUSTOMERS.indexOf(word);
        }
        contract.upgrade(day(words[0]), seats(Long.parseLong(words[1]), off), customer(customer));
    }

    private static void reinstate(BilledContract contract) {
        var facts = contract.facts();
        var unbilled = new ReinstatedCharges(
                contract.lines(),
                facts.stream().flatMap(ReinstatedScheduleTest::billed).toList(),
                facts.stream()
                        .filter(TermInvoice::isVoided)
                        .flatMap(invoice ->
                                billed(invoice).map(each -> new ReinstatedCharges.Waived(invoice.billOn(), each)))
                        .toList(),
                _ -> 30,
                line -> parties(contract, line));
        for (int i = 0; i < contract.orders(); i++) unbilled.add(contract.charges(i));
        contract.restore(unbilled.restored());
    }

    private static Stream<BilledCharge> billed(TermInvoice invoice) {
        return Stream.concat(invoice.charges().stream(), invoice.reductions().stream());
    }

    private static Subscription.BillingParties parties(BilledContract contract, Line line) {
        var customer = contract.customer(line.key().order());
        return new Subscription.BillingParties(customer, customer, Samples.SIDES.entity());
    }

    private static UUID customer(int place) {
        return new UUID(1, place);
    }

    private static LocalDate day(String ofYear) {
        return LocalDate.parse("2025-" + ofYear);
    }

    private static Terms terms(int months, BillingFrequency frequency, BrickTerms brick) {
        var phase = new PhaseTerms(1, 0, months, Samples.PLAN, List.of(brick), 30, Optional.empty());
        return new Terms(
                CouponClock.from(Samples.START), Samples.START, months, frequency, Currency.USD, false, List.of(phase));
    }

    private static BrickTerms seats(long quantity, long off) {
        var discounts =
                off == 0 ? Discounts.NONE : new Discounts(Optional.empty(), Optional.empty(), OptionalLong.of(off));
        return new BrickTerms(
                new BrickId(new UUID(3, 3)),
                "Seats",
                "seats",
                BrickType.SUBSCRIPTION,
                "standard",
                Quantity.of(quantity),
                false,
                discounts,
                Prices.monthly(new PricingModel.Flat(UnitPrice.of("25"))));
    }
}
