package dev.brickwork.subscriptions;

import dev.brickwork.customers.CustomerId;
import dev.brickwork.customers.Customers;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.pricing.TaxRates;
import dev.brickwork.sellers.LegalEntityId;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.taxes.Sale;
import dev.brickwork.taxes.Taxes;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Finds out who is billed by whom, and what tax would fall on it today (rules I-16, X-04, X-06).
final class Payers {
    private final Sellers sellers;
    private final Customers customers;
    private final Taxes taxes;

    Payers(Sellers sellers, Customers customers, Taxes taxes) {
        this.sellers = sellers;
        this.customers = customers;
        this.taxes = taxes;
    }

    Bills.Payer of(Handle tx, Caller caller, Subscription subscription) {
        return new Bills.Payer(
                subscription.customer(),
                subscription.billedCompany(),
                subscription.entity(),
                subscription.currency(),
                taxes(tx, caller, subscription),
                sellers.get(tx, caller.seller()).mutedBefore());
    }

    TaxRates taxes(Handle tx, Caller caller, Subscription subscription) {
        return taxes(tx, caller, subscription.billedCompany(), subscription.entity(), subscription);
    }

    private TaxRates taxes(Handle tx, Caller caller, UUID billed, LegalEntityId entity, Subscription subscription) {
        var company = customers.find(tx, caller, new CustomerId(billed)).orElseThrow();
        var issuer = sellers.entity(tx, caller, entity).orElseThrow();
        return taxes.rates(
                tx, caller, Sale.of(issuer, company.address(), company.taxId(), subscription.today(caller.now())));
    }
}
