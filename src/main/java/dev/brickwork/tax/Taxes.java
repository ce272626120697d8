package dev.brickwork.tax;

import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.sellers.Sellers;
import java.util.List;

/// Facade of tax: which rates fall on a sale.
public final class Taxes {
    private final TaxStore store = new TaxStore();
    private final TaxResource resource;

    public Taxes(Sellers sellers) {
        this.resource = new TaxResource(store, sellers);
    }

    public Routes routes() {
        return resource.routes();
    }

    /// The taxes of one sale, looked up before pricing. A sale to nowhere needs no statement (rule W-03).
    public TaxRates rates(Tx tx, Sale sale) {
        return Place.of(sale.to()).isEmpty() ? TaxRates.NONE : book(tx).rates(sale);
    }

    /// For many sales at once, such as a billing run.
    public TaxBook book(Tx tx) {
        var registrations = store.registrations(tx);
        return new TaxBook(registrations, registrations.isEmpty() ? List.of() : store.rates(tx));
    }
}
