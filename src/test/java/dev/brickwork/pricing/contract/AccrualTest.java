package dev.brickwork.pricing.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Ratio;
import dev.brickwork.support.Property;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The one way to divide money by time (rule M-05).
@Tag("fast")
@Tag("full")
@Tag("soak")
final class AccrualTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rule | total | weights       | parts
            M-05   | 10000 | 1 1 1         | 3333 3334 3333
            S-03   | 116667| 12 2          | 100000 16667
            D-04   | 11000 | 1 1 1 1 1 1 1 1 1 1 1 1 | 917 916 917 917 916 917 917 916 917 917 916 917
            L-01   | 95000 | 1 1 1         | 31667 31666 31667
            L-01   | 95000 | 2 1           | 63333 31667
            M-05   | -10000| 1 1 1         | -3333 -3334 -3333
            M-05   | 7     | 0 1 0         | 0 7 0
            M-05   | 9007199254740991 | 1 1 | 4503599627370496 4503599627370495
            """)
    void partsOverTime(String rule, long total, String weights, String parts) {
        assertThat(parts(total, numbers(weights))).as(rule).containsExactly(numbers(parts));
    }

    /// Parts over time add up, and every prefix is within half a minor unit of its exact share (M-05).
    @Test
    void partsAddUpAndNeverDrift() {
        Property.holds(Property.kernelCases(5_000, 100_000), random -> {
            long total = someAmount(random);
            var weights = random.longs(1 + random.nextInt(40), 0, 400).toArray();
            weights[random.nextInt(weights.length)] += 1;
            var parts = parts(total, weights);
            assertThat(LongStream.of(parts).sum()).isEqualTo(total);
            long whole = LongStream.of(weights).sum();
            long given = 0;
            long running = 0;
            for (int i = 0; i < parts.length; i++) {
                given += parts[i];
                running += weights[i];
                var twiceOff = BigInteger.valueOf(given)
                        .multiply(BigInteger.valueOf(whole))
                        .subtract(BigInteger.valueOf(total).multiply(BigInteger.valueOf(running)))
                        .abs()
                        .shiftLeft(1);
                assertThat(twiceOff).isLessThanOrEqualTo(BigInteger.valueOf(whole));
            }
        });
    }

    @Test
    void aStepIsEarnedAtOnceAndTimeRunsForward() {
        var step = new Accrual(Ratio.of(2), Ratio.of(2), 500);
        assertThat(step.upTo(Ratio.of(2))).isZero();
        assertThat(step.upTo(Ratio.of(5, 2))).isEqualTo(500);
        assertThatThrownBy(() -> new Accrual(Ratio.of(2), Ratio.of(1), 1)).isInstanceOf(IllegalArgumentException.class);
    }

    /// The part of each of the stretches that follow one another.
    private static long[] parts(long total, long... weights) {
        var accrual = new Accrual(Ratio.of(0), Ratio.of(LongStream.of(weights).sum()), total);
        var parts = new long[weights.length];
        long running = 0;
        for (int i = 0; i < weights.length; i++) {
            parts[i] = accrual.between(Ratio.of(running), Ratio.of(running + weights[i]));
            running += weights[i];
        }
        return parts;
    }

    private static long someAmount(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextInt(-3, 4);
            case 1 -> Money.MINOR_MAX - random.nextInt(3);
            case 2 -> -Money.MINOR_MAX + random.nextInt(3);
            default -> random.nextLong(-100_000_000, 100_000_000);
        };
    }

    private static long[] numbers(String text) {
        return Arrays.stream(text.trim().split(" +", -1))
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
