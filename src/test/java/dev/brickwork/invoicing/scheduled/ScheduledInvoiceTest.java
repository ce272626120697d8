package dev.brickwork.invoicing.scheduled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxComponent;
import dev.brickwork.pricing.tax.TaxRates;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An unissued invoice while it changes.
@Tag("fast")
final class ScheduledInvoiceTest {
    private static final TaxRates TENTH = TaxRates.always(List.of(TaxComponent.of("Tax", Percent.of(10))));

    private final ScheduledInvoice draft = new ScheduledInvoice(
            UUID.randomUUID(),
            UUID.randomUUID(),
            new ScheduledInvoice.Payee(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID()),
            false,
            Zone.UTC,
            30);

    private ScheduledInvoice.Charge charge(long gross, long tax) {
        var january = new Period(LocalDate.of(2025, 1, 1), LocalDate.of(2025, 2, 1));
        var charge = new ScheduledInvoice.Charge(UUID.randomUUID(), UUID.randomUUID(), "standard", january);
        charge.gross = gross;
        charge.tax = tax;
        draft.charges.add(charge);
        return charge;
    }

    /// A charge whose tax has moved stays marked as changed when the tax is computed again before it is saved.
    @Test
    void aChargeRemembersThatItsTaxHasMoved() {
        var moved = charge(104, 11);
        var still = charge(1000, 100);
        draft.tax(TENTH);
        draft.tax(TENTH);
        assertThat(moved.tax + still.tax).as("X-02").isEqualTo(draft.tax()).isEqualTo(110);
        assertThat(moved.isChanged).isTrue();
        assertThat(still.isChanged).isFalse();
    }

    /// Prepayments, and credit that the invoice bears already, leave less room (rule R-04).
    @ParameterizedTest
    @CsvSource(textBlock = """
            # bears, paid, credited, offered | takes, and bears then
            0,          0,        0,     400,  400,   400
            0,          0,        0,    1500, 1000,  1000
            300,        0,        0,    1500,  700,  1000
            0,        600,        0,    1500,  400,   400
            0,          0,      250,    1500,  750,   750
            300,      600,       50,    1500,   50,   350
            300,      700,        0,    1500,    0,   300
            300,      900,        0,    1500,    0,   300
            """)
    void creditTakesTheRoomThatIsLeft(long bears, long paid, long credited, long offered, long taken, long after) {
        charge(1000, 0);
        draft.credit = bears;
        draft.paid = paid;
        draft.credited = credited;

        assertThat(draft.takeCredit(offered, "Credit")).isEqualTo(taken);

        assertThat(draft.credit).isEqualTo(after);
        assertThat(draft.isTouched).isEqualTo(taken > 0);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # comes to, bears | lets go
            1000,       1000,   0
            1000,       1200, 200
            1000,          0,   0
            -200,        300, 300
            """)
    void creditThatItCannotBearIsLetGo(long gross, long bears, long released) {
        charge(gross, 0);
        draft.credit = bears;

        assertThat(draft.releaseCredit()).isEqualTo(released);

        assertThat(draft.credit).isEqualTo(bears - released);
    }
}
