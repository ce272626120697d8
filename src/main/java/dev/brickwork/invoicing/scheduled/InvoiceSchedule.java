package dev.brickwork.invoicing.scheduled;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.Settlement;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.tax.TaxRates;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Port for the invoices of subscriptions, in the transaction in which an order closes, ends or moves. The caller
/// holds the lock of the subscription's row.
///
/// Lines are named by the id of their `order_line` row. All dates are service dates of the term, unless they say
/// otherwise.
public interface InvoiceSchedule {
    /// Who is billed by whom, and how taxes would fall today.
    ///
    /// @param mutedBefore the seller's cut-over date: what bills before it is muted
    record Payer(
            UUID customer,
            UUID billedCompany,
            LegalEntityId entity,
            Currency currency,
            TaxRates taxes,
            Optional<LocalDate> mutedBefore) {}

    /// The term that is billed: the order that opened it, and its clock.
    ///
    /// @param pausedFrom the service date on which a pause that stands begins or began: what bills on or after it
    ///     waits for the resume (K-03)
    record Term(
            SubscriptionId subscription, OrderId order, Zone zone, ServiceClock clock, Optional<LocalDate> pausedFrom) {
        public boolean isPausedOn(LocalDate date) {
            return pausedFrom.filter(from -> !date.isBefore(from)).isPresent();
        }
    }

    /// A charge of one line on one date.
    ///
    /// @param onInvoice where it has to stand; else it goes on the invoice of its date, whichever that is
    /// @param sides who is billed by whom for it; else it is the payer who has the contract now
    record ToBill(
            UUID line,
            String taxCategory,
            LocalDate billOn,
            Period service,
            Amounts amounts,
            int paymentTermsDays,
            Optional<UUID> onInvoice,
            Optional<Subscription.BillingParties> sides) {
        /// So much of it, on another date and between others.
        public ToBill on(LocalDate date, Optional<Subscription.BillingParties> others, long net) {
            var part = net == amounts.net() ? amounts : new Amounts(net, 0, 0, 0, 0);
            return new ToBill(line, taxCategory, date, service, part, paymentTermsDays, onInvoice, others);
        }
    }

    /// A charge that stands on an invoice, or a reduction that was settled against it, which is negative.
    record Billed(UUID line, Period service, long net, long tax) {}

    /// The amount that an unissued invoice keeps of its share of a line when the period of the line is cut. Several
    /// invoices may share a reduction (rule U-06), so the remainder is computed over all of them.
    ///
    /// @param service the stretch before the cut
    record Share(UUID invoice, UUID line, Period service, long net) {}

    /// The facts of one invoice of a term, issued or not, which decide what of it is unused (rule R-02).
    ///
    /// @param customer whose credit it gives (rule I-16)
    /// @param total before the adjustment credit of a recast, which counts as paid
    /// @param paid payments, ledger credit and adjustment credit applied
    /// @param adjusted what earlier changes took back from it, credit and offset together
    /// @param credited the part of `adjusted` that was given as credit
    /// @param carriedForward credit that it gave, because it came to less than nothing (rule M-08)
    /// @param charges what it bills; reductions settled against it are in `reductions`
    record Facts(
            UUID invoice,
            UUID customer,
            boolean isIssued,
            boolean isVoided,
            LocalDate billOn,
            long total,
            long paid,
            long remaining,
            long adjusted,
            long credited,
            long carriedForward,
            List<Billed> charges,
            List<Billed> reductions) {}

    /// Why unused value is taken back from issued invoices.
    enum Cause {
        RECAST,
        TERMINATION,
        REDUCTION
    }

    /// One settlement; a reduction names the delta line and the stretch that it settles.
    ///
    /// @param given of its credit, what the customer gets: a recast may say another amount (rule R-06)
    /// @param borne of what an invoice gave too much, what the credit of the recast is less by
    record Settled(Settlement settlement, Optional<Billed> reduction, long given, long borne) {}

    /// Schedules the charges of the order with which a subscription begins. Unlike [#schedule] it finds no invoices
    /// to share or correct.
    void begin(Tx tx, ContractTerm first, Payer payer, List<ToBill> charges);

    /// Puts the charges of a closed order on SCHEDULED invoices, one per bill date (rules I-01, S-07). The
    /// credit of a recast goes onto the invoices in date order; what is left of it goes to the customer's
    /// ledger.
    void schedule(Tx tx, Term term, Payer payer, List<ToBill> charges, Optional<AdjustmentCredit> credit);

    /// Puts back what [#cut] took off, because the contract goes on after all. An invoice that was dropped is
    /// itself restored, with the edits that were made on it.
    void restore(Tx tx, Term term, Payer payer, List<ToBill> charges);

    /// Copies the e-mail addresses and the purchase order of the subscription onto its payer's invoices that have
    /// none of their own, when the running subscription has or is to get another payer.
    void keepReferences(Tx tx, Subscription subscription);

    /// Copies the current purchase order of a subscription onto its payer's invoices without one, issued or not,
    /// before a change replaces it: the new one is for charges to come (rule S-07).
    void keepPurchaseOrder(Tx tx, Subscription subscription);

    /// Everything from a date on will not be delivered: unissued charges for it are dropped, those that
    /// straddle the date are cut to what lies before.
    ///
    /// @param lines price the cut ones
    /// @param shares of lines that several invoices share
    void cut(Tx tx, Term term, Payer payer, LocalDate from, Map<UUID, Line> lines, List<Share> shares);

    /// The clocks of a subscription's terms have changed: unissued invoices move with them and wait or go on (K-02,
    /// K-03).
    void move(Tx tx, SubscriptionId subscription, List<Term> terms);

    /// Issues what the subscription owes at this moment: starting an order bills at once what is due. It happens
    /// right after the commit, before the caller is answered.
    void issueDue(Tx tx, SubscriptionId subscription);

    /// The invoices of a term with their charges, in order of their bill dates.
    List<Facts> facts(Tx tx, OrderId term);

    /// Returns [#facts] and locks the invoices until the commit, so that decisions based on them stay true.
    List<Facts> lockFacts(Tx tx, OrderId term);

    /// Reduces what is still owed on issued invoices and remembers what was taken back (R-02, U-06). Credits go
    /// to the customer's ledger, but for a recast, whose credit goes onto its own invoices. Credit that an invoice
    /// gave too much comes out of what a recast credits, as far as that bears it, and out of the ledger.
    void settle(Tx tx, OrderId causedBy, Cause cause, List<Settled> settlements);
}
