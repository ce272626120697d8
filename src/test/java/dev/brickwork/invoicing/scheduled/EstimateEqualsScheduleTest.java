package dev.brickwork.invoicing.scheduled;

import static dev.brickwork.pricing.Bricks.brick;
import static dev.brickwork.pricing.Bricks.once;
import static dev.brickwork.pricing.Bricks.priced;
import static dev.brickwork.pricing.Bricks.renewing;
import static dev.brickwork.pricing.Bricks.terms;
import static dev.brickwork.pricing.Bricks.tiers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.contracts.BilledTerm;
import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.ChargeToBill;
import dev.brickwork.invoicing.Payer;
import dev.brickwork.pricing.Bricks;
import dev.brickwork.pricing.Prices;
import dev.brickwork.pricing.Pricing;
import dev.brickwork.pricing.PricingContext;
import dev.brickwork.pricing.Upgrades;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.support.Property;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that the estimate of an order is what its invoices come to, to the cent and to the day, however late the order
/// is closed and whichever legal entity bills it (rules S-05, S-07, U-11, X-02).
@Tag("fast")
@Tag("full")
@Tag("soak")
final class EstimateEqualsScheduleTest {
    private static final List<LocalDate> STARTS = List.of(
            LocalDate.of(2024, 1, 31),
            LocalDate.of(2024, 2, 29),
            LocalDate.of(2024, 3, 10),
            LocalDate.of(2024, 12, 30));
    private static final Map<LegalEntityId, TaxRates> ENTITIES = Map.of(
            new LegalEntityId(new UUID(3, 1)), taxed("19"),
            new LegalEntityId(new UUID(3, 2)), taxed("7.7"),
            new LegalEntityId(new UUID(3, 3)), taxed("0"));
    private static final BilledTerm TERM = new BilledTerm(
            new SubscriptionId(new UUID(5, 5)),
            new OrderId(new UUID(2, 1)),
            Zone.UTC,
            ServiceClock.UNPAUSED,
            Optional.empty());

    private static TaxRates taxed(String rate) {
        return TaxRates.always(List.of(TaxComponent.of("Tax", percent(rate))));
    }

    private static Percent percent(String text) {
        return Percent.parse(text).orElseThrow();
    }

    @Test
    void theInvoicesOfAnOrderAreItsEstimate() {
        Property.holdsOfItself(Property.cases(200, 50_000), random -> {
            var start = STARTS.get(random.nextInt(STARTS.size()));
            var seats = seats(1 + random.nextInt(30)).withDiscounts(renewing(percent(random.nextInt(40) + ".5")));
            var terms = terms(
                    start,
                    1 + random.nextInt(20),
                    frequency(random),
                    seats,
                    once("setup", random.nextInt(2), "123.45"));
            var invoices = new Invoices(Contract.of(terms), FirstCharge.CONTRACT_START_DATE);
            invoices.close(start.minusDays(random.nextInt(30)), entity(random));
            var rates = invoices.rates.getFirst();
            var estimate = priced(terms, PricingContext.PLAIN.taxedBy(rates));
            var expected = estimate.schedule().stream()
                    .map(item -> item.billOn() + " " + item.amounts().total());
            assertThat(invoices.schedule()).as("%s", terms).containsExactlyElementsOf(expected.toList());
        });
    }

    /// An invoice is taxed as a whole, so that what an upgrade costs depends on what else stands on the invoices that
    /// it shares, and on what is gathered on one because it lies in the past.
    @Test
    void theInvoicesOfUpgradesAreTheirEstimates() {
        Property.holdsOfItself(Property.cases(200, 50_000), random -> {
            var today = LocalDate.of(2024, 5, 20);
            var begin = LocalDate.of(2024, 1, 31).plusDays(random.nextInt(150));
            var cheaper = renewing(percent("7.5"));
            var terms = terms(
                    begin, 24, frequency(random), seats(1 + random.nextInt(9)).withDiscounts(cheaper));
            var first = random.nextBoolean() ? FirstCharge.CHECKOUT_DATE : FirstCharge.CONTRACT_START_DATE;
            var invoices = new Invoices(Contract.of(terms), first);
            boolean movesOn = random.nextBoolean();
            var entity = entity(random);
            var estimate = priced(terms, invoices.context(today, entity));
            invoices.close(today, entity);
            assertThat(invoices.total())
                    .as("closed late: %s", terms)
                    .isEqualTo(estimate.totals().total());
            var latest = begin;
            int quantity = 10;
            for (int i = 0; i < 3; i++) {
                today = today.plusDays(random.nextInt(60));
                invoices.issue(today);
                latest = later(latest, random.nextBoolean() ? begin.plusMonths(4 + 3 * i) : today.minusDays(20));
                quantity += 1 + random.nextInt(5);
                if (movesOn) entity = entity(random);
                var upgrade = Upgrades.of(latest, seats(quantity), support(quantity));
                var delta = Pricing.estimateUpgrade(invoices.contract, upgrade, invoices.context(today, entity));
                long before = invoices.total();
                invoices.contract = invoices.contract.with(upgrade);
                invoices.close(today, entity);
                assertThat(invoices.total() - before)
                        .as("%s on %s", upgrade, today)
                        .isEqualTo(priced(delta).totals().total());
                var whole = Pricing.estimateContract(invoices.contract, invoices.context());
                assertThat(priced(whole).totals().total()).as("%s", upgrade).isEqualTo(invoices.total());
            }
        });
    }

