package dev.brickwork.subscriptions;

import dev.brickwork.catalogue.Catalogue;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.sellers.Sellers;

/// The door of the room.
public final class Subscriptions {
    private final EstimateResource estimates;

    public Subscriptions(Database database, Sellers sellers, Catalogue catalogue) {
        this.estimates = new EstimateResource(catalogue, new EstimateNew(database, sellers));
    }

    public Routes routes() {
        return estimates.routes();
    }
}
