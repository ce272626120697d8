package dev.brickwork.invoicing.issued;

/// How numbers are written (rule I-09): prefix first, year, six digits, and the version behind it from the
/// second on.
public final class InvoiceNumber {
    private InvoiceNumber() {}

    public static String of(String prefix, int year, long number) {
        var digits = Long.toString(number);
        return prefix + year + "-" + "0".repeat(Math.max(0, 6 - digits.length())) + digits;
    }

    public static String ofVersion(String number, int version) {
        return version == 1 ? number : number + "-" + version;
    }
}
