package dev.brickwork.subscriptions.orders;

import dev.brickwork.customers.Customer;
import dev.brickwork.customers.CustomerId;
import dev.brickwork.customers.Customers;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.pricing.tax.TaxRates;
import dev.brickwork.plumbing.http.Fields;
import dev.brickwork.sellers.LegalEntity;
import dev.brickwork.sellers.Seller;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.subscriptions.Agreement;
import dev.brickwork.subscriptions.Bills;
import dev.brickwork.subscriptions.Subscription;
import dev.brickwork.taxes.Sale;
import dev.brickwork.taxes.Taxes;
import org.jdbi.v3.core.Handle;

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

    Bills.Payer of(Handle tx, Caller caller, Subscription subscription, Seller seller) {
        return of(tx, caller, subscription, seller, company(tx, caller, subscription));
    }

    /// The same for one who has read who is billed.
    Bills.Payer of(Handle tx, Caller caller, Subscription subscription, Seller seller, Customer company) {
        return new Bills.Payer(
                subscription.customer(),
                subscription.billedCompany(),
                subscription.entity(),
                subscription.currency(),
                taxes(tx, caller, subscription, company, issuer(tx, caller, subscription)),
                seller.mutedBefore());
    }

    public TaxRates taxes(Handle tx, Caller caller, Subscription subscription) {
        return taxes(tx, caller, subscription, company(tx, caller, subscription), issuer(tx, caller, subscription));
    }

    /// As they would be after an order, which may move the subscription. One that names somebody who is not there is
    /// refused for that.
    ///
    /// @param now the term that it changes or follows
    TaxRates taxesAfter(Handle tx, Caller caller, Agreement now, Fields order) {
        var subscription = now.subscription().with(now.sides());
        var moved = subscription.with(now.sides().after(order));
        var company = customers.find(tx, caller, new CustomerId(moved.billedCompany()));
        var issuer = sellers.entity(tx, caller, moved.entity());
        return company.isPresent() && issuer.isPresent()
                ? taxes(tx, caller, moved, company.get(), issuer.get())
                : taxes(tx, caller, subscription);
    }

    /// Who is billed by whom.
    ///
    /// @param issuer under the tax id that its invoices bear (rule X-08)
    public record TaxedSale(Customer billed, LegalEntity issuer, TaxRates taxes) {}

    public TaxedSale taxedSale(Handle tx, Caller caller, Subscription subscription) {
        var billed = company(tx, caller, subscription);
        var issuer = issuer(tx, caller, subscription);
        var sale = sale(caller, subscription, billed, issuer);
        var book = taxes.book(tx, caller);
        return new TaxedSale(billed, issuer.taxedAs(book.taxId(sale, issuer.taxId())), book.rates(sale));
    }

    private Customer company(Handle tx, Caller caller, Subscription subscription) {
        return customers
                .find(tx, caller, new CustomerId(subscription.billedCompany()))
                .orElseThrow();
    }

    private LegalEntity issuer(Handle tx, Caller caller, Subscription subscription) {
        return sellers.entity(tx, caller, subscription.entity()).orElseThrow();
    }

    /// The same for one who has read who is billed by whom.
    TaxRates taxes(Handle tx, Caller caller, Subscription subscription, Customer company, LegalEntity issuer) {
        return taxes.rates(tx, caller, sale(caller, subscription, company, issuer));
    }

    private static Sale sale(Caller caller, Subscription subscription, Customer company, LegalEntity issuer) {
        return Sale.of(issuer, company.address(), company.taxId(), subscription.today(caller.now()));
    }
}
