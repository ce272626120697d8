package dev.brickwork.invoicing.scheduled;

import static dev.brickwork.pricing.Bricks.NEW_YEAR;
import static dev.brickwork.pricing.Bricks.once;
import static dev.brickwork.pricing.Bricks.seats;
import static dev.brickwork.pricing.Bricks.terms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.contracts.BilledTerm;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.ChargeToBill;
import dev.brickwork.invoicing.CutShare;
import dev.brickwork.invoicing.Payer;
import dev.brickwork.invoicing.usage.UsageDue;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.calendar.Pause;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.terms.BrickTerms;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The unissued invoices of a subscription after an order has changed them. Every one is shown as its date, its
/// customer, what it bills, and the credit that it bears.
@Tag("fast")
final class ScheduledInvoicesTest {
    private static final UUID ACME = new UUID(1, 1);
    private static final UUID BOLT = new UUID(1, 2);
    private static final UUID OTHER_TERM = new UUID(2, 2);
    private static final LegalEntityId ENTITY = new LegalEntityId(new UUID(3, 3));
    private static final UUID LINE = new UUID(4, 4);
    private static final LocalDate FEBRUARY = LocalDate.of(2025, 2, 1);
    private static final LocalDate MARCH = LocalDate.of(2025, 3, 1);
    private static final LocalDate TODAY = LocalDate.of(2025, 1, 20);
    private static final BilledTerm TERM = term(ServiceClock.UNPAUSED, Optional.empty());

    private final List<ScheduledInvoice> drafts = new ArrayList<>();

    private static BilledTerm term(ServiceClock clock, Optional<LocalDate> pausedFrom) {
        return new BilledTerm(
                new SubscriptionId(new UUID(5, 5)), new OrderId(new UUID(2, 1)), Zone.UTC, clock, pausedFrom);
    }

    private static Payer payer(UUID customer) {
        return payer(customer, Optional.empty());
    }

    private static Payer payer(UUID customer, Optional<LocalDate> mutedBefore) {
        return new Payer(customer, customer, ENTITY, Currency.USD, TaxRates.NONE, mutedBefore);
    }

    private static ChargeToBill toBill(LocalDate on, long net, Optional<UUID> invoice) {
        var month = new Period(on, on.plusMonths(1));
        return new ChargeToBill(
                LINE, "standard", on, month, new Amounts(net, 0, 0, 0, 0), 30, invoice, Optional.empty());
    }

    private static ChargeToBill toBill(LocalDate on, long net) {
        return toBill(on, net, Optional.empty());
    }

    private ScheduledInvoice draft(UUID customer, LocalDate on, long... nets) {
        var payee = new ScheduledInvoice.Payee(customer, customer, ENTITY.value());
        var draft = new ScheduledInvoice(UUID.randomUUID(), TERM.order().value(), payee, false, Zone.UTC, 30);
        draft.billOn = on;
        draft.serviceBillOn = on;
        for (long net : nets) draft.charges.add(charge(LINE, new Period(on, on.plusMonths(1)), net));
        drafts.add(draft);
        return draft;
    }

    private static ScheduledInvoice.Charge charge(UUID line, Period service, long net) {
        var charge = new ScheduledInvoice.Charge(UUID.randomUUID(), line, "standard", service);
        charge.gross = net;
        return charge;
    }

    private static ScheduledInvoice.Extra extra(long net) {
        var day = new Period(TODAY, TODAY.plusDays(1));
        var line = new Billable(
                Billable.Kind.MILESTONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "Rollout",
                Optional.empty(),
                BigDecimal.ONE,
                day,
                net,
                0,
                "standard",
                "{}");
        return new ScheduledInvoice.Extra(UUID.randomUUID(), line, Optional.of(0), 0);
    }

    private static List<String> shown(ScheduledInvoices bills) {
        return bills.all().stream().map(ScheduledInvoicesTest::shown).sorted().toList();
    }

