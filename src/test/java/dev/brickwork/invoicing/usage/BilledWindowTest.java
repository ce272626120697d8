package dev.brickwork.invoicing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.metering.MeterWindow;
import dev.brickwork.pricing.calendar.AnchoredMonths;
import dev.brickwork.pricing.calendar.Pause;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.contract.UsageWindow;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The waived part of a window that is rated three times, on the first of February, March and April (rules G-04,
/// I-07).
@Tag("fast")
final class BilledWindowTest {
    private static final LocalDate START = LocalDate.of(2025, 1, 1);
    private static final OrderId TERM = new OrderId(new UUID(0, 2));
    private static final Subscription.BillingParties ACME = parties(new UUID(0, 3));

    private static Subscription.BillingParties parties(UUID customer) {
        return new Subscription.BillingParties(customer, customer, new LegalEntityId(new UUID(0, 4)));
    }

    /// @param months in which the invoice of the first day is waived
    private static BilledWindow window(String months) {
        var waived = new HashSet<LocalDate>();
        for (var month : months.split(" ", -1)) if (!month.isEmpty()) waived.add(firstOf(month));
        return new BilledWindow(meter(ServiceClock.UNPAUSED), ACME, waived, Set.of(), AdvanceFee.NONE);
    }

    private static MeterWindow meter(ServiceClock clock) {
        var quarter = new UsageWindow(
                new Period(START, LocalDate.of(2025, 4, 1)),
                Quantity.ZERO,
                Quantity.ZERO,
                Amounts.ZERO,
                List.of(),
                new AnchoredMonths(START),
                Currency.USD);
        return new MeterWindow(
                new SubscriptionId(new UUID(0, 1)), TERM, quarter, Zone.UTC, clock, false, Optional.empty(), true);
    }

    private static LocalDate firstOf(String month) {
        return LocalDate.of(2025, Integer.parseInt(month), 1);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # waived, rated on, comes to on each date | asked on, is unpaid
            '',       4,        100 300 600,            4,        0
            2,        2,        100 300 600,            2,      100
            2,        4,        100 300 600,            '2 4',  100
            3,        4,        100 300 600,            '2 3 4', 200
            2 3,      4,        100 300 600,            '2 3 4', 300
            4,        3,        100 300 600,            3,        0
            2 3 4,    4,        100 300 600,            '2 3 4', 600
            # More that costs less is a correction, which waiving does not take away.
            3,        4,        100  70 600,            '2 3 4',  0
            2 3,      4,        100  70 600,            '2 3 4', 100
            """)
    void waived(String months, String ratedOn, String nets, String asked, long expected) {
        var window = window(months);
        var ratings = new HashMap<LocalDate, Overage>();
        int month = 2;
        for (var net : nets.split(" +", -1)) {
            ratings.put(LocalDate.of(2025, month++, 1), new Overage(Quantity.ZERO, Long.parseLong(net), 0));
        }

        assertThat(window.datesFor(firstOf(ratedOn)))
                .containsExactlyElementsOf(List.of(asked.split(" ", -1)).stream()
                        .map(BilledWindowTest::firstOf)
                        .toList());
        assertThat(window.waived(firstOf(ratedOn), ratings).net()).isEqualTo(expected);
    }

    /// Paused for ten days in January, so that what is rated on 1 February is billed on the 11th. An invoice of the
    /// same term is known by its service date, which no pause moves; one of another term by the day on which it
    /// bills.
    @ParameterizedTest
    @CsvSource(textBlock = """
            # same term, payer, service on, bills on,   waives
            true,        true,  2025-02-01, 2025-02-20, 2025-02-01
            true,        false, 2025-02-01, 2025-02-20, ''
            true,        true,  2025-02-11, 2025-02-11, ''
            false,       true,  2025-02-20, 2025-02-11, 2025-02-01
            false,       false, 2025-02-20, 2025-02-11, ''
            false,       true,  2025-02-01, 2025-02-01, ''
            """)
    void anInvoiceThatWaives(
            boolean isSameTerm, boolean isSamePayer, LocalDate serviceOn, LocalDate billOn, String expected) {
        var pause = new Pause(LocalDate.of(2025, 1, 11), Optional.of(LocalDate.of(2025, 1, 21)));
        var term = isSameTerm ? TERM : new OrderId(new UUID(0, 9));
        var meter = meter(new ServiceClock(List.of(pause)));
        var payer = isSamePayer ? ACME : parties(new UUID(0, 5));
        var waiver = new BilledWindow.Waiver(term, serviceOn, billOn, payer, false);
        var window = BilledWindow.of(meter, ACME, List.of(waiver), AdvanceFee.NONE);
        assertThat(window.muted().stream().map(LocalDate::toString))
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # waived, up to,      last date that is paid
            '',       2025-01-31, ''
            '',       2025-02-01, 2025-02-01
            '',       2025-03-31, 2025-03-01
            '',       2026-01-01, 2025-04-01
            4,        2026-01-01, 2025-03-01
            2 3 4,    2026-01-01, ''
            """)
    void lastDate(String months, LocalDate billOn, String expected) {
        assertThat(window(months).lastDate(billOn).map(LocalDate::toString).orElse(""))
                .isEqualTo(expected);
    }
}
