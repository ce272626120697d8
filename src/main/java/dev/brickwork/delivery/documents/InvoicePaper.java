package dev.brickwork.delivery.documents;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.tax.TaxBook;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;

/// One version of an invoice with everything that is printed on it or sent as an e-invoice. All amounts are minor
/// units of the one currency. Building one whose figures do not add up fails: better no document than a wrong one.
public record InvoicePaper(
        Locale locale,
        Currency currency,
        Seller seller,
        Party billed,
        Optional<Party> endCustomer,
        Head head,
        List<Line> lines,
        List<Tax> taxes,
        List<Adjustment> adjustments,
        Totals totals,
        List<Settlement> settlements,
        HowToPay howToPay,
        Optional<String> memo,
        Optional<Voided> voided) {
    public InvoicePaper {
        lines = List.copyOf(lines);
        taxes = List.copyOf(taxes);
        adjustments = List.copyOf(adjustments);
        settlements = List.copyOf(settlements);
        same("subtotal", totals.subtotalCents, lines.stream().mapToLong(Line::grossCents));
        same("discounts", totals.discountCents, lines.stream().mapToLong(Line::discountCents));
        same("tax", totals.taxCents, taxes.stream().mapToLong(Tax::amountCents));
        same("tax of the lines", totals.taxCents, lines.stream().mapToLong(Line::taxCents));
        same("adjustments", totals.adjustmentCents, adjustments.stream().mapToLong(Adjustment::cents));
        var settled = settlements.stream().mapToLong(Settlement::cents).sum();
        // A void keeps its remaining amount although the credits went back (rule I-07).
        if (voided.isEmpty() && totals.totalCents() - settled != totals.remainingCents)
            throw new IllegalArgumentException("total less settlements is not what remains");
    }

    /// The legal entity that bills, and its mark.
    public record Seller(Party party, Optional<byte[]> logo) {}

    /// The head of the invoice: its number, dates, purchase order and subject.
    ///
    /// @param number with the version's suffix (rule I-09)
    /// @param replaced the number of the version before
    /// @param subject what is billed in a few words, such as the plan and the subscription
    public record Head(
            String number,
            int version,
            Optional<String> replaced,
            LocalDate issuedOn,
            LocalDate dueOn,
            LocalDate billedOn,
            Optional<Stretch> servicePeriod,
            Optional<String> purchaseOrder,
            int paymentTermsDays,
            Optional<String> subject) {
        private static final int SHORT_LENGTH_MAX = 30;

        /// One that needs a row of its own: it would squeeze what stands beside it.
        public boolean isPurchaseOrderLong() {
            return purchaseOrder
                    .filter(code -> code.length() > SHORT_LENGTH_MAX)
                    .isPresent();
        }
    }

    /// First and last day, both included, as they are on the wire (rule T-02).
    public record Stretch(LocalDate first, LocalDate last) {}

    /// One brick over one stretch of time.
    ///
    /// @param used where the line bills what exceeds a quantity that is paid for already
    /// @param unitPrice major units, unrounded (rule M-02); absent where the tiers say it
    /// @param per what time the unit price is for; absent where it is for the thing itself
    /// @param share in percent, where the line is that much of a value, which is the quantity, in cents (rule G-11)
    /// @param taxRates empty for what carries no tax
    public record Line(
            String name,
            String code,
            Optional<Used> used,
            BigDecimal quantity,
            boolean isUnlimited,
            Optional<String> unit,
            Optional<BigDecimal> unitPrice,
            Optional<Per> per,
            Optional<BigDecimal> share,
            Optional<Stretch> servicePeriod,
            List<Tier> tiers,
            long grossCents,
            List<Discount> discounts,
            List<TaxRate> taxRates,
            long taxCents) {
        public Line {
            tiers = List.copyOf(tiers);
            discounts = List.copyOf(discounts);
            taxRates = List.copyOf(taxRates);
        }

        public long discountCents() {
            return discounts.stream().mapToLong(Discount::cents).sum();
        }

        public long netCents() {
            return grossCents - discountCents();
        }
    }

    /// The quantity that was used in all, and how much of it the line does not bill.
    public record Used(BigDecimal quantity, BigDecimal included) {}

    /// The time that a price is for.
    public enum Per {
        MONTH,
        QUARTER,
        HALF_YEAR,
        YEAR,
        TERM
    }

    /// One row of a tiered price: how many at what price, or a flat fee. Its sum is of the whole term, and the price
    /// of a period: only the price is shown (rule P-13).
    public record Tier(BigDecimal quantity, BigDecimal unitPrice, boolean isFee) {}

    /// A reduction of a line and its reason ("10 %", "Coupon WELCOME"); negative where the line was raised.
    ///
    /// @param rates in percent; none where they alone do not account for it
    /// @param coupon the code of the coupon that gives it; otherwise it is the brick's own
    public record Discount(List<BigDecimal> rates, Optional<String> coupon, long cents) {
        /// The most cents that splitting a total over periods may move.
        private static final BigDecimal SPLIT_CENTS_MAX = BigDecimal.TWO;

        public Discount {
            rates = List.copyOf(rates);
        }

        /// Names the rates only where they make the amount: with a fixed amount among them, or as the difference that
        /// an upgrade makes, it is that percentage of nothing.
        static Discount own(List<BigDecimal> rates, long grossCents, long cents) {
            var percent = rates.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
            var rest = BigDecimal.valueOf(grossCents)
                    .multiply(percent)
                    .movePointLeft(2)
                    .subtract(BigDecimal.valueOf(cents))
                    .abs();
            return new Discount(rest.compareTo(SPLIT_CENTS_MAX) <= 0 ? rates : List.of(), Optional.empty(), cents);
        }

        static Discount coupon(String code, long cents) {
            return new Discount(List.of(), Optional.of(code), cents);
        }

        /// Agreed as one (rule D-06).
        boolean isSurcharge() {
            return !rates.isEmpty() && rates.stream().allMatch(rate -> rate.signum() < 0);
        }

        /// The difference that an upgrade makes which no longer gives it, or not as much. With a rate it is that of
        /// something taken away.
        boolean isWithdrawn() {
            return cents < 0 && rates.isEmpty();
        }
    }

    /// A rate as it is named on the document. The kind says why nothing is charged where the rate is 0 (rule X-05).
    public record TaxRate(String name, BigDecimal percent, TaxRate.Kind kind) {
        public enum Kind {
            CHARGED,
            ZERO,
            REVERSE_CHARGE
        }

        static TaxRate of(String name, BigDecimal percent, boolean isReverseCharge) {
            var charged = percent.signum() == 0 ? Kind.ZERO : Kind.CHARGED;
            return new TaxRate(name, percent, isReverseCharge ? Kind.REVERSE_CHARGE : charged);
        }
    }

    /// One row of the tax table: rounded once per invoice and rate (rule X-02).
    public record Tax(TaxRate rate, long baseCents, long amountCents) {}

    /// Moves the total after tax, such as the adjustment credit of a recast (negative, rules R-04, I-10).
    public record Adjustment(String label, long cents) {}

    /// A credit, payment, offset or refund that changes what remains of the total: negative for a refund.
    public record Settlement(Settlement.Kind kind, Optional<LocalDate> on, Optional<String> label, long cents) {
        public enum Kind {
            CREDIT,
            PAYMENT,
            OFFSET,
            REFUND
        }
    }

    /// Figures as they were stored, checked against the rows above.
    public record Totals(
            long subtotalCents, long discountCents, long taxCents, long adjustmentCents, long remainingCents) {
        public long netCents() {
            return subtotalCents - discountCents;
        }

        public long totalCents() {
            return netCents() + taxCents + adjustmentCents;
        }
    }

    /// The ways to pay that the seller offers. A customer who is charged must not pay twice: for them it names only
    /// where to pay should the charge fail, since the paper then stays as it is.
    ///
    /// @param isCollected whether a charge is planned or under way
    /// @param paymentUrl absent when it cannot be paid online
    /// @param bank label and value, row by row, such as IBAN and BIC
    public record HowToPay(boolean isCollected, Optional<String> paymentUrl, List<BankRow> bank) {
        static final HowToPay NOT_AT_ALL = new HowToPay(false, Optional.empty(), List.of());

        public HowToPay {
            bank = List.copyOf(bank);
            if (paymentUrl.isPresent() && !paymentUrl.get().matches("https?://\\S+"))
                throw new IllegalArgumentException("no web address: " + paymentUrl.get());
        }

        public boolean isThere() {
            return paymentUrl.isPresent() || !bank.isEmpty();
        }
    }

    /// The kind matters to e-invoices, which ask for the account's number by itself.
    public record BankRow(BankRow.Kind kind, String label, String value) {
        public enum Kind {
            ACCOUNT,
            BANK_CODE,
            HOLDER,
            OTHER
        }
    }

    /// Printed across the page with its reason.
    public record Voided(LocalDate on, Optional<String> reason) {}

    public boolean isReverseCharge() {
        return taxes.stream().anyMatch(tax -> tax.rate().kind() == TaxRate.Kind.REVERSE_CHARGE);
    }

    /// No tax because the customer is outside the EU, rather than for lack of a registration (rule X-05).
    public boolean isExport() {
        return lines.stream().allMatch(line -> line.taxRates().isEmpty())
                && seller.party().vatId().isPresent()
                && isInUnion(seller.party().address())
                && billed.address().isKnown()
                && !isInUnion(billed.address());
    }

    private static boolean isInUnion(Party.Address address) {
        return TaxBook.isInUnion(address.country(), address.region(), address.postalCode());
    }

    static void same(String what, long stated, LongStream parts) {
        var sum = parts.reduce(0, Math::addExact);
        if (sum != stated) throw new IllegalArgumentException("%s: %d stated, %d added".formatted(what, stated, sum));
    }
}
