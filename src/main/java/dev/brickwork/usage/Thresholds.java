package dev.brickwork.usage;

import java.math.BigDecimal;
import java.util.List;

/// When to warn about a brick: percentages of its commitment, units, and overage in minor units.
record Thresholds(List<BigDecimal> precommitment, List<BigDecimal> units, List<Long> money, List<String> emails) {
    static final int COUNT_MAX = 20;
    static final int EMAIL_COUNT_MAX = 50;
    static final Thresholds NONE = new Thresholds(List.of(), List.of(), List.of(), List.of());

    Thresholds {
        precommitment =
                precommitment.stream().map(BigDecimal::stripTrailingZeros).toList();
        units = units.stream().map(BigDecimal::stripTrailingZeros).toList();
        money = List.copyOf(money);
        emails = List.copyOf(emails);
    }
}
