package dev.brickwork.pricing.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.support.Property;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
@Tag("full")
@Tag("soak")
final class MoneyTest {
    @Test
    void moneyOnTheWire() {
        assertThat(new Money(4875000, Currency.USD).withCode()).as("M-01").isEqualTo("48750.00 USD");
        assertThat(new Money(-5, Currency.EUR).withCode()).isEqualTo("-0.05 EUR");
        assertThat(new Money(500, Currency.EUR).major()).as("C-03").isEqualTo("5.00");
        assertThat(new Money(12000, Currency.of("JPY")).withCode()).as("C-02").isEqualTo("12000 JPY");
        assertThat(new Money(1200, Currency.of("JPY")).withCode()).as("C-02").isEqualTo("1200 JPY");
        assertThat(new Money(1_200_000, Currency.of("KWD")).withCode())
                .as("C-02")
                .isEqualTo("1200.000 KWD");
        assertThat(new Money(-5, Currency.of("KWD")).withCode()).isEqualTo("-0.005 KWD");
    }

    @ParameterizedTest
    @CsvSource({"1012.5, 1013", "-0.5, -1", "0.4, 0", "-0.4, 0", "1012.4999, 1012", "0.5, 1", "-1012.5, -1013"})
    void halvesGoAwayFromZero(BigDecimal exact, long minor) {
        assertThat(Rounding.halfUp(exact)).as("M-03").isEqualTo(minor);
    }

    @Test
    void arithmeticStaysInsideOneCurrencyAndInsideTheLimit() {
        var ten = new Money(10, Currency.USD);
        var three = new Money(3, Currency.USD);
        assertThat(ten.plus(three)).isEqualTo(new Money(13, Currency.USD));
        assertThat(ten).isGreaterThan(three);
        assertThat(Money.zero(Currency.USD).isZero()).isTrue();
        assertThat(ten.isZero()).isFalse();
        assertThat(ten.isPositive()).isTrue();
        assertThat(new Money(-10, Currency.USD).isPositive()).isFalse();
        assertThat(Money.zero(Currency.USD).isPositive()).isFalse();
        assertThatThrownBy(() -> ten.plus(new Money(1, Currency.EUR))).isInstanceOf(IllegalArgumentException.class);
        assertThat(new Money(Money.MINOR_MAX, Currency.USD).minor()).isEqualTo(9_007_199_254_740_991L);
        assertThat(Money.checked(-Money.MINOR_MAX)).isEqualTo(-Money.MINOR_MAX);
        assertThatThrownBy(() -> Money.checked(Money.MINOR_MAX + 1)).as("M-09").isInstanceOf(AmountOutOfRange.class);
        assertThatThrownBy(() -> Money.checked(-Money.MINOR_MAX - 1)).isInstanceOf(AmountOutOfRange.class);
    }

    @Test
    void theFiveRoundingPoints() {
        assertThat(Rounding.grossTotal(new BigDecimal("1000"), Ratio.of(15, 30)))
                .as("M-04")
                .isEqualTo(500);
        assertThat(Rounding.grossTotal(new BigDecimal("100000"), Ratio.of(14, 12)))
                .as("T-05")
                .isEqualTo(116667);
        assertThat(Rounding.discountTotal(12345, new Percent(new BigDecimal("12.5"))))
                .as("D-02")
                .isEqualTo(1543);
        assertThat(Rounding.usage(new BigDecimal("1499.5"))).isEqualTo(1500);
        assertThat(Rounding.tax(315, Percent.of(10))).as("X-02").isEqualTo(32);
        assertThat(Rounding.upliftedPrice(new BigDecimal("19.99"), new Percent(new BigDecimal("3.33"))))
                .as("N-02")
                .isEqualByComparingTo("20.655667");
        assertThat(Rounding.usage(BigDecimal.valueOf(Money.MINOR_MAX))).isEqualTo(Money.MINOR_MAX);
        assertThatThrownBy(
                        () -> Rounding.usage(BigDecimal.valueOf(Money.MINOR_MAX).add(new BigDecimal("0.5"))))
                .isInstanceOf(AmountOutOfRange.class);
        assertThatThrownBy(() -> Rounding.usage(BigDecimal.valueOf(-Money.MINOR_MAX - 1)))
                .isInstanceOf(AmountOutOfRange.class);
    }

    /// The 64-bit way and the long way of a share give the same as exact decimals do.
    @Test
    void sharesRoundHalfUpWhateverTheirSize() {
        Property.holds(Property.kernelCases(20_000, 500_000), random -> {
            long total = random.nextBoolean()
                    ? random.nextLong(-Money.MINOR_MAX, Money.MINOR_MAX)
                    : random.nextLong(-1000, 1000);
            long whole = 1L + random.nextInt(random.nextBoolean() ? 12 : 1_000_000);
            long part = random.nextLong(0, whole + 1);
            long sign = random.nextInt(8) == 0 ? -1 : 1;
            var exact = BigDecimal.valueOf(total)
                    .multiply(BigDecimal.valueOf(part))
                    .divide(BigDecimal.valueOf(whole), 0, RoundingMode.HALF_UP)
                    .longValueExact();
            assertThat(Rounding.share(total, sign * part, sign * whole)).isEqualTo(exact);
            assertThat(Rounding.share(total, Ratio.of(part, 7), Ratio.of(whole, 7)))
                    .isEqualTo(exact);
        });
    }