    private static String shown(ScheduledInvoice draft) {
        var parts = Stream.of(
                draft.billOn.toString(),
                draft.payee.customer().equals(ACME) ? "Acme" : "Bolt",
                Stream.concat(
                                draft.charges.stream().map(charge -> charge.net()),
                                draft.extras.stream().map(extra -> extra.line.net()))
                        .map(String::valueOf)
                        .collect(Collectors.joining("+")),
                draft.credit == 0 ? "" : "-" + draft.credit,
                draft.holdsUsage ? "usage" : "",
                draft.isMuted ? "muted" : "",
                draft.isPaused ? "paused" : "");
        return parts.filter(part -> !part.isEmpty()).collect(Collectors.joining(" "));
    }

    private static Map<UUID, Long> placed(
            ScheduledInvoices bills, Payer payer, List<ChargeToBill> charges, long credit) {
        var given = credit == 0 ? Optional.<AdjustmentCredit>empty() : Optional.of(new AdjustmentCredit("Old", credit));
        return bills.place(TERM, payer, charges, given, _ -> TaxRates.NONE);
    }

    @Test
    void oneInvoicePerDateAndPayer() {
        draft(ACME, FEBRUARY, 500);
        var named = draft(ACME, MARCH, 700);
        var bills = new ScheduledInvoices(drafts);
        var charges = List.of(
                toBill(NEW_YEAR, 100),
                toBill(NEW_YEAR, 20),
                toBill(FEBRUARY, 30),
                toBill(FEBRUARY, -40, Optional.of(named.id)));
        assertThat(placed(bills, payer(ACME), charges, 0)).containsExactly(Map.entry(ACME, 0L));
        assertThat(named.charges).extracting(charge -> charge.isNew).containsExactly(false, true);
        assertThat(shown(bills))
                .as("S-07")
                .containsExactly("2025-01-01 Acme 100+20", "2025-02-01 Acme 500+30", "2025-03-01 Acme 700+-40");

        placed(bills, payer(BOLT), List.of(toBill(FEBRUARY, 9)), 0);
        assertThat(shown(bills)).contains("2025-02-01 Acme 500+30", "2025-02-01 Bolt 9");
    }

    /// A charge that was agreed with an earlier customer of the contract is billed to that customer.
    @Test
    void aChargeKnowsWhomItBills() {
        draft(ACME, FEBRUARY, 500);
        draft(BOLT, FEBRUARY, 100);
        var bills = new ScheduledInvoices(drafts);
        var charges = List.of(
                toBill(FEBRUARY, 9),
                toBill(FEBRUARY, 30).on(FEBRUARY, parties(ACME), 30),
                toBill(MARCH, 70).on(MARCH, parties(ACME), 70));
        placed(bills, payer(BOLT), charges, 0);
        assertThat(shown(bills))
                .containsExactly("2025-02-01 Acme 500+30", "2025-02-01 Bolt 100+9", "2025-03-01 Acme 70");
    }

    private static Optional<Subscription.BillingParties> parties(UUID customer) {
        return Optional.of(between(customer));
    }

    private static Subscription.BillingParties between(UUID customer) {
        return new Subscription.BillingParties(customer, customer, ENTITY);
    }

    /// A new invoice before the cut-over is muted, one during a pause waits, and dates stand on the clock.
    @Test
    void aNewInvoiceKnowsItsState() {
        var bills = new ScheduledInvoices(drafts);
        var clock =
                new ServiceClock(List.of(new Pause(LocalDate.of(2025, 1, 11), Optional.of(LocalDate.of(2025, 1, 21)))));
        var paused = term(clock, Optional.of(MARCH));
        bills.place(
                paused,
                payer(ACME, Optional.of(LocalDate.of(2025, 2, 11))),
                List.of(toBill(NEW_YEAR, 1), toBill(FEBRUARY, 2), toBill(MARCH, 3)),
                Optional.empty(),
                _ -> TaxRates.NONE);
        assertThat(shown(bills))
                .containsExactly("2025-01-01 Acme 1 muted", "2025-02-11 Acme 2", "2025-03-11 Acme 3 paused");
    }

