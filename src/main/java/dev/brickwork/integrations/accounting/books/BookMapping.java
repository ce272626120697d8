package dev.brickwork.integrations.accounting.books;

/// Where things go in the seller's books. For QuickBooks `sales` is the id of an item, `bank` of an account, the
/// tax codes are ids (`TAX` and `NON` in the United States); for Xero they are account codes and tax types.
public record BookMapping(String sales, String bank, String taxed, String untaxed) {
    String taxCode(BookLine line) {
        return line.tax().isZero() ? untaxed : taxed;
    }
}
