package dev.brickwork.metering;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// When to warn about a brick: percentages of its commitment, units, and overage in minor units.
public record Thresholds(
        List<BigDecimal> precommitment, List<BigDecimal> units, List<Long> money, List<String> emails) {
    public static final int COUNT_MAX = 20;
    public static final int EMAIL_COUNT_MAX = 50;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final int PERCENT_DECIMALS = 2;
    public static final Thresholds NONE = new Thresholds(List.of(), List.of(), List.of(), List.of());

    public Thresholds {
        precommitment =
                precommitment.stream().map(BigDecimal::stripTrailingZeros).toList();
        units = units.stream().map(BigDecimal::stripTrailingZeros).toList();
        money = List.copyOf(money);
        emails = List.copyOf(emails);
    }

    /// A threshold that was reached, in the words of the events, and how far.
    public record Alert(String kind, BigDecimal threshold, BigDecimal reached) {}

    /// Those of the commitment and of units; nothing committed has no percentages.
    public List<Alert> reachedBy(BigDecimal used, BigDecimal committed) {
        var all = new ArrayList<Alert>();
        if (committed.signum() > 0) {
            var percent = used.multiply(HUNDRED).divide(committed, PERCENT_DECIMALS, RoundingMode.DOWN);
            for (var threshold : precommitment) {
                // Exact, not by the percentage that is shown.
                boolean isReached = used.multiply(HUNDRED).compareTo(threshold.multiply(committed)) >= 0;
                if (isReached) all.add(new Alert("precommitment", threshold, percent));
            }
        }
        for (var threshold : units) {
            if (used.compareTo(threshold) >= 0) all.add(new Alert("units", threshold, used));
        }
        return all;
    }

    /// Those of money.
    ///
    /// @param owed overage in minor units
    public List<Alert> reachedBy(long owed) {
        return money.stream()
                .filter(threshold -> owed >= threshold)
                .map(threshold -> new Alert("money", BigDecimal.valueOf(threshold), BigDecimal.valueOf(owed)))
                .toList();
    }
}