    /// Left over from a term that ended on that date: it goes along with the clock of the new one.
    @Test
    void anInvoiceOfTwoTermsGoesWithTheLater() {
        var shared = draft(ACME, FEBRUARY, 500);
        shared.term = OTHER_TERM;
        var apart = draft(ACME, MARCH, 700);
        apart.term = OTHER_TERM;
        placed(new ScheduledInvoices(drafts), payer(ACME), List.of(toBill(FEBRUARY, 30)), 0);
        assertThat(shared.term).isEqualTo(TERM.order().value());
        assertThat(shared.serviceBillOn).isEqualTo(FEBRUARY);
        assertThat(apart.term).isEqualTo(OTHER_TERM);
    }

    @Test
    void creditIsSpentInDateOrder() {
        var bills = new ScheduledInvoices(drafts);
        var charges = List.of(toBill(MARCH, 100), toBill(NEW_YEAR, 100), toBill(FEBRUARY, 100));
        assertThat(placed(bills, payer(ACME), charges, 250)).as("R-04").containsExactly(Map.entry(ACME, 0L));
        assertThat(shown(bills))
                .containsExactly("2025-01-01 Acme 100 -100", "2025-02-01 Acme 100 -100", "2025-03-01 Acme 100 -50");

        var few = new ScheduledInvoices(List.of());
        assertThat(placed(few, payer(ACME), List.of(toBill(NEW_YEAR, 100)), 250))
                .as("R-05")
                .containsExactly(Map.entry(ACME, 150L));
    }

    /// It is the customer's: another one who takes over does not get it, and an invoice of another term neither.
    @Test
    void creditThatIsNotNeededGoesToTheNextInvoicesOfItsCustomer() {
        draft(ACME, NEW_YEAR, 500).credit = 500;
        draft(ACME, FEBRUARY, 100);
        draft(BOLT, FEBRUARY, 100);
        draft(ACME, MARCH, 100).term = OTHER_TERM;
        var bills = new ScheduledInvoices(drafts);
        var less = List.of(toBill(NEW_YEAR, -400));
        assertThat(placed(bills, payer(ACME), less, 0)).as("R-04").containsExactly(Map.entry(ACME, 300L));
        assertThat(shown(bills))
                .containsExactly(
                        "2025-01-01 Acme 500+-400 -100",
                        "2025-02-01 Acme 100 -100",
                        "2025-02-01 Bolt 100",
                        "2025-03-01 Acme 100");
    }

    private static UsageDue due(LocalDate on, boolean isMuted, boolean isMigrated) {
        return new UsageDue(TERM, on, 30, isMuted, isMigrated, between(ACME));
    }

    @Test
    void usageIsRatedOnTheInvoiceOfItsDateOrOnOneOfItsOwn() {
        var found = draft(ACME, FEBRUARY, 100);
        var left = draft(ACME, LocalDate.of(2025, 4, 1));
        left.holdsUsage = true;
        var bills = new ScheduledInvoices(drafts);
        bills.layUsage(
                payer(ACME),
                List.of(due(NEW_YEAR, false, false), due(FEBRUARY, false, false), due(MARCH, false, false)),
                TODAY);
        assertThat(shown(bills))
                .as("G-04: past usage is rated today, without waiting for a date that is gone")
                .containsExactly(
                        "2025-01-20 Acme usage",
                        "2025-02-01 Acme 100 usage",
                        "2025-03-01 Acme usage",
                        "2025-04-01 Acme");
        assertThat(List.of(found, left)).allMatch(draft -> draft.isTouched);
    }

