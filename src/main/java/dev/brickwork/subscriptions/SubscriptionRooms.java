package dev.brickwork.subscriptions;

import dev.brickwork.catalogue.Catalogue;
import dev.brickwork.customers.Customers;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.outbox.Outbox;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.taxes.Taxes;

/// The rooms that this one builds on.
public record SubscriptionRooms(
        Database database, Sellers sellers, Taxes taxes, Customers customers, Catalogue catalogue, Outbox outbox) {}
