package dev.brickwork.pricing;

import dev.brickwork.pricing.money.Money;

/// Money from a replaced agreement, to be used on the invoices of the new one (rules ).
public record AdjustmentCredit(String label, long total) {
    public static final String LABEL_DEFAULT = "Adjustment credit";
    public static final int LABEL_LENGTH_MAX = 255;

    public AdjustmentCredit {
        if (Money.checked(total) < 0) throw new IllegalArgumentException("a credit of " + total);
        int length = label.codePointCount(0, label.length());
        if (length > LABEL_LENGTH_MAX) throw new IllegalArgumentException("a label of " + length);
    }
}
