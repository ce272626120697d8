package dev.brickwork.billing;

import dev.brickwork.catalog.api.Catalogue;
import dev.brickwork.customers.Customers;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.Journal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.tax.Taxes;

/// The modules that the use cases of billing call.
public record BillingDependencies(
        Database database,
        Sellers sellers,
        Taxes taxes,
        Customers customers,
        Catalogue catalogue,
        Journal journal,
        CreditLedger credits,
        Outbox outbox) {}
