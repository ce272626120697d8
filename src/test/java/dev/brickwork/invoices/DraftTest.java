package dev.brickwork.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.kernel.money.Percent;
import dev.brickwork.kernel.pricing.TaxComponent;
import dev.brickwork.kernel.pricing.TaxRates;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class DraftTest {
    private static final TaxRates TENTH = TaxRates.always(List.of(TaxComponent.of("Tax", Percent.of(10))));

    private final Draft draft = new Draft(
            UUID.randomUUID(),
            UUID.randomUUID(),
            new Draft.Payee(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID()),
            false,
            Zone.UTC,
            30);

    private Draft.Charge charge(long gross, long tax) {
        var january = new Period(LocalDate.of(2025, 1, 1), LocalDate.of(2025, 2, 1));
        var charge = new Draft.Charge(UUID.randomUUID(), UUID.randomUUID(), "standard", january);
        charge.gross = gross;
        charge.tax = tax;
        draft.charges.add(charge);
        return charge;
    }

    /// Whoever asks what the invoice would come to, and then saves it, saves each charge whose tax has moved.
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
}
