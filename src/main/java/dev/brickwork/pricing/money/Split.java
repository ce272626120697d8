package dev.brickwork.pricing.money;

import java.math.BigInteger;
import java.util.Arrays;

/// Cuts an amount into parts that add up to it, one for each line. Over time that is done by the cumulative
/// function (rule M-05), which is a matter of prices and not of money alone.
public final class Split {
    private Split() {}

    /// Rule M-06: parts over lines by largest remainder; ties by larger weight, then by lower index. Weights
    /// are the nets of the lines: negative and zero ones get nothing. A negative total (the tax of a reduction)
    /// is split over the negative nets in the same way.
    public static long[] overLines(long total, long... weights) {
        var parts = new long[weights.length];
        if (total == 0) return parts;
        int sign = total < 0 ? -1 : 1;
        var magnitudes = new long[weights.length];
        for (int i = 0; i < weights.length; i++) magnitudes[i] = Math.max(0, sign * weights[i]);
        long whole = sum(magnitudes);
        if (whole == 0) throw new IllegalArgumentException("nothing to split over");
        spread(Math.abs(total), magnitudes, whole, parts);
        if (sign < 0) for (int i = 0; i < parts.length; i++) parts[i] = -parts[i];
        return parts;
    }

    private static void spread(long total, long[] weights, long whole, long[] parts) {
        var remainders = new long[weights.length];
        long left = total;
        for (int i = 0; i < weights.length; i++) {
            divide(total, weights[i], whole, parts, remainders, i);
            left -= parts[i];
        }
        if (left == 0) return;
        var order = new Integer[weights.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> {
            int byRemainder = Long.compare(remainders[b], remainders[a]);
            return byRemainder != 0 ? byRemainder : Long.compare(weights[b], weights[a]);
        });
        for (int i = 0; i < left; i++) parts[order[i]]++;
    }

    private static void divide(long total, long weight, long whole, long[] parts, long[] remainders, int i) {
        long product = total * weight;
        if (Math.multiplyHigh(total, weight) == 0 && product >= 0) {
            parts[i] = product / whole;
            remainders[i] = product % whole;
            return;
        }
        var both = BigInteger.valueOf(total)
                .multiply(BigInteger.valueOf(weight))
                .divideAndRemainder(BigInteger.valueOf(whole));
        parts[i] = both[0].longValueExact();
        remainders[i] = both[1].longValueExact();
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (long value : values) sum = Math.addExact(sum, value);
        return sum;
    }
}
