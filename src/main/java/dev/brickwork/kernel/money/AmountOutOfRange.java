package dev.brickwork.kernel.money;

/// An amount that not every JSON client could read exactly (rule M-09). Pricing turns it into a fault with a
/// path; it never leaves the kernel from an estimate.
public final class AmountOutOfRange extends ArithmeticException {
    private static final long serialVersionUID = 1L;

    public AmountOutOfRange() {
        super("the amount is outside ±%d minor units".formatted(Money.MINOR_MAX));
    }
}
