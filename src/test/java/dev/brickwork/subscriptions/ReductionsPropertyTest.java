package dev.brickwork.subscriptions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.kernel.calendar.BillDates;
import dev.brickwork.kernel.calendar.BillingFrequency;
import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.money.Quantity;
import dev.brickwork.kernel.money.UnitPrice;
import dev.brickwork.kernel.pricing.BrickId;
import dev.brickwork.kernel.pricing.BrickTerms;
import dev.brickwork.kernel.pricing.BrickType;
import dev.brickwork.kernel.pricing.Charge;
import dev.brickwork.kernel.pricing.Contract;
import dev.brickwork.kernel.pricing.CouponClock;
import dev.brickwork.kernel.pricing.Discounts;
import dev.brickwork.kernel.pricing.Line;
import dev.brickwork.kernel.pricing.PhaseTerms;
import dev.brickwork.kernel.pricing.Prices;
import dev.brickwork.kernel.pricing.PricingModel;
import dev.brickwork.kernel.pricing.Terms;
import dev.brickwork.kernel.pricing.Upgrades;
import dev.brickwork.support.Property;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Whoever was billed for whatever part of a contract, and however often it changed on one day: what comes back at its
/// end is what is unused of it, to the cent (V6).
final class ReductionsPropertyTest {
    @Test
    void whatComesBackIsWhatIsUnused() {
        Property.holdsOfItself(Property.cases(300, 100_000), random -> {
            var books = new Books(random);
            for (int i = random.nextInt(5); i >= 0; i--) books.change();
            books.check();
        });
    }

    /// One brick, billed to whoever has the contract; everybody pays at once.
    private static final class Books {
        private static final int MONTHS = 12;

        private final Random random;
        private final UnitPrice price;
        private final Map<UUID, Line> lines = new LinkedHashMap<>();
        private final List<Bills.Facts> invoices = new ArrayList<>();
        private final List<String> told = new ArrayList<>();
        private Contract contract;
        private LocalDate today = Samples.START;
        private long quantity;
        private UUID customer = new UUID(1, 0);

        Books(Random random) {
            this.random = random;
            price = UnitPrice.of("%d.%02d".formatted(random.nextInt(50), 1 + random.nextInt(99)));
            quantity = 1 + random.nextInt(9);
            tell("%d at %s".formatted(quantity, price));
            contract = Contract.of(terms());
            var charges = contract.charges(0, BillDates.AT_PERIOD_START);
            bill(add(contract.lines().getFirst()), charges);
        }

        void change() {
            if (random.nextBoolean()) pass();
            if (random.nextBoolean()) customer = new UUID(1, random.nextInt(3));
            long now = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(9);
            if (now == quantity) return;
            quantity = now;
            tell("%s: %d for %s".formatted(today, quantity, customer));
            contract = contract.with(Upgrades.of(today, seats()));
            int order = contract.upgrades().size();
            var charges = contract.charges(order, BillDates.AT_PERIOD_START);
            var delta = contract.lines().getLast();
            var reductions = new Reductions(List.copyOf(invoices), new LinkedHashMap<>(lines));
            var id = add(delta);
            if (delta.total().net() > 0) {
                bill(id, charges);
                return;
            }
            var reduced = reductions.reduce(id, delta, charges);
            for (var settled : reduced.settled()) settle(settled);
            bill(id, reduced.open().stream().map(Reductions.Placed::charge).toList());
        }

        private void pass() {
            long left = ChronoUnit.DAYS.between(today, Samples.END);
            today = today.plusDays(random.nextLong(left));
        }

        private void bill(UUID line, List<Charge> charges) {
            for (var charge : charges) {
                long net = charge.amounts().net();
                invoices.add(new Bills.Facts(
                        UUID.randomUUID(),
                        customer,
                        true,
                        false,
                        charge.billOn(),
                        Math.max(0, net),
                        Math.max(0, net),
                        0,
                        0,
                        0,
                        Math.max(0, -net),
                        List.of(new Bills.Billed(line, charge.service(), net, 0)),
                        List.of()));
            }
        }

        private void settle(Bills.Settled settled) {
            var settlement = settled.settlement();
            assertThat(settlement.credit()).as("%s", told).isEqualTo(settlement.unused());
            invoices.replaceAll(it -> {
                if (!it.invoice().equals(settlement.invoiceId())) return it;
                var reductions = new ArrayList<>(it.reductions());
                reductions.add(settled.reduction().orElseThrow());
                return new Bills.Facts(
                        it.invoice(),
                        it.customer(),
                        true,
                        false,
                        it.billOn(),
                        it.total(),
                        it.paid(),
                        0,
                        it.adjusted() + settlement.credit(),
                        it.credited() + settlement.credit(),
                        it.carriedForward(),
                        it.charges(),
                        reductions);
            });
        }

        void check() {
            for (var day = today; day.isBefore(Samples.END); day = day.plusDays(1 + random.nextInt(40))) {
                long unused = 0;
                for (var line : lines.values()) unused += line.unused(line.term(), day);
                long back = 0;
                for (var settlement : new Reductions(List.copyOf(invoices), lines).at(day)) back += settlement.credit();
                assertThat(back).as("on %s of %s", day, told).isEqualTo(unused);
            }
        }

        private UUID add(Line line) {
            var id = new UUID(2, lines.size());
            lines.put(id, line);
            return id;
        }

        private Terms terms() {
            var phase = new PhaseTerms(1, 0, MONTHS, Samples.PLAN, List.of(seats()), 30, Optional.empty());
            return new Terms(
                    CouponClock.from(Samples.START),
                    Samples.START,
                    MONTHS,
                    BillingFrequency.ALL_UPFRONT,
                    Currency.USD,
                    false,
                    List.of(phase));
        }

        private BrickTerms seats() {
            return new BrickTerms(
                    new BrickId(new UUID(3, 3)),
                    "Seats",
                    "seats",
                    BrickType.SUBSCRIPTION,
                    "standard",
                    Quantity.of(quantity),
                    false,
                    Discounts.NONE,
                    Prices.monthly(new PricingModel.Flat(price)));
        }

        private void tell(String what) {
            told.add(what);
        }
    }
}
