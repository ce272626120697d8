package dev.brickwork.invoicing.scheduled;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.Payer;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.tax.TaxSheet;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// An unissued invoice while its charges are being changed. Lives for one operation, under the lock of its
/// subscription.
public final class ScheduledInvoice {
    /// A charge on it.
    static final class Charge {
        final UUID id;
        final UUID line;
        final String taxCategory;
        Period service;
        long gross;
        long discount;
        long coupon;
        long tax;
        boolean isNew;
        boolean isChanged;

        Charge(UUID id, UUID line, String taxCategory, Period service) {
            this.id = id;
            this.line = line;
            this.taxCategory = taxCategory;
            this.service = service;
        }

        /// Its tax follows when all of the invoice is taxed together (rule X-02).
        void bill(Amounts amounts) {
            gross = amounts.gross();
            discount = amounts.discount();
            coupon = amounts.coupon();
        }

        long net() {
            return gross - discount - coupon;
        }
    }

    /// A line that no stretch of an order's time stands behind: a completed milestone, a correction of usage.
    public static final class Extra {
        public final UUID id;
        public final Billable line;
        final Optional<Integer> position;
        long tax;
        boolean isChanged;

        /// @param position where it stands among them; a new one comes last
        Extra(UUID id, Billable line, Optional<Integer> position, long tax) {
            this.id = id;
            this.line = line;
            this.position = position;
            this.tax = tax;
        }

        public static Extra fresh(UUID id, Billable line) {
            return new Extra(id, line, Optional.empty(), 0);
        }

        boolean isNew() {
            return position.isEmpty();
        }
    }

    /// The parties of an invoice; besides its date, they decide which charges go on it (rule S-07).
    public record Payee(UUID customer, UUID billedCompany, UUID entity) {
        public static Payee of(Payer payer) {
            return new Payee(
                    payer.customer(), payer.billedCompany(), payer.entity().value());
        }

        public static Payee of(Subscription.BillingParties parties) {
            return new Payee(
                    parties.customer(),
                    parties.billedCompany(),
                    parties.entity().value());
        }
    }

    public final UUID id;
    public UUID term;
    public final Payee payee;
    public final boolean isNew;
    public final Zone zone;
    final int paymentTermsDays;
    public LocalDate serviceBillOn;
    public LocalDate billOn;
    public boolean isMuted;
    public boolean isPaused;
    public boolean isTouched;
    boolean holdsUsage;
    public Optional<LocalDate> fixedDueOn = Optional.empty();
    public long credit;
    Optional<String> creditLabel = Optional.empty();
    public long paid;
    public long credited;
    public boolean leavesTraces;
    public boolean wasDropped;
    final List<Charge> charges = new ArrayList<>();
    public final List<Extra> extras = new ArrayList<>();
    public final List<UUID> dropped = new ArrayList<>();

    public ScheduledInvoice(UUID id, UUID term, Payee payee, boolean isNew, Zone zone, int paymentTermsDays) {
        this.id = id;
        this.term = term;
        this.payee = payee;
        this.isNew = isNew;
        this.zone = zone;
        this.paymentTermsDays = paymentTermsDays;
        this.isTouched = isNew;
        this.serviceBillOn = LocalDate.EPOCH;
        this.billOn = LocalDate.EPOCH;
    }

    /// Taxes everything on it as one invoice (rule X-02).
    public void tax(TaxRates taxes) {
        var taxables = new ArrayList<TaxSheet.Taxable>();
        for (var charge : charges) taxables.add(new TaxSheet.Taxable(charge.taxCategory, charge.net()));
        for (var extra : extras) taxables.add(new TaxSheet.Taxable(extra.line.taxCategory(), extra.line.net()));
        var perLine = TaxSheet.of(taxables, taxes).perLine();
        for (int i = 0; i < charges.size(); i++) {
            var charge = charges.get(i);
            charge.isChanged |= charge.tax != perLine.get(i);
            charge.tax = perLine.get(i);
        }
        for (int i = 0; i < extras.size(); i++) {
            var extra = extras.get(i);
            long tax = perLine.get(charges.size() + i);
            extra.isChanged |= extra.tax != tax;
            extra.tax = tax;
        }
    }

    /// Nothing is left to bill.
    public boolean isEmpty() {
        return charges.isEmpty() && extras.isEmpty() && !holdsUsage;
    }

    long gross() {
        return charges.stream().mapToLong(charge -> charge.gross).sum()
                + extras.stream().mapToLong(extra -> extra.line.gross()).sum();
    }

    long discount() {
        return charges.stream()
                        .mapToLong(charge -> charge.discount + charge.coupon)
                        .sum()
                + extras.stream().mapToLong(extra -> extra.line.discount()).sum();
    }

    long tax() {
        return charges.stream().mapToLong(charge -> charge.tax).sum()
                + extras.stream().mapToLong(extra -> extra.tax).sum();
    }

    /// Net and tax, before the adjustment credit.
    public long due() {
        return gross() - discount() + tax();
    }

    /// The amount that keeps the total from falling below zero; issuing gives it to the ledger (rule M-08).
    public long carriedForward() {
        return Math.max(0, credit - due());
    }

    public long total() {
        return due() - credit + carriedForward();
    }

    /// Takes of the credit what the invoice can bear (rule R-04), and returns what it took.
    long takeCredit(long most, String label) {
        long room = Math.max(0, due() - credit - paid - credited);
        long taken = Math.min(most, room);
        if (taken > 0) {
            credit += taken;
            creditLabel = Optional.of(label);
            isTouched = true;
        }
        return taken;
    }

    /// Gives credit back that it was to bear, and returns how much that was.
    public long loseCredit(long most) {
        long lost = Math.min(most, credit);
        credit -= lost;
        if (credit == 0) creditLabel = Optional.empty();
        return lost;
    }

    /// Lets go of credit that the invoice no longer needs, and returns it.
    long releaseCredit() {
        long most = Math.max(0, due());
        long released = Math.max(0, credit - most);
        credit -= released;
        return released;
    }

    /// Moves the invoice to another date, and a due date that was set by hand with it (rule K-02).
    public void moveTo(LocalDate other) {
        long days = ChronoUnit.DAYS.between(billOn, other);
        fixedDueOn = fixedDueOn.map(due -> due.plusDays(days));
        billOn = other;
    }

    Instant billAt() {
        return zone.startOf(billOn);
    }

    Instant issuableFrom() {
        return zone.issuableFrom(billOn, holdsUsage);
    }

    /// The due date by the payment terms, unless it was set by hand.
    LocalDate dueOn() {
        return fixedDueOn.orElse(billOn.plusDays(paymentTermsDays));
    }

    Instant dueAt() {
        return WireDates.lastMoment(dueOn(), zone).toInstant();
    }

    public InvoiceStatus status() {
        return isMuted ? InvoiceStatus.MUTED : isPaused ? InvoiceStatus.PAUSED : InvoiceStatus.SCHEDULED;
    }
}
