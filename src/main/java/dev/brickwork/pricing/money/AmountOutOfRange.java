package dev.brickwork.pricing.money;

/// An amount that not every JSON client could read exactly (rule M-09). Pricing turns it into a fault with a
/// path; it never leaves the kernel from an estimate. Elsewhere the request pipeline refuses what came to it.
public final class AmountOutOfRange extends ArithmeticException {
    public static final String WHY = "the amount is outside ±%d minor units".formatted(Money.MINOR_MAX);

    private static final long serialVersionUID = 1L;

    public AmountOutOfRange() {
        super(WHY);
    }
}
