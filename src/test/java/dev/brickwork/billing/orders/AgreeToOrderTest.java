package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Signature;
import dev.brickwork.contracts.TransactionMethod;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that buyers agree only to the version and prices that they have seen.
@Tag("fast")
final class AgreeToOrderTest {
    private static final Signature ADA = new Signature("Ada", Optional.empty(), Optional.empty(), Samples.MADE);

    @ParameterizedTest
    @CsvSource(textBlock = """
            # stage,       version shown, is priced alike | outcome
            BUILDING,      1,             true,             agreed
            BUILDING,      1,             false,            changed
            BUILDING,      2,             true,             changed
            BUILDING,      0,             true,             changed
            CLOSED,        1,             true,             ended CLOSED
            CLOSED_DELETE, 1,             true,             ended CLOSED_DELETE
            CLOSED_LOST,   2,             false,            ended CLOSED_LOST
            """)
    void agreeing(OrderStage stage, long shown, boolean isPricedAlike, String expected) {
        var order = Samples.order(Samples.FIRST, OrderType.STANDARD, stage, "{}");
        var consent =
                new Consent(order.subscription(), order.id(), shown, 0, ADA, ADA, TransactionMethod.ORDER_FORM, false);
        var said = AgreeToOrder.decide(order, consent, isPricedAlike)
                .map(outcome -> switch (outcome) {
                    case Consent.Outcome.Agreed() -> "agreed at once";
                    case Consent.Outcome.Changed() -> "changed";
                    case Consent.Outcome.Ended(var how) -> "ended " + how;
                })
                .orElse("agreed");
        assertThat(said).isEqualTo(expected);
    }
}