    /// The invoices of a contract, issued and not, while its orders are closed one after the other.
    private static final class Invoices {
        private final FirstCharge firstCharge;
        private final List<BillDates> closings = new ArrayList<>();
        private final List<TaxRates> rates = new ArrayList<>();
        private final List<ScheduledInvoice> issued = new ArrayList<>();
        private List<ScheduledInvoice> open = List.of();
        private Contract contract;

        Invoices(Contract contract, FirstCharge firstCharge) {
            this.contract = contract;
            this.firstCharge = firstCharge;
        }

        /// The setting by which an order that is closed next would be priced.
        PricingContext context(LocalDate today, LegalEntityId entity) {
            var dates = new ArrayList<>(closings);
            dates.add(BillDates.closed(today, firstCharge));
            var taxes = new ArrayList<>(rates);
            taxes.add(ENTITIES.get(entity));
            return PricingContext.PLAIN.taxedBy(taxes).closed(dates);
        }

        PricingContext context() {
            return PricingContext.PLAIN.taxedBy(rates).closed(closings);
        }

        /// Bills the latest order, and issues what is due.
        void close(LocalDate today, LegalEntityId entity) {
            var dates = BillDates.closed(today, firstCharge);
            var charges = contract.charges(closings.size(), dates);
            closings.add(dates);
            rates.add(ENTITIES.get(entity));
            var customer = new UUID(1, 1);
            var payer = new Payer(customer, customer, entity, Currency.USD, TaxRates.NONE, Optional.empty());
            var bills = new ScheduledInvoices(open);
            bills.place(
                    TERM,
                    payer,
                    charges.stream().map(Invoices::toBill).toList(),
                    Optional.empty(),
                    draft -> ENTITIES.get(new LegalEntityId(draft.payee.entity())));
            open = bills.all();
            issue(today);
        }

        void issue(LocalDate today) {
            var waiting = new ArrayList<ScheduledInvoice>();
            for (var draft : open) (draft.billOn.isAfter(today) ? waiting : issued).add(draft);
            open = waiting;
        }

        private static ChargeToBill toBill(Charge charge) {
            return new ChargeToBill(
                    UUID.randomUUID(),
                    "standard",
                    charge.billOn(),
                    charge.service(),
                    charge.amounts(),
                    30,
                    Optional.empty(),
                    Optional.empty());
        }

        List<ScheduledInvoice> all() {
            var all = new ArrayList<>(issued);
            all.addAll(open);
            return all;
        }

        List<String> schedule() {
            return all().stream()
                    .map(draft -> draft.billOn + " " + draft.total())
                    .toList();
        }

        long total() {
            return all().stream().mapToLong(ScheduledInvoice::total).sum();
        }
    }

    private static LegalEntityId entity(Random random) {
        return new LegalEntityId(new UUID(3, 1 + random.nextInt(3)));
    }

    private static BillingFrequency frequency(Random random) {
        var all = BillingFrequency.values();
        return all[random.nextInt(all.length)];
    }

    private static BrickTerms seats(long quantity) {
        var ladder = new PricingModel.Graduated(tiers("10:25.00 20.00"));
        return brick("seats", BrickType.SUBSCRIPTION, quantity, Prices.monthly(ladder));
    }

    private static BrickTerms support(long quantity) {
        return brick("support", BrickType.SUBSCRIPTION, quantity, Prices.monthly(Bricks.flat("33.37")));
    }

    private static LocalDate later(LocalDate one, LocalDate other) {
        return one.isAfter(other) ? one : other;
    }
}
