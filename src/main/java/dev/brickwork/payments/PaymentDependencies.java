package dev.brickwork.payments;

import dev.brickwork.billing.invoices.Invoices;
import dev.brickwork.customers.Customers;
import dev.brickwork.ledger.Journal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.sellers.Sellers;

/// The modules that payments builds on.
public record PaymentDependencies(
        Database database, Sellers sellers, Customers customers, Journal journal, Invoices invoices, Outbox outbox) {}
