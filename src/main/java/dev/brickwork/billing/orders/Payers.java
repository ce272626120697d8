package dev.brickwork.billing.orders;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.invoicing.Payer;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.sellers.LegalEntity;
import dev.brickwork.sellers.Seller;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.tax.Sale;
import dev.brickwork.tax.Taxes;

/// Finds out who is billed by whom, and what tax would fall on it today (rules I-16, X-04, X-06).
public final class Payers {
    private final Sellers sellers;
    private final Customers customers;
    private final Taxes taxes;

    Payers(Sellers sellers, Customers customers, Taxes taxes) {
        this.sellers = sellers;
        this.customers = customers;
        this.taxes = taxes;
    }

    Payer of(Tx tx, Subscription subscription, Seller seller) {
        return of(tx, subscription, seller, company(tx, subscription));
    }

    /// The payer of a subscription, for callers that have read the billed company.
    Payer of(Tx tx, Subscription subscription, Seller seller, Customer company) {
        return new Payer(
                subscription.customer(),
                subscription.billedCompany(),
                subscription.entity(),
                subscription.currency(),
                taxes(tx, subscription, company, issuer(tx, subscription)),
                seller.mutedBefore());
    }

    public TaxRates taxes(Tx tx, Subscription subscription) {
        return taxes(tx, subscription, company(tx, subscription), issuer(tx, subscription));
    }

    /// The tax rates after an order, which may move the subscription. An order that names an unknown company or
    /// legal entity is refused elsewhere; here it gets the present rates.
    ///
    /// @param now the term that it changes or follows
    TaxRates taxesAfter(Tx tx, ContractTerm now, Fields order) {
        var subscription = now.subscription().with(now.parties());
        var moved = subscription.with(now.parties().after(order));
        var company = customers.find(tx, new CustomerId(moved.billedCompany()));
        var issuer = sellers.entity(tx, moved.entity());
        return company.isPresent() && issuer.isPresent()
                ? taxes(tx, moved, company.get(), issuer.get())
                : taxes(tx, subscription);
    }

    /// Who is billed by whom.
    ///
    /// @param issuer under the tax id that its invoices bear (rule X-08)
    public record TaxedSale(Customer billed, LegalEntity issuer, TaxRates taxes) {}

    public TaxedSale taxedSale(Tx tx, Subscription subscription) {
        var billed = company(tx, subscription);
        var issuer = issuer(tx, subscription);
        var sale = sale(tx.caller(), subscription, billed, issuer);
        var book = taxes.book(tx);
        return new TaxedSale(billed, issuer.taxedAs(book.taxId(sale, issuer.taxId())), book.rates(sale));
    }

    private Customer company(Tx tx, Subscription subscription) {
        return customers.find(tx, new CustomerId(subscription.billedCompany())).orElseThrow();
    }

    private LegalEntity issuer(Tx tx, Subscription subscription) {
        return sellers.entity(tx, subscription.entity()).orElseThrow();
    }

    /// The tax rates of a subscription, for callers that have read the billed company and the issuer.
    TaxRates taxes(Tx tx, Subscription subscription, Customer company, LegalEntity issuer) {
        return taxes.rates(tx, sale(tx.caller(), subscription, company, issuer));
    }

    private static Sale sale(Caller caller, Subscription subscription, Customer company, LegalEntity issuer) {
        return Sale.of(issuer, company.address(), company.taxId(), subscription.today(caller.now()));
    }
}
