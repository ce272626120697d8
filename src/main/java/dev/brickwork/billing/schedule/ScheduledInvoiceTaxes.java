package dev.brickwork.billing.schedule;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.invoicing.Payer;
import dev.brickwork.invoicing.scheduled.ScheduledInvoice;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.tax.Sale;
import dev.brickwork.tax.Taxes;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// The tax that an unissued invoice would bear today: that of whom it bills, who may not be whom the contract has now
/// (rules X-04, I-16).
final class ScheduledInvoiceTaxes {
    private final Sellers sellers;
    private final Customers customers;
    private final Taxes taxes;

    ScheduledInvoiceTaxes(BillingDependencies modules) {
        this.sellers = modules.sellers();
        this.customers = modules.customers();
        this.taxes = modules.taxes();
    }

    TaxRates of(Tx tx, ScheduledInvoice draft) {
        var billed =
                customers.find(tx, new CustomerId(draft.payee.billedCompany())).orElseThrow();
        var issuer = sellers.entity(tx, new LegalEntityId(draft.payee.entity())).orElseThrow();
        return taxes.rates(tx, Sale.of(issuer, billed.address(), billed.taxId(), draft.zone.dateOf(tx.now())));
    }

    /// Tax rates for many invoices of a subscription.
    ///
    /// @param known who has the contract now, with their rates
    Function<ScheduledInvoice, TaxRates> of(Tx tx, Payer known) {
        Map<ScheduledInvoice.Payee, TaxRates> rates =
                new HashMap<>(Map.of(ScheduledInvoice.Payee.of(known), known.taxes()));
        return draft -> rates.computeIfAbsent(draft.payee, _ -> of(tx, draft));
    }
}
