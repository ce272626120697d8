package dev.brickwork.billing;

import dev.brickwork.customers.Customers;
import dev.brickwork.ledger.Journal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.tax.Taxes;

/// The modules that invoices depend on.
public record InvoiceDependencies(
        Database database, Sellers sellers, Taxes taxes, Customers customers, Journal journal, Outbox outbox) {}
