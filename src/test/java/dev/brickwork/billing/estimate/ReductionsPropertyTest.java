package dev.brickwork.billing.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.brickwork.billing.orders.Samples;
import dev.brickwork.invoicing.BilledCharge;
import dev.brickwork.invoicing.SettledValue;
import dev.brickwork.invoicing.TermInvoice;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.Upgrades;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.Line;
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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private static final Percent TAX = Percent.of(19);

    @Test
    void whatComesBackIsWhatIsUnused() {
        Property.holdsOfItself(Property.cases(300, 100_000), random -> {
            var books = new Books(random);
            for (int i = random.nextInt(5); i >= 0; i--) books.change();
            books.check();
        });
    }

    /// An invoice, which is paid in full when it is issued.
    private static final class Bill {
        final UUID id = UUID.randomUUID();
        final LocalDate billOn;
        final List<BilledCharge> charges = new ArrayList<>();
        final List<BilledCharge> reductions = new ArrayList<>();
        final UUID customer;
        boolean isIssued;
        long credited;

        Bill(LocalDate billOn, UUID customer) {
            this.billOn = billOn;
            this.customer = customer;
        }

        /// X-02; beside a negative line a charge bears its share in the tax of all.
        void issue() {
            isIssued = true;
            long sum = net();
            long tax = Rounding.tax(Math.max(0, sum), TAX);
            if (tax == 0) return;
            long upTo = 0;
            for (int i = 0; i < charges.size(); i++) {
                var it = charges.get(i);
                long before = Rounding.share(tax, upTo, sum);
                upTo += it.net();
                long own = Rounding.share(tax, upTo, sum) - before;
                charges.set(i, new BilledCharge(it.line(), it.service(), it.net(), own));
            }
        }

        long net() {
            return charges.stream().mapToLong(BilledCharge::net).sum();
        }

        long tax() {
            return charges.stream().mapToLong(BilledCharge::tax).sum();
        }

        long netTaken() {
            return -reductions.stream().mapToLong(BilledCharge::net).sum();
        }

        long taxTaken() {
            return -reductions.stream().mapToLong(BilledCharge::tax).sum();
        }

        TermInvoice facts() {
            long total = Math.max(0, net()) + tax();
            long given = Math.max(0, -net());
            return new TermInvoice(
                    id,
                    customer,
                    isIssued,
                    false,
                    billOn,
                    total,
                    isIssued ? total : 0,
                    isIssued ? 0 : total,
                    credited,
                    credited,
                    isIssued ? given : 0,
                    List.copyOf(charges),
                    List.copyOf(reductions));
        }
    }

    /// The contract of one brick and its invoices, each to the customer who has the contract at the time.
    private static final class Books {
        private static final int MONTHS = 12;
        private static final Coupon COUPON = new Coupon("FRIEND", Percent.of(7), 5);

        private final Random random;
        private final UnitPrice price;
        private final Map<UUID, Line> lines = new LinkedHashMap<>();
        private final List<Bill> bills = new ArrayList<>();
        private final List<String> told = new ArrayList<>();
        private Contract contract;
        private LocalDate today = Samples.START;
        private LocalDate changed = Samples.START;
        private BrickTerms seats;
        private UUID customer = new UUID(1, 1);

        Books(Random random) {
            this.random = random;
            price = UnitPrice.of("%d.%02d".formatted(20 + random.nextInt(50), random.nextInt(100)));
            seats = seats(1 + random.nextInt(9));
            contract = Contract.of(terms());
            tell("%s".formatted(contract));
            bill(add(contract.lines().getFirst()), contract.charges(0, BillDates.AT_PERIOD_START));
            issue();
        }

        void change() {
            if (random.nextBoolean()) pass();
            if (random.nextBoolean()) customer = new UUID(1, 1 + random.nextInt(3));
            seats = seats(random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(9));
            var day = random.nextInt(3) == 0
                    ? changed.plusDays(random.nextLong(1 + changed.until(today, ChronoUnit.DAYS)))
                    : today;
            changed = day;
            tell("%s for %s: %s %s".formatted(today, day, customer, seats));
            var after = contract.with(Upgrades.of(day, seats));
            if (after.lines().size() == contract.lines().size()) return;
            contract = after;
            var dates = BillDates.closed(today, FirstCharge.CONTRACT_START_DATE);
            var charges = contract.charges(contract.upgrades().size(), dates);
            var delta = contract.lines().getLast();
            var reductions = reductions();
            var id = add(delta);
            if (delta.total().net() >= 0) {
                bill(id, charges);
            } else {
                var reduced = reductions.reduce(id, delta, charges);
                for (var settled : reduced.settled()) settle(settled);
                for (var placed : reduced.open()) {
                    var bill = placed.invoice()
                            .map(this::bill)
                            .orElseGet(() -> unissued(placed.charge().billOn()));
                    bill.charges.add(billed(id, placed.charge()));
                }
            }
            issue();
        }

        private Bill bill(UUID id) {
            return bills.stream().filter(bill -> bill.id.equals(id)).findFirst().orElseThrow();
        }

        private UnusedValue reductions() {
            var facts = bills.stream()
                    .map(Bill::facts)
                    .sorted(Comparator.comparing(TermInvoice::billOn))
                    .toList();
            return new UnusedValue(facts, new LinkedHashMap<>(lines));
        }

        private void pass() {
            today = today.plusDays(random.nextLong(today.until(Samples.END, ChronoUnit.DAYS)));
            issue();
        }

        private void issue() {
            for (var bill : bills) if (!bill.isIssued && !bill.billOn.isAfter(today)) bill.issue();
        }

        private void bill(UUID line, List<Charge> charges) {
            for (var charge : charges) unissued(charge.billOn()).charges.add(billed(line, charge));
        }

        private static BilledCharge billed(UUID line, Charge charge) {
            return new BilledCharge(line, charge.service(), charge.amounts().net(), 0);
        }

        private Bill unissued(LocalDate on) {
            for (var bill : bills) {
                if (!bill.isIssued && bill.billOn.equals(on) && bill.customer.equals(customer)) return bill;
            }
            bills.add(new Bill(on, customer));
            return bills.getLast();
        }

        private void settle(SettledValue settled) {
            var settlement = settled.settlement();
            assertThat(settlement.credit()).as("%s", this).isEqualTo(settlement.unused());
            var bill = bill(settlement.invoiceId());
            bill.credited += settlement.credit();
            bill.reductions.add(settled.reduction().orElseThrow());
        }

        void check() {
            for (var bill : bills) assertThat(bill.net()).as("%s", this).isNotNegative();
            for (var day = changed; day.isBefore(Samples.END); day = day.plusDays(17)) {
                if (!isNextBilledBy(day)) check(day);
            }
        }

        private void check(LocalDate day) {
            long unused = 0;
            for (var line : lines.values()) unused += line.unused(line.term(), day);
            long net = 0;
            long tax = 0;
            long roundings = 0;
            for (var bill : bills) {
                if (!bill.isIssued) {
                    unused -= bill.net();
                    continue;
                }
                net += bill.net() - bill.netTaken();
                tax += bill.tax() - bill.taxTaken();
                roundings += 2 + bill.reductions.size();
            }
            long back = 0;
            for (var settlement : reductions().at(day)) {
                assertThat(settlement.credit()).as("%s: %s", day, this).isEqualTo(settlement.unused());
                back += settlement.unusedNet();
                tax -= settlement.unusedTax();
            }
            assertThat(back).as("on %s of %s", day, this).isEqualTo(unused);
            assertThat(tax)
                    .as("tax on %s of %s", day, this)
                    .isCloseTo(Rounding.tax(net - back, TAX), within(1 + roundings / 2));
        }

        private boolean isNextBilledBy(LocalDate day) {
            return bills.stream()
                    .filter(bill -> !bill.isIssued)
                    .flatMap(bill -> bill.charges.stream())
                    .anyMatch(charge -> charge.service().start().isBefore(day));
        }

        private UUID add(Line line) {
            var id = new UUID(2, lines.size());
            lines.put(id, line);
            return id;
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

        private void tell(String what) {
            told.add(what);
        }

        @Override
        public String toString() {
            return "%s\n%s"
                    .formatted(
                            String.join("\n", told),
                            bills.stream().map(Bill::facts).toList());
        }
    }
}
