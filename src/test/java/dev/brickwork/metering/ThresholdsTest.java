package dev.brickwork.metering;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class ThresholdsTest {
    private static final Thresholds SET = new Thresholds(
            List.of(new BigDecimal("50"), new BigDecimal("100")),
            List.of(new BigDecimal("900")),
            List.of(5_000L),
            List.of());

    /// The percentage that is shown is cut to two decimals; whether it is reached is not decided by it.
    @ParameterizedTest
    @CsvSource({
        "499.999, 1000, ''",
        "500, 1000, precommitment 50 at 50.00",
        "999.9999, 1000, precommitment 50 at 99.99; units 900 at 999.9999",
        "1000, 1000, precommitment 50 at 100.00; precommitment 100 at 100.00; units 900 at 1000",
        "2, 3, precommitment 50 at 66.66",
        "900, 0, units 900 at 900",
        "-1, 1000, ''",
    })
    void shareAndUnitsAreReached(BigDecimal used, BigDecimal committed, String alerts) {
        assertThat(shown(SET.reachedBy(used, committed))).isEqualTo(alerts);
    }

    @Test
    void moneyIsReachedToTheCent() {
        assertThat(shown(SET.reachedBy(4_999))).isEmpty();
        assertThat(shown(SET.reachedBy(5_000))).isEqualTo("money 5000 at 5000");
    }

    private static String shown(List<Thresholds.Alert> alerts) {
        return String.join(
                "; ",
                alerts.stream()
                        .map(alert -> "%s %s at %s"
                                .formatted(
                                        alert.kind(),
                                        alert.threshold().toPlainString(),
                                        alert.reached().toPlainString()))
                        .toList());
    }
}
