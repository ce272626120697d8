package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.invoicing.BilledCharge;
import dev.brickwork.invoicing.ChargeToBill;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.Upgrades;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Contract;
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
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which charges a reinstatement brings back (rule Z-02): two seats and a desk at 20.00 a month for half a
/// year, by the quarter; three seats more from 1 May, and all but one of the five gone from 1 June.
@Tag("fast")
final class ReinstatedChargesTest {
    private static final BrickId SEATS = new BrickId(new UUID(3, 1));
    private static final BrickId DESKS = new BrickId(new UUID(3, 2));
    private static final UUID TWO_SEATS = new UUID(2, 0);
    private static final UUID DESK = new UUID(2, 1);
    private static final UUID THREE_MORE = new UUID(2, 2);
    private static final UUID FOUR_GONE = new UUID(2, 3);

    private static final Contract CONTRACT = Contract.of(terms(brick(SEATS, 2), brick(DESKS, 1)))
            .with(Upgrades.of(day(5, 1), brick(SEATS, 5)))
            .with(Upgrades.of(day(6, 1), brick(SEATS, 1)));

    /// Of the four seats that go, three stand on the invoice of the upgrade, which is the later one.
    @Test
    void whatStandsOnNoInvoiceComesBackWhole() {
        assertThat(restored())
                .containsExactly(
                        "on 01-01 two seats  01-01 04-01 12000",
                        "on 04-01 two seats  04-01 07-01 12000",
                        "on 01-01 desk       01-01 04-01 6000",
                        "on 04-01 desk       04-01 07-01 6000",
                        "on 05-01 three more 05-01 07-01 12000",
                        "on 05-01 four gone  06-01 07-01 -6000",
                        "on 04-01 four gone  06-01 07-01 -2000");
    }

    @Test
    void whatWasCutComesBackFromThere() {
        assertThat(restored(
                        billed(TWO_SEATS, day(1, 1), day(4, 1), 12_000),
                        billed(DESK, day(1, 1), day(4, 1), 6_000),
                        billed(TWO_SEATS, day(4, 1), day(6, 16), 10_000),
                        billed(DESK, day(4, 1), day(6, 16), 5_000),
                        billed(THREE_MORE, day(5, 1), day(6, 16), 9_000),
                        billed(FOUR_GONE, day(6, 1), day(6, 16), -4_000)))
                .containsExactly(
                        "on 04-01 two seats  06-16 07-01 2000",
                        "on 04-01 desk       06-16 07-01 1000",
                        "on 05-01 three more 06-16 07-01 3000",
                        "on 05-01 four gone  06-16 07-01 -3000",
                        "on 04-01 four gone  06-16 07-01 -1000");
    }

    /// The invoice of April was issued and has given back its part of June, or less; that of the upgrade was dropped.
    @ParameterizedTest
    @ValueSource(longs = {-2_000, -1_000})
    void aSharedReductionComesBackWithWhatItReduces(long given) {
        assertThat(restored(
                        billed(TWO_SEATS, day(1, 1), day(4, 1), 12_000),
                        billed(DESK, day(1, 1), day(4, 1), 6_000),
                        billed(TWO_SEATS, day(4, 1), day(7, 1), 12_000),
                        billed(DESK, day(4, 1), day(7, 1), 6_000),
                        billed(FOUR_GONE, day(6, 1), day(7, 1), given)))
                .containsExactly("on 05-01 three more 05-01 07-01 12000", "on 05-01 four gone  06-01 07-01 -6000");
    }

    /// The upgrade was issued and has given back its seats of June; the invoice of April was dropped.
    @Test
    void whatWasGivenBackIsNotGivenBackAgain() {
        assertThat(restored(
                        billed(TWO_SEATS, day(1, 1), day(4, 1), 12_000),
                        billed(DESK, day(1, 1), day(4, 1), 6_000),
                        billed(THREE_MORE, day(5, 1), day(7, 1), 12_000),
                        billed(FOUR_GONE, day(6, 1), day(7, 1), -6_000)))
                .containsExactly(
                        "on 04-01 two seats  04-01 07-01 12000",
                        "on 04-01 desk       04-01 07-01 6000",
                        "on 04-01 four gone  06-01 07-01 -2000");
    }

    /// The upgrade was billed and was to give back all that goes; of that, nothing was dropped.
    @Test
    void nothingComesBackThatStandsOnInvoices() {
        assertThat(restored(
                        billed(TWO_SEATS, day(1, 1), day(4, 1), 12_000),
                        billed(DESK, day(1, 1), day(4, 1), 6_000),
                        billed(TWO_SEATS, day(4, 1), day(7, 1), 12_000),
                        billed(DESK, day(4, 1), day(7, 1), 6_000),
                        billed(THREE_MORE, day(5, 1), day(7, 1), 12_000),
                        billed(FOUR_GONE, day(6, 1), day(7, 1), -6_000),
                        billed(FOUR_GONE, day(6, 1), day(7, 1), -2_000)))
                .isEmpty();
    }

