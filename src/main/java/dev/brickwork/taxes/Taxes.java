package dev.brickwork.taxes;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.pricing.tax.TaxRates;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.sellers.Sellers;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// The door of the room.
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
    public TaxRates rates(Handle tx, Caller caller, Sale sale) {
        return Place.of(sale.to()).isEmpty() ? TaxRates.NONE : book(tx, caller).rates(sale);
    }

    /// For many sales at once, such as a billing run.
    public TaxBook book(Handle tx, Caller caller) {
        var registrations = store.registrations(tx, caller);
        return new TaxBook(registrations, registrations.isEmpty() ? List.of() : store.rates(tx, caller));
    }
}