    @Test
    void prices() {
        assertThat(UnitPrice.of("39").shown(Currency.USD)).as("M-02").isEqualTo("39.00");
        assertThat(UnitPrice.of("0.000065").shown(Currency.USD)).as("M-02").isEqualTo("0.000065");
        assertThat(UnitPrice.of("1000").shown(Currency.USD)).isEqualTo("1000.00");
        assertThat(UnitPrice.of("0.125").shown(Currency.USD)).isEqualTo("0.125");
        assertThat(UnitPrice.of("1200").shown(Currency.of("JPY"))).as("C-02").isEqualTo("1200");
        assertThat(UnitPrice.of("0.5").shown(Currency.of("JPY"))).as("C-02").isEqualTo("0.5");
        assertThat(UnitPrice.of("12").shown(Currency.of("KWD"))).as("C-02").isEqualTo("12.000");
        assertThat(UnitPrice.of("0.0125").shown(Currency.of("KWD"))).as("C-02").isEqualTo("0.0125");
        assertThat(UnitPrice.of("1.5").shownAsPercent()).as("G-11").isEqualTo("1.50");
        assertThat(UnitPrice.of("1.50")).isEqualTo(UnitPrice.of("1.5")).isLessThan(UnitPrice.of("1.51"));
        assertThat(UnitPrice.of("39").times(Quantity.of(50), Currency.USD)).isEqualByComparingTo("195000");
        assertThat(UnitPrice.of("0.000065").times(Quantity.of(70000), Currency.USD))
                .isEqualByComparingTo("455");
        assertThat(UnitPrice.of("1200").times(Quantity.of(10), Currency.of("JPY")))
                .as("C-02")
                .isEqualByComparingTo("12000");
        assertThat(UnitPrice.of("1.2").times(Quantity.of(10), Currency.of("KWD")))
                .as("C-02")
                .isEqualByComparingTo("12000");
        assertThat(UnitPrice.of("0.00").isZero()).isTrue();
        assertThat(UnitPrice.of("0.000001").isZero()).isFalse();
        assertThatThrownBy(() -> UnitPrice.of("-1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> UnitPrice.of("0.0000001")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void percentsAndQuantities() {
        assertThat(Percent.parse("-10.500000")).contains(new Percent(new BigDecimal("-10.5")));
        assertThat(Percent.parse("10,5")).isEmpty();
        assertThat(Percent.parse("1.1234567")).isEmpty();
        assertThat(Percent.parse("100000000000000")).isEmpty();
        assertThat(Percent.of(-1).isNegative()).isTrue();
        assertThat(Percent.ZERO.isNegative()
                        || !Percent.ZERO.isZero()
                        || Percent.of(1).isZero())
                .isFalse();
        assertThat(Percent.of(100)).hasToString("100").isEqualTo(Percent.HUNDRED);
        assertThat(Quantity.of("1.50")).isEqualTo(Quantity.of("1.5")).hasToString("1.5");
        assertThat(Quantity.of("1E+3").isWhole()).isTrue();
        assertThat(Quantity.of("0.5").isWhole()).isFalse();
        assertThat(Quantity.of(-3).orZero()).isEqualTo(Quantity.ZERO);
        assertThat(Quantity.of(3).orZero()).isEqualTo(Quantity.of(3));
        assertThat(Quantity.of(3).min(Quantity.of(2))).isEqualTo(Quantity.of(2));
        assertThat(Quantity.of(2).min(Quantity.of(3))).isEqualTo(Quantity.of(2));
        assertThat(Quantity.of("99999999999999.9").isInsideLimit()).isTrue();
        assertThat(Quantity.of("100000000000000").isInsideLimit()).isFalse();
        assertThat(Quantity.of("-100000000000000").isInsideLimit()).isFalse();
        assertThat(Quantity.ONE.isPositive() && !Quantity.ONE.isNegative() && !Quantity.ONE.isZero())
                .isTrue();
        assertThat(Quantity.ZERO.isPositive() || Quantity.ZERO.isNegative() || !Quantity.ZERO.isZero())
                .isFalse();
        assertThat(Quantity.of(2).negated()).isEqualTo(Quantity.of(-2));
    }

    @Test
    void ratios() {
        assertThat(Ratio.of(6, -4)).isEqualTo(new Ratio(-3, 2));
        assertThat(Ratio.of(1, 2).plus(Ratio.of(1, 3))).isEqualTo(Ratio.of(5, 6));
        assertThat(Ratio.of(1, 2).minus(Ratio.of(1, 2))).isEqualTo(Ratio.ZERO);
        assertThat(Ratio.of(1, 2).dividedBy(3)).isEqualTo(Ratio.of(1, 6));
        assertThat(Ratio.of(1, 2)).isLessThan(Ratio.of(2, 3)).isGreaterThan(Ratio.of(0));
        assertThat(Ratio.of(1, 2).min(Ratio.ONE)).isEqualTo(Ratio.of(1, 2));
        assertThat(Ratio.of(1, 2).max(Ratio.ONE)).isEqualTo(Ratio.ONE);
        assertThat(Ratio.of(3, 2).min(Ratio.ONE)).isEqualTo(Ratio.ONE);
        assertThat(Ratio.of(3, 2).max(Ratio.ONE)).isEqualTo(Ratio.of(3, 2));
        assertThatThrownBy(() -> Ratio.of(1, 0)).isInstanceOf(ArithmeticException.class);
    }
}
