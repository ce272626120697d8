package dev.brickwork.delivery.documents;

import dev.brickwork.delivery.documents.InvoicePaper.Adjustment;
import dev.brickwork.delivery.documents.InvoicePaper.Line;
import dev.brickwork.delivery.documents.InvoicePaper.Per;
import dev.brickwork.delivery.documents.InvoicePaper.Seller;
import dev.brickwork.delivery.documents.InvoicePaper.Stretch;
import dev.brickwork.delivery.documents.InvoicePaper.Tax;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.terms.BrickPrice;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// An order with everything that is printed on its form. All amounts are minor units of the one currency; figures
/// that do not add up cannot be built.
///
/// @param onCompletionCents of milestones, which are in no installment (rule L-05)
public record OrderFormPaper(
        Locale locale,
        Currency currency,
        Seller seller,
        Party customer,
        Optional<Party> billed,
        Head head,
        Renewal renewal,
        List<Line> lines,
        List<Usage> usage,
        List<Tax> taxes,
        List<Adjustment> adjustments,
        List<Installment> schedule,
        long onCompletionCents,
        Signing sellerSigning,
        Signing customerSigning) {

    public OrderFormPaper {
        lines = List.copyOf(lines);
        usage = List.copyOf(usage);
        taxes = List.copyOf(taxes);
        adjustments = List.copyOf(adjustments);
        schedule = List.copyOf(schedule);
        var tax = taxes.stream().mapToLong(Tax::amountCents).sum();
        InvoicePaper.same("tax of the lines", tax, lines.stream().mapToLong(Line::taxCents));
    }

    public enum Type {
        TRIAL,
        STANDARD,
        RENEWAL,
        UPGRADE,
        RECAST
    }

    public enum Frequency {
        MONTHLY,
        QUARTERLY,
        SEMI_ANNUALLY,
        ANNUALLY,
        ALL_UPFRONT
    }

    /// The agreement beside its lines: plan, term, billing frequency and payment terms.
    ///
    /// @param term first and last day, both included (rule W-04)
    /// @param invoiceEmails where invoices go
    public record Head(
            String number,
            Type type,
            String plan,
            Stretch term,
            int contractMonths,
            Frequency frequency,
            List<Integer> paymentTermsDays,
            Optional<String> purchaseOrder,
            List<String> invoiceEmails) {
        public Head {
            invoiceEmails = List.copyOf(invoiceEmails);
        }
    }

    /// The price of usage of a brick, beyond what is committed to in advance.
    ///
    /// @param per the time after which counting begins anew (rule G-01)
    public record Usage(String name, String code, BrickPrice price, boolean isCommitted, Per per) {}

    /// The renewal at the end of the term (rule N-01).
    public record Renewal(boolean isAutomatic, int months, Optional<BigDecimal> upliftPercent) {}

    /// One planned invoice, with tax and after credit (rule W-02).
    public record Installment(LocalDate billedOn, Optional<Stretch> period, long cents) {}

    /// Who is to sign for a side, and the signature once it is there.
    public record Signing(Optional<Party.Contact> signatory, Optional<Signature> signature) {
        public static final Signing OPEN = new Signing(Optional.empty(), Optional.empty());
    }

    /// A typed signature: the name as typed, the moment in the signer's zone, the network address it came from.
    public record Signature(String name, Optional<String> title, ZonedDateTime at, Optional<String> address) {}

    /// Before tax and credit (rule W-05).
    public long contractValueCents() {
        return Sums.of(lines).netCents();
    }

    public long totalCents() {
        return contractValueCents()
                + taxes.stream().mapToLong(Tax::amountCents).sum()
                + adjustments.stream().mapToLong(Adjustment::cents).sum();
    }
}
