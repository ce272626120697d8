package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.PriceOrder;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.LineKey;
import dev.brickwork.pricing.tax.TaxRates;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Prices the first invoice of the term that would follow all that is agreed, without writing anything (rule N-04).
public final class PreviewRenewal {
    private final ContractTerms agreements;
    private final Payers payers;
    private final PriceOrder pricing;

    public PreviewRenewal(OrderDependencies parts) {
        this.agreements = parts.agreements;
        this.payers = parts.payers;
        this.pricing = parts.pricing;
    }

    /// The first invoice of a renewal that happens by itself.
    ///
    /// @param subscription as it is by then: another one may take it over before
    /// @param charges what it would bill, with the line of each
    public record FirstInvoice(
            Subscription subscription, LocalDate billOn, int paymentTermsDays, List<Charged> charges, TaxRates taxes) {
        /// One line for the first stretch.
        public record Charged(Line line, Charge charge) {}

        public FirstInvoice {
            charges = List.copyOf(charges);
        }
    }

    /// Empty when the subscription does not renew by itself (rule N-04).
    public Optional<FirstInvoice> run(Tx tx, ContractTerm running) {
        var now = agreements.last(tx, running);
        var before = running.subscription();
        var subscription =
                now.parties().equals(before.parties()) ? before : now.base().taken(running);
        if (!subscription.isRenewing() || now.isTrial()) return Optional.empty();
        var taxes = payers.taxes(tx, subscription);
        var quote = pricing.automaticRenewal(tx, now, taxes);
        var charges = Contract.of(quote.terms()).charges(0, BillDates.AT_PERIOD_START);
        var first = charges.stream().map(Charge::billOn).min(LocalDate::compareTo);
        if (first.isEmpty()) return Optional.empty();
        Map<LineKey, Line> lines = new HashMap<>();
        for (var line : quote.estimate().lines()) lines.put(line.line().key(), line.line());
        var billed = new ArrayList<FirstInvoice.Charged>();
        for (var charge : charges) {
            var line = lines.get(charge.line());
            if (line != null && charge.billOn().equals(first.get())) {
                billed.add(new FirstInvoice.Charged(line, charge));
            }
        }
        int terms = quote.terms().phases().getFirst().paymentTermsDays();
        return Optional.of(new FirstInvoice(subscription, first.get(), terms, billed, taxes));
    }
}
