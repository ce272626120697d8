package dev.brickwork.support;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// Invoices of 100.00, as operations hold them when they decide: for tests of decisions alone.
public final class HeldInvoices {
    public static final InvoiceId ID = new InvoiceId(new UUID(0, 1));
    public static final UUID CUSTOMER = new UUID(0, 2);
    private static final long TOTAL = 10_000;
    private static final LocalDate DUE = LocalDate.of(2025, 5, 31);

    private HeldInvoices() {}

    /// Without credit or adjustment.
    ///
    /// @param flags any of `issued` and `void`
    public static LockedInvoice locked(String flags, long paid, long processing) {
        return locked(flags, paid, processing, 0, 0);
    }

    public static LockedInvoice locked(String flags, long paid, long processing, long credited, long adjustment) {
        long remaining = TOTAL - paid - credited;
        var facts = new InvoiceStatus.Facts(
                flags.contains("void"),
                false,
                flags.contains("issued"),
                false,
                false,
                false,
                Optional.empty(),
                TOTAL,
                paid,
                remaining,
                DUE);
        return new LockedInvoice(
                ID,
                Optional.empty(),
                CUSTOMER,
                CUSTOMER,
                Currency.USD,
                Zone.UTC,
                Optional.empty(),
                flags.contains("issued") ? 1 : 0,
                Optional.empty(),
                facts,
                new LockedInvoice.Amounts(
                        TOTAL, paid, processing, credited, 0, remaining, adjustment, 0, 0, TOTAL + adjustment),
                Optional.empty(),
                Optional.empty(),
                DUE);
    }
}