    /// Usage that another system has billed keeps its date, and so does usage that a pause holds.
    @Test
    void usageThatIsBilledElsewhereOrWaitsKeepsItsDate() {
        var bills = new ScheduledInvoices(drafts);
        var waiting = term(ServiceClock.UNPAUSED, Optional.of(LocalDate.of(2025, 1, 15)));
        bills.layUsage(
                payer(ACME, Optional.of(LocalDate.of(2025, 1, 10))),
                List.of(
                        due(NEW_YEAR, false, true),
                        due(LocalDate.of(2025, 1, 12), true, false),
                        due(LocalDate.of(2025, 1, 13), false, true),
                        new UsageDue(waiting, LocalDate.of(2025, 1, 16), 30, false, false, between(ACME))),
                TODAY);
        assertThat(shown(bills))
                .containsExactly(
                        "2025-01-01 Acme usage muted",
                        "2025-01-12 Acme usage muted",
                        "2025-01-16 Acme usage paused",
                        "2025-01-20 Acme usage");
    }

    /// On one date each payer has an invoice of their own, even if another one has the contract now: the one that
    /// holds usage already, any other of theirs, or a new one. An invoice stops holding usage when its own payer
    /// has none due.
    @Test
    void usageIsOfWhoseItIs() {
        draft(ACME, FEBRUARY).holdsUsage = true;
        draft(BOLT, FEBRUARY, 100).holdsUsage = true;
        draft(ACME, MARCH, 100);
        draft(BOLT, MARCH);
        var bills = new ScheduledInvoices(drafts);
        var due = List.of(
                due(FEBRUARY, false, false),
                due(MARCH, false, false),
                new UsageDue(TERM, MARCH, 30, false, false, between(BOLT)));
        bills.layUsage(payer(BOLT), due, TODAY);
        assertThat(shown(bills))
                .containsExactly(
                        "2025-02-01 Acme usage",
                        "2025-02-01 Bolt 100",
                        "2025-03-01 Acme 100 usage",
                        "2025-03-01 Bolt",
                        "2025-03-01 Bolt usage");
    }

    /// Late usage is billed on one day, on an invoice for each payer.
    @Test
    void usageThatIsLateIsOfWhoseItIs() {
        var bills = new ScheduledInvoices(drafts);
        var due = List.of(
                due(NEW_YEAR, false, false),
                due(NEW_YEAR.plusDays(5), false, false),
                new UsageDue(TERM, NEW_YEAR, 30, false, false, between(BOLT)));
        bills.layUsage(payer(BOLT), due, TODAY);
        assertThat(shown(bills)).containsExactly("2025-01-20 Acme usage", "2025-01-20 Bolt usage");
    }

    private static Line line(BrickTerms brick) {
        return Contract.of(terms(NEW_YEAR, 12, BillingFrequency.MONTHLY, brick))
                .lines()
                .getFirst();
    }

    @Test
    void whatIsNotDeliveredIsDroppedAndWhatStraddlesTheEndIsCut() {
        var seats = line(seats(1, "31"));
        var setup = UUID.randomUUID();
        var foreign = UUID.randomUUID();
        var january = new Period(NEW_YEAR, FEBRUARY);
        var first = draft(ACME, NEW_YEAR, 3100);
        first.charges.add(charge(setup, january, 500));
        first.charges.add(charge(foreign, january, 700));
        first.credit = 4300;
        var second = draft(ACME, FEBRUARY, 3100);
        second.credit = 100;
        var apart = draft(BOLT, MARCH);
        apart.charges.add(charge(foreign, january, 900));
        apart.credit = 900;
        var bills = new ScheduledInvoices(drafts);

        var lines = Map.of(LINE, seats, setup, line(once("setup", 1, "5")));
        var tenth = TaxRates.always(List.of(TaxComponent.of("Tax", Percent.of(10))));
        var released = bills.shorten(LocalDate.of(2025, 1, 11), lines, List.of(), _ -> tenth);

        assertThat(shown(bills))
                .as("R-01")
                .containsExactly("2025-01-01 Acme 1000+500+700 -2420", "2025-02-01 Acme", "2025-03-01 Bolt 900 -900");
        assertThat(released).containsOnly(Map.entry(ACME, 1980L), Map.entry(BOLT, 0L));
        var cut = first.charges.getFirst();
        assertThat(cut.service).isEqualTo(new Period(NEW_YEAR, LocalDate.of(2025, 1, 11)));
        assertThat(cut.tax).as("X-02").isEqualTo(100);
        assertThat(cut.isChanged).isTrue();
        assertThat(second.dropped).hasSize(1);
        assertThat(apart.isTouched).isFalse();
    }

