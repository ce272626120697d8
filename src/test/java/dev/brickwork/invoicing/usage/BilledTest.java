package dev.brickwork.invoicing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickId;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Credit given back for a window that several invoices bear, some of them voided (rules G-06, I-07).
@Tag("fast")
final class BilledTest {
    private static final LocalDate DAY = LocalDate.of(2025, 2, 1);
    private static final WindowKey WINDOW = new WindowKey(
            new SubscriptionId(new UUID(0, 1)), new OrderId(new UUID(0, 2)), new BrickId(new UUID(0, 3)), DAY);

    /// `A 1000, B 500, - 300`: two invoices, and a credit.
    private static Billed billed(String rows, String voided) {
        var all = new ArrayList<Billed.Row>();
        for (var row : rows.split(", ", -1)) {
            var cells = row.split(" ", -1);
            boolean isCredit = cells[0].equals("-");
            all.add(new Billed.Row(
                    UUID.randomUUID(),
                    WINDOW,
                    DAY,
                    isCredit ? Billed.Kind.CREDIT : Billed.Kind.BILLED,
                    Quantity.ZERO,
                    new Overage(Quantity.ZERO, (isCredit ? -1 : 1) * Long.parseLong(cells[1]), 0),
                    isCredit ? Optional.empty() : Optional.of(invoice(cells[0])),
                    Optional.empty()));
        }
        var waived = new HashSet<UUID>();
        for (var name : voided.split(" ", -1)) if (!name.isEmpty()) waived.add(invoice(name));
        return new Billed(all, waived);
    }

    private static UUID invoice(String name) {
        return new UUID(0, name.charAt(0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rows                  | voided | owed | is given back
            A 1000                  | ''     | 1000 |    0
            A 1000                  | ''     |  400 |  600
            A 1000                  | A      |  400 |    0
            A 1000, B 500           | ''     | 1200 |  300
            A 1000, B 500           | ''     |    0 | 1500
            # The last one bears what came last: where it was voided, nothing of it comes back.
            A 1000, B 500           | B      | 1200 |    0
            A 1000, B 500           | B      |  900 |  100
            A 1000, B 500           | A      |  900 |  500
            A 1000, B 500           | A B    |    0 |    0
            A 1000, B 500, C 200    | B      |  900 |  300
            # An invoice that was regenerated has two rows and is one layer, where it first stood.
            A 1000, B 500, A 100    | B      | 1050 |   50
            # What was given back before is given back no more.
            A 1000, B 500, - 300    | ''     | 1100 |  100
            A 1000, B 500, - 700    | ''     |  500 |  300
            A 1000, - 1000          | ''     |    0 |    0
            A 1000, B 500, - 300    | A      |  400 |  200
            """)
    void paidBeyond(String rows, String voided, long owed, long expected) {
        var billed = billed(rows, voided);
        assertThat(billed.paidBeyond(owed, billed.credited())).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rows                          | voided | voided now | of the credit stays
            A 1000, - 600                   | ''     | A          |    0
            A 1000, B 500, - 700            | ''     | B          |  200
            A 1000, B 500, - 700            | ''     | A          |  500
            A 1000, B 500, C 200, - 1000    | ''     | B          |  500
            # What was voided before counts as billed, but is no use that keeps the credit of the others away.
            A 600, B 300, C 120, - 720      | B      | C          |  600
            A 600, B 300, C 120, - 720      | B      | A          |  120
            A 600, B 300, C 120, - 200      | B      | C          |   80
            A 600, B 300, C 120, - 120      | B      | C          |    0
            A 600, B 300, C 120, - 600      | B C    | A          |    0
            """)
    void creditedWithout(String rows, String voided, String now, long expected) {
        assertThat(billed(rows, voided).creditedWithout(invoice(now))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rows          | voided | not paid and counts as billed
            A 1000, B 500   | ''     |    0
            A 1000, B 500   | B      |  500
            A 1000, - 700   | A      |  300
            """)
    void kept(String rows, String voided, long expected) {
        assertThat(billed(rows, voided).kept().net()).isEqualTo(expected);
    }
}
