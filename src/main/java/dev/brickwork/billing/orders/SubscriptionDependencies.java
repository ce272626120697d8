package dev.brickwork.billing.orders;

import dev.brickwork.catalog.Catalogue;
import dev.brickwork.customers.Customers;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.tax.Taxes;

/// The modules that this one depends on.
public record SubscriptionDependencies(
        Database database, Sellers sellers, Taxes taxes, Customers customers, Catalogue catalogue, Outbox outbox) {}