    /// A line that several invoices share is cut as a whole, and each invoice is told its own part (U-06).
    @Test
    void aShareIsCutToWhatItIsTold() {
        var first = draft(ACME, NEW_YEAR, -1000);
        var second = draft(ACME, NEW_YEAR.plusDays(1));
        second.charges.add(charge(LINE, new Period(NEW_YEAR, FEBRUARY), -500));
        var seats = Map.of(LINE, line(seats(1, "31")));
        var told = new CutShare(first.id, LINE, new Period(NEW_YEAR, FEBRUARY), -333);
        var bills = new ScheduledInvoices(drafts);
        bills.shorten(LocalDate.of(2025, 1, 11), seats, List.of(told), _ -> TaxRates.NONE);
        assertThat(shown(bills)).containsExactly("2025-01-01 Acme -333", "2025-01-02 Acme -161");
    }

    @Test
    void whatWaitedForLaterServiceIsBilledWhenThatEnds() {
        draft(ACME, MARCH).extras.add(extra(900));
        draft(ACME, LocalDate.of(2025, 4, 1), 100).extras.add(extra(800));
        var muted = draft(ACME, LocalDate.of(2025, 5, 1));
        muted.extras.add(extra(700));
        muted.isMuted = true;
        draft(ACME, NEW_YEAR).extras.add(extra(600));
        var bills = new ScheduledInvoices(drafts);
        bills.bringForward(TERM, LocalDate.of(2025, 2, 10), TODAY);
        assertThat(shown(bills))
                .as("L-03")
                .containsExactly(
                        "2025-01-01 Acme 600",
                        "2025-02-10 Acme 900",
                        "2025-04-01 Acme 100+800",
                        "2025-05-01 Acme 700 muted");
    }

    /// Not before today, and not beside another invoice of that date (S-07), but on the next day that has none.
    @Test
    void whatIsBroughtForwardHasADateOfItsOwn() {
        draft(ACME, MARCH).extras.add(extra(900));
        var bills = new ScheduledInvoices(drafts);
        bills.bringForward(TERM, NEW_YEAR, TODAY);
        assertThat(shown(bills)).containsExactly("2025-01-20 Acme 900");

        draft(ACME, FEBRUARY, 100);
        draft(BOLT, MARCH).extras.add(extra(700));
        draft(ACME, MARCH).extras.add(extra(800));
        drafts.removeFirst();
        var taken = new ScheduledInvoices(drafts);
        taken.bringForward(TERM, FEBRUARY, TODAY);
        assertThat(shown(taken)).containsExactly("2025-02-01 Acme 100", "2025-02-01 Bolt 700", "2025-02-02 Acme 800");
    }

    /// An invoice that a pause holds comes as soon as the pause ends, which it does with the contract (K-01).
    @Test
    void whatIsBroughtForwardRestsWithAPause() {
        var pausedOn = LocalDate.of(2025, 1, 15);
        var paused = term(new ServiceClock(List.of(new Pause(pausedOn, Optional.empty()))), Optional.of(pausedOn));
        var locked = draft(ACME, MARCH);
        locked.extras.add(extra(900));
        locked.isPaused = true;
        var bills = new ScheduledInvoices(drafts);
        bills.bringForward(paused, pausedOn, TODAY);
        assertThat(shown(bills)).containsExactly("2025-01-15 Acme 900 paused");
    }
}
