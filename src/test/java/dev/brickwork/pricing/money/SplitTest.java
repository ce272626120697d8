package dev.brickwork.pricing.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.support.Property;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
@Tag("full")
@Tag("soak")
final class SplitTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rule | total | weights          | parts
            M-06   | 100   | 333 333 334      | 33 33 34
            M-06   | 100   | 100 200          | 33 67
            X-02   | 32    | 105 105 105      | 11 11 10
            D-08   | 6415  | 78300 50000      | 3915 2500
            rest   | 3     | 25 75            | 1 2
            ties   | 2     | 1 3              | 0 2
            ties   | 1     | 2 1 2            | 1 0 0
            ties   | 3     | 1 1 5 1          | 1 0 2 0
            M-06   | 100   | -50 0 200 200    | 0 0 50 50
            M-06   | 0     | -1 0             | 0 0
            minus  | -100  | 100 -100 -200    | 0 -33 -67
            minus  | -1    | -2 -1 -2         | -1 0 0
            huge   | 9007199254740991 | 9007199254740991 9007199254740990 1 | 4503599627370496 4503599627370495 0
            64 bit | 6000000000 | 3000000000 3000000000 | 3000000000 3000000000
            64 bit | 8589934592 | 4294967296 4294967296 | 4294967296 4294967296
            """)
    void overLines(String rule, long total, String weights, String parts) {
        assertThat(Split.overLines(total, numbers(weights))).as(rule).containsExactly(numbers(parts));
    }

    @Test
    void nothingToSplitOverIsABug() {
        assertThatThrownBy(() -> Split.overLines(1, 0, -3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Split.overLines(-1, 0, 3)).isInstanceOf(IllegalArgumentException.class);
    }

    /// Parts over lines add up, none is more than one unit away from its exact share, and lines without a
    /// positive net get nothing (M-06).
    @Test
    void partsOverLinesAddUpAndAreFair() {
        Property.holds(Property.kernelCases(5_000, 100_000), random -> {
            long total = someAmount(random);
            var weights = random.longs(1 + random.nextInt(20), -50, 1_000).toArray();
            weights[random.nextInt(weights.length)] = 1L + random.nextInt(3);
            if (random.nextInt(5) == 0) Arrays.fill(weights, 7);
            var parts = Split.overLines(total, weights);
            assertThat(LongStream.of(parts).sum()).isEqualTo(total);
            long whole = LongStream.of(weights).filter(weight -> weight > 0).sum();
            for (int i = 0; i < parts.length; i++) {
                if (weights[i] <= 0) {
                    assertThat(parts[i]).isZero();
                    continue;
                }
                var off = BigInteger.valueOf(parts[i])
                        .multiply(BigInteger.valueOf(whole))
                        .subtract(BigInteger.valueOf(total).multiply(BigInteger.valueOf(weights[i])))
                        .abs();
                assertThat(off).isLessThan(BigInteger.valueOf(whole));
            }
        });
    }

    private static long someAmount(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextInt(4);
            case 1 -> Money.MINOR_MAX - random.nextInt(3);
            default -> random.nextLong(100_000_000);
        };
    }

    private static long[] numbers(String text) {
        return Arrays.stream(text.trim().split(" +", -1))
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