    /// The invoice of April was voided: what the reduction would take of it was never paid.
    @Test
    void whatWasWaivedTakesItsPartOfAReduction() {
        var april = List.of(billed(TWO_SEATS, day(4, 1), day(7, 1), 12_000), billed(DESK, day(4, 1), day(7, 1), 6_000));
        var waived = april.stream()
                .map(each -> new ReinstatedCharges.Waived(day(4, 1), each))
                .toList();
        var unbilled = new ReinstatedCharges(lines(), april, waived, _ -> 30, _ -> Samples.SIDES);
        for (int i = 0; i < 3; i++) unbilled.add(CONTRACT.charges(i, BillDates.AT_PERIOD_START));
        assertThat(unbilled.restored())
                .extracting(ReinstatedChargesTest::told)
                .containsExactly(
                        "on 01-01 two seats  01-01 04-01 12000",
                        "on 01-01 desk       01-01 04-01 6000",
                        "on 05-01 three more 05-01 07-01 12000",
                        "on 05-01 four gone  06-01 07-01 -6000");
    }

    /// The seats of April stand on an invoice that gave nothing back: what comes back bears all of the reduction.
    @Test
    void allOfAReductionComesBack() {
        assertThat(restored(
                        billed(TWO_SEATS, day(1, 1), day(4, 1), 12_000),
                        billed(DESK, day(1, 1), day(4, 1), 6_000),
                        billed(TWO_SEATS, day(4, 1), day(7, 1), 12_000),
                        billed(DESK, day(4, 1), day(7, 1), 6_000)))
                .containsExactly("on 05-01 three more 05-01 07-01 12000", "on 05-01 four gone  06-01 07-01 -8000");
    }

    /// The order, the upgrade and the reduction were agreed with three customers. The last one has nothing to pay:
    /// what it takes away are seats of the other two.
    @Test
    void aReductionIsTheirsWhoseInvoicesItLowers() {
        var unbilled = new ReinstatedCharges(
                lines(),
                List.of(),
                List.of(),
                _ -> 30,
                line -> parties(line.key().order()));
        for (int i = 0; i < 3; i++) unbilled.add(CONTRACT.charges(i, BillDates.AT_PERIOD_START));
        assertThat(unbilled.restored())
                .filteredOn(charge -> !charge.line().equals(DESK))
                .extracting(charge ->
                        told(charge) + " of " + charge.parties().orElseThrow().customer())
                .containsExactly(
                        "on 01-01 two seats  01-01 04-01 12000 of " + parties(0).customer(),
                        "on 04-01 two seats  04-01 07-01 12000 of " + parties(0).customer(),
                        "on 05-01 three more 05-01 07-01 12000 of " + parties(1).customer(),
                        "on 05-01 four gone  06-01 07-01 -6000 of " + parties(1).customer(),
                        "on 04-01 four gone  06-01 07-01 -2000 of " + parties(0).customer());
    }

    private static Subscription.BillingParties parties(int place) {
        var customer = new UUID(1, place);
        return new Subscription.BillingParties(customer, customer, Samples.SIDES.entity());
    }

    /// Its lines are not billed.
    @Test
    void aTrialBringsNothingBack() {
        var unbilled = new ReinstatedCharges(Map.of(), List.of(), List.of(), _ -> 30, _ -> Samples.SIDES);
        unbilled.add(CONTRACT.charges(0, BillDates.AT_PERIOD_START));
        assertThat(unbilled.restored()).isEmpty();
    }

    private static List<String> restored(BilledCharge... billed) {
        var unbilled = new ReinstatedCharges(lines(), List.of(billed), List.of(), _ -> 30, _ -> Samples.SIDES);
        for (int i = 0; i < 3; i++) unbilled.add(CONTRACT.charges(i, BillDates.AT_PERIOD_START));
        return unbilled.restored().stream().map(ReinstatedChargesTest::told).toList();
    }

    private static BilledCharge billed(UUID line, LocalDate from, LocalDate to, long net) {
        return new BilledCharge(line, new Period(from, to), net, 0);
    }

    private static String told(ChargeToBill charge) {
        var names =
                Map.of(TWO_SEATS, "two seats ", DESK, "desk      ", THREE_MORE, "three more", FOUR_GONE, "four gone ");
        return "on %s %s %s %s %d"
                .formatted(
                        ofYear(charge.billOn()),
                        names.get(charge.line()),
                        ofYear(charge.service().start()),
                        ofYear(charge.service().end()),
                        charge.amounts().net());
    }

    private static String ofYear(LocalDate date) {
        return date.toString().substring("2025-".length());
    }

    private static Map<UUID, Line> lines() {
        var lines = new LinkedHashMap<UUID, Line>();
        for (var line : CONTRACT.lines()) lines.put(new UUID(2, lines.size()), line);
        return lines;
    }

    private static Terms terms(BrickTerms... bricks) {
        var phase = new PhaseTerms(1, 0, 6, Samples.PLAN, List.of(bricks), 30, Optional.empty());
        return new Terms(
                CouponClock.from(Samples.START),
                Samples.START,
                6,
                BillingFrequency.QUARTERLY,
                Currency.USD,
                false,
                List.of(phase));
    }

    private static BrickTerms brick(BrickId id, long quantity) {
        return new BrickTerms(
                id,
                "Seats",
                "seats",
                BrickType.SUBSCRIPTION,
                "standard",
                Quantity.of(quantity),
                false,
                Discounts.NONE,
                Prices.monthly(new PricingModel.Flat(UnitPrice.of("20"))));
    }

    private static LocalDate day(int month, int day) {
        return LocalDate.of(2025, month, day);
    }
}
