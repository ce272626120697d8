package dev.brickwork.billing.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.billing.orders.Samples;
import dev.brickwork.invoicing.BilledCharge;
import dev.brickwork.invoicing.CutShare;
import dev.brickwork.invoicing.SettledValue;
import dev.brickwork.invoicing.TermInvoice;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.Settlement;
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
import dev.brickwork.pricing.terms.Upgrade;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests how much a reduction gives back of issued invoices, and takes off scheduled ones (rules U-06, R-02,
///
@Tag("fast")
final class UnusedValueTest {
    private static final UUID INVOICE = new UUID(1, 1);
    private static final UUID CUSTOMER = UUID.randomUUID();
    private static final UUID NEXT = new UUID(1, 2);
    private static final UUID DELTA = new UUID(9, 9);
    private static final Period JULY_TO_SEPTEMBER = new Period(day(7, 1), day(10, 1));
    private static final Period OCTOBER_TO_DECEMBER = new Period(day(10, 1), LocalDate.of(2026, 1, 1));

    private static final BrickTerms SUPPORT = brick(new BrickId(new UUID(3, 4)), 5);

    /// Five seats at 20.00 by the quarter, five more from 15 February, and those five gone on 1 August.
    private static final Contract CONTRACT = Contract.of(terms(seats(5))).with(Upgrades.of(day(2, 15), seats(10)));

    @Test
    void whatWasPaidIsCreditAndWhatComesShrinks() {
        var reduced = reduce(List.of(issued(60_000, 60_000, 0, false), scheduled()));
        assertThat(reduced.settled())
                .extracting(SettledValue::settlement)
                .as("U-06: two of three months of five seats")
                .containsExactly(new Settlement(INVOICE, 20_000, 0, 20_000, 0));
        assertThat(reduced.settled().getFirst().reduction())
                .contains(new BilledCharge(DELTA, new Period(day(8, 1), day(10, 1)), -20_000, 0));
        assertThat(reduced.open()).hasSize(1);
        assertThat(reduced.open().getFirst().charge().amounts().net()).isEqualTo(-30_000);
        assertThat(reduced.open().getFirst().invoice()).contains(NEXT);
    }

    @Test
    void whatIsOwedIsReducedInstead() {
        assertThat(reduce(List.of(issued(60_000, 0, 0, false))).settled())
                .extracting(SettledValue::settlement)
                .containsExactly(new Settlement(INVOICE, 20_000, 0, 0, 20_000));
        assertThat(reduce(List.of(issued(60_000, 50_000, 0, false))).settled())
                .extracting(SettledValue::settlement)
                .as("paid up to what was used and a half of the rest")
                .containsExactly(new Settlement(INVOICE, 20_000, 0, 10_000, 10_000));
    }

    @Test
    void theTaxGoesAlong() {
        assertThat(reduce(List.of(issued(72_000, 72_000, 12_000, false))).settled())
                .extracting(SettledValue::settlement)
                .as("R-03")
                .containsExactly(new Settlement(INVOICE, 20_000, 4_000, 24_000, 0));
    }

    /// Both stretches of July to September went out; the one that came last goes first.
    @Test
    void theLatestInvoiceIsReducedFirst() {
        var lines = lines(CONTRACT);
        var first = new BilledCharge(new UUID(2, 0), JULY_TO_SEPTEMBER, 30_000, 0);
        var second = new BilledCharge(new UUID(2, 1), JULY_TO_SEPTEMBER, 30_000, 0);
        assertThat(lines).hasSize(2);
        assertThat(reduce(List.of(paid(INVOICE, 30_000, first), paid(NEXT, 30_000, second)))
                        .settled())
                .extracting(SettledValue::settlement)
                .containsExactly(new Settlement(NEXT, 20_000, 0, 20_000, 0));
    }

    /// Lines with another tax, or none, have no part in the tax that comes back.
    @Test
    void onlyTheTaxOfItsOwnKindComesBack() {
        var books = brick(new BrickId(new UUID(3, 4)), "books", 5);
        var contract = Contract.of(terms(seats(5), books)).with(Upgrades.of(day(2, 15), seats(10)));
        var charged = new BilledCharge[] {
            new BilledCharge(new UUID(2, 0), JULY_TO_SEPTEMBER, 30_000, 6_000),
            new BilledCharge(new UUID(2, 1), JULY_TO_SEPTEMBER, 30_000, 0),
            new BilledCharge(new UUID(2, 2), JULY_TO_SEPTEMBER, 30_000, 6_000)
        };
        var invoice = paid(INVOICE, 102_000, charged);
        assertThat(reduce(contract, Upgrades.of(day(8, 1), seats(5)), List.of(invoice))
                        .settled())
                .extracting(SettledValue::settlement)
                .as("R-03")
                .containsExactly(new Settlement(INVOICE, 20_000, 4_000, 24_000, 0));
    }

    /// The first line bears the odd cent of a tax of 1.00 (M-06), and gives it back.
    @Test
    void theTaxOfALineIsItsOwn() {
        var contract = Contract.of(terms(SUPPORT, seats(5))).with(Upgrades.of(day(2, 15), seats(10)));
        var charged = new BilledCharge[] {
            new BilledCharge(new UUID(2, 0), JULY_TO_SEPTEMBER, 30_000, 34),
            new BilledCharge(new UUID(2, 1), JULY_TO_SEPTEMBER, 30_000, 33),
            new BilledCharge(new UUID(2, 2), JULY_TO_SEPTEMBER, 30_000, 33)
        };
        var gone = Upgrades.of(day(7, 1), brick(SUPPORT.id(), 0));
        assertThat(reduce(contract, gone, List.of(paid(INVOICE, 90_100, charged)))
                        .settled())
                .extracting(SettledValue::settlement)
                .as("R-03")
                .containsExactly(new Settlement(INVOICE, 30_000, 34, 30_034, 0));
    }

    /// Three bricks go at once, each with a third of 1.00, which is no whole cent.
    @Test
    void allOfTheTaxGoesWithTheLast() {
        var bricks = new BrickTerms[3];
        var gone = new BrickTerms[3];
        var charged = new BilledCharge[3];
        for (int i = 0; i < 3; i++) {
            var id = new BrickId(new UUID(3, i));
            bricks[i] = brick(id, 5);
            gone[i] = brick(id, 0);
            charged[i] = new BilledCharge(new UUID(2, i), JULY_TO_SEPTEMBER, 30_000, i == 0 ? 34 : 33);
        }
        var contract = Contract.of(terms(bricks));
        var after = contract.with(Upgrades.of(day(7, 1), gone));
        var charges = after.charges(1, BillDates.AT_PERIOD_START);
        var reductions = new UnusedValue(List.of(paid(INVOICE, 90_100, charged)), lines(contract));
        long tax = 0;
        for (var delta : after.lines().subList(3, 6)) {
            var own = charges.stream()
                    .filter(charge -> charge.line().equals(delta.key()))
                    .toList();
            var settled = reductions.reduce(UUID.randomUUID(), delta, own).settled();
            tax += settled.getFirst().settlement().unusedTax();
        }
        assertThat(tax).as("R-03").isEqualTo(100);
    }

    /// Two bricks go at once from an invoice of which 100.00 is owed: the first takes that away and is credit for the
    /// rest, so that all of the second is credit.
    @Test
    void twoReductionsOfOneInvoiceAddUp() {
        var contract = Contract.of(terms(seats(5), SUPPORT));
        var after = contract.with(Upgrades.of(day(8, 1), seats(0), brick(SUPPORT.id(), 0)));
        var charges = after.charges(1, BillDates.AT_PERIOD_START);
        var invoice = new TermInvoice(
                INVOICE,
                CUSTOMER,
                true,
                false,
                day(7, 1),
                60_000,
                50_000,
                10_000,
                0,
                0,
                0,
                List.of(
                        new BilledCharge(new UUID(2, 0), JULY_TO_SEPTEMBER, 30_000, 0),
                        new BilledCharge(new UUID(2, 1), JULY_TO_SEPTEMBER, 30_000, 0)),
                List.of());
        var reductions = new UnusedValue(List.of(invoice), lines(contract));
        var settled = after.lines().subList(2, 4).stream()
                .flatMap(delta -> reductions
                        .reduce(
                                UUID.randomUUID(),
                                delta,
                                charges.stream()
                                        .filter(charge -> charge.line().equals(delta.key()))
                                        .toList())
                        .settled()
                        .stream())
                .map(SettledValue::settlement);
        assertThat(settled)
                .as("R-02")
                .containsExactly(
                        new Settlement(INVOICE, 20_000, 0, 10_000, 10_000),
                        new Settlement(INVOICE, 20_000, 0, 20_000, 0));
    }

    private static TermInvoice unissued(UUID id, BilledCharge... charges) {
        long total = Stream.of(charges).mapToLong(BilledCharge::net).sum();
        return new TermInvoice(
                id, CUSTOMER, false, false, day(10, 1), total, 0, total, 0, 0, 0, List.of(charges), List.of());
    }

    private static TermInvoice paid(UUID id, long total, BilledCharge... charges) {
        return new TermInvoice(
                id, CUSTOMER, true, false, day(7, 1), total, total, 0, 0, 0, 0, List.of(charges), List.of());
    }

    /// Ten seats less five, and support: 60000 net and 12000 tax, which M-06 lays on the two positive lines. Support
    /// goes, and takes along the tax of its value, not that of its line.
    @Test
    void theTaxThatALineCarriesForAReductionStaysBehind() {
        var support = new BrickId(new UUID(3, 4));
        var contract = Contract.of(terms(seats(10), brick(support, 5))).with(Upgrades.of(day(2, 15), seats(5)));
        var invoice = paid(
                INVOICE,
                72_000,
                new BilledCharge(new UUID(2, 0), JULY_TO_SEPTEMBER, 60_000, 8_000),
                new BilledCharge(new UUID(2, 1), JULY_TO_SEPTEMBER, 30_000, 4_000),
                new BilledCharge(new UUID(2, 2), JULY_TO_SEPTEMBER, -30_000, 0));
        assertThat(reduce(contract, Upgrades.of(day(8, 1), brick(support, 0)), List.of(invoice))
                        .settled())
                .extracting(SettledValue::settlement)
                .as("R-03: 20 % of two of three months of support")
                .containsExactly(new Settlement(INVOICE, 20_000, 4_000, 24_000, 0));
    }

    /// A void has waived its stretch: nothing is given back for it, and nothing is taken off later ones.
    @Test
    void aVoidGivesNothingBack() {
        var reduced = reduce(List.of(issued(60_000, 0, 0, true), scheduled()));
        assertThat(reduced.settled()).isEmpty();
        assertThat(reduced.open()).hasSize(1);
    }

    /// All seats of the stretch were taken back before, five of each invoice; support, which came with the second
    /// five, is still to be used.
    @Test
    void whatWasTakenBackOfOneBrickLeavesTheOthers() {
        var contract = Contract.of(terms(seats(5)))
                .with(Upgrades.of(day(7, 1), seats(10), SUPPORT))
                .with(Upgrades.of(day(7, 1), seats(0)));
        var five = new BilledCharge(new UUID(2, 0), JULY_TO_SEPTEMBER, 30_000, 0);
        var more = new BilledCharge(new UUID(2, 1), JULY_TO_SEPTEMBER, 30_000, 0);
        var support = new BilledCharge(new UUID(2, 2), JULY_TO_SEPTEMBER, 30_000, 0);
        var invoices = List.of(reduced(INVOICE, five), reduced(NEXT, more, support));
        assertThat(new UnusedValue(invoices, lines(contract)).at(day(8, 1)))
                .as("R-02: two of three months of support")
                .containsExactly(new Settlement(NEXT, 20_000, 0, 20_000, 0));
    }

    /// Paid, and then its five seats were given back.
    private static TermInvoice reduced(UUID id, BilledCharge... charges) {
        var back = new BilledCharge(new UUID(2, 3), JULY_TO_SEPTEMBER, -30_000, 0);
        long total = 30_000L * charges.length;
        return new TermInvoice(
                id,
                CUSTOMER,
                true,
                false,
                day(7, 1),
                total,
                total,
                0,
                30_000,
                30_000,
                0,
                List.of(charges),
                List.of(back));
    }

    @Test
    void eachInvoiceGivesBackOfItsOwnShare() {
        var half = new BilledCharge(new UUID(2, 0), JULY_TO_SEPTEMBER, 15_000, 0);
        var invoices = List.of(paid(INVOICE, 15_000, half), paid(NEXT, 15_000, half));
        assertThat(new UnusedValue(invoices, lines(CONTRACT)).at(day(8, 1)))
                .containsExactly(
                        new Settlement(INVOICE, 10_000, 0, 10_000, 0), new Settlement(NEXT, 10_000, 0, 10_000, 0));
    }

    /// Two seats of eighteen go, a third of them on each of three invoices. A third of that is no whole cent: it
    /// falls to the sharer that has most left and can still be billed otherwise, neither to the one that went out
    /// nor to the ten seats that have no part in it.
    @Test
    void theCentThatSharesMissIsBilledByTheRichestThatIsNotOut() {
        var contract = Contract.of(terms(seats(5)));
        for (var quantity : List.of(6, 8, 18, 16)) contract = contract.with(Upgrades.of(day(10, 1), seats(quantity)));
        var poor = new UUID(1, 3);
        var share = quarter(4, -4_000);
        var invoices = List.of(
                paid(INVOICE, 26_000, quarter(0, 30_000), share),
                unissued(poor, quarter(1, 6_000), share),
                unissued(NEXT, quarter(2, 12_000), share),
                unissued(new UUID(1, 4), quarter(3, 60_000)));
        assertThat(new UnusedValue(invoices, lines(contract)).upTo(day(11, 1)))
                .containsExactly(
                        new CutShare(poor, share.line(), OCTOBER_TO_DECEMBER, -1_333),
                        new CutShare(NEXT, share.line(), OCTOBER_TO_DECEMBER, -1_334));
    }

    private static BilledCharge quarter(int line, long net) {
        return new BilledCharge(new UUID(2, line), OCTOBER_TO_DECEMBER, net, 0);
    }

    /// Each quarter was billed a cent short: that is no cut of the other, and stays where it is.
    @Test
    void aCentThatWasWaivedStaysInItsStretch() {
        var aprilToJune = new Period(day(4, 1), day(7, 1));
        var first = new BilledCharge(new UUID(2, 0), aprilToJune, 29_999, 0);
        var second = new BilledCharge(new UUID(2, 0), JULY_TO_SEPTEMBER, 29_999, 0);
        var invoices = List.of(paid(INVOICE, 29_999, first), paid(NEXT, 29_999, second));
        assertThat(new UnusedValue(invoices, lines(CONTRACT)).at(day(8, 1)))
                .containsExactly(new Settlement(NEXT, 19_999, 0, 19_999, 0));
    }

    /// The seats of the stretch are billed with less than the reduction takes, or nothing: it stands where they stand,
    /// not on the invoice of support, which comes first.
    @ParameterizedTest
    @ValueSource(longs = {0, 10_000})
    void whatNobodyWasToBeBilledStandsWithItsBrick(long billed) {
        var contract = Contract.of(terms(seats(5), SUPPORT)).with(Upgrades.of(day(7, 1), seats(10)));
        var support = new BilledCharge(new UUID(2, 1), OCTOBER_TO_DECEMBER, 30_000, 0);
        var less = new BilledCharge(new UUID(2, 0), OCTOBER_TO_DECEMBER, billed, 0);
        var invoices = List.of(unissued(INVOICE, support), unissued(NEXT, less));
        var open = reduce(contract, Upgrades.of(day(10, 1), seats(5)), invoices).open();
        assertThat(open).hasSize(1);
        assertThat(open.getFirst().invoice()).contains(NEXT);
        assertThat(open.getFirst().charge().amounts().net()).isEqualTo(-30_000);
    }

    /// The reduction of a free brick is one line of zero.
    @Test
    void aReductionOfNothingIsToldOnce() {
        var free = brick(new BrickId(new UUID(3, 5)), "standard", "0", 5);
        var less = brick(new BrickId(new UUID(3, 5)), "standard", "0", 4);
        var contract = Contract.of(terms(seats(5), free)).with(Upgrades.of(day(2, 15), seats(10)));
        assertThat(reduce(contract, Upgrades.of(day(10, 1), less), List.of()).open())
                .extracting(placed -> placed.charge().amounts().net())
                .containsExactly(0L);
    }

    @Test
    void withoutAnInvoiceEverythingIsStillToCome() {
        assertThat(reduce(List.of()).open())
                .extracting(placed -> placed.charge().amounts().net())
                .containsExactly(-20_000L, -30_000L);
    }

    private static UnusedValue.Reduced reduce(List<TermInvoice> facts) {
        return reduce(CONTRACT, Upgrades.of(day(8, 1), seats(5)), facts);
    }

    private static UnusedValue.Reduced reduce(Contract contract, Upgrade upgrade, List<TermInvoice> facts) {
        var after = contract.with(upgrade);
        var delta = after.lines().getLast();
        var charges = after.charges(2, BillDates.AT_PERIOD_START);
        return new UnusedValue(facts, lines(contract)).reduce(DELTA, delta, charges);
    }

    private static Map<UUID, Line> lines(Contract contract) {
        var lines = new LinkedHashMap<UUID, Line>();
        for (var line : contract.lines()) lines.put(new UUID(2, lines.size()), line);
        return lines;
    }

    private static TermInvoice issued(long total, long paid, long tax, boolean isVoided) {
        return facts(INVOICE, true, isVoided, JULY_TO_SEPTEMBER, total, paid, tax);
    }

    private static TermInvoice scheduled() {
        return facts(NEXT, false, false, OCTOBER_TO_DECEMBER, 60_000, 0, 0);
    }

    private static TermInvoice facts(
            UUID id, boolean isIssued, boolean isVoided, Period service, long total, long paid, long tax) {
        var charges = lines(CONTRACT).entrySet().stream()
                .map(line -> new BilledCharge(
                        line.getKey(), service, line.getValue().amounts(service).net(), tax / 2))
                .toList();
        return new TermInvoice(
                id,
                CUSTOMER,
                isIssued,
                isVoided,
                service.start(),
                total,
                paid,
                total - paid,
                0,
                0,
                0,
                charges,
                List.of());
    }

    private static Terms terms(BrickTerms... bricks) {
        var phase = new PhaseTerms(1, 0, 12, Samples.PLAN, List.of(bricks), 30, Optional.empty());
        return new Terms(
                CouponClock.from(Samples.START),
                Samples.START,
                12,
                BillingFrequency.QUARTERLY,
                Currency.USD,
                false,
                List.of(phase));
    }

    private static BrickTerms seats(long quantity) {
        return brick(new BrickId(new UUID(3, 3)), quantity);
    }

    private static BrickTerms brick(BrickId id, long quantity) {
        return brick(id, "standard", quantity);
    }

    private static BrickTerms brick(BrickId id, String taxCategory, long quantity) {
        return brick(id, taxCategory, "20", quantity);
    }

    private static BrickTerms brick(BrickId id, String taxCategory, String price, long quantity) {
        return new BrickTerms(
                id,
                "Seats",
                "seats",
                BrickType.SUBSCRIPTION,
                taxCategory,
                Quantity.of(quantity),
                false,
                Discounts.NONE,
                Prices.monthly(new PricingModel.Flat(UnitPrice.of(price))));
    }

    private static LocalDate day(int month, int day) {
        return LocalDate.of(2025, month, day);
    }
}
