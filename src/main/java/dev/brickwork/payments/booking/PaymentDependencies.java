package dev.brickwork.payments.booking;

import dev.brickwork.customers.Customers;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.Journal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.sellers.Sellers;

/// The modules that payments builds on.
public record PaymentDependencies(
        Database database,
        Sellers sellers,
        Customers customers,
        Journal journal,
        CreditLedger credits,
        Invoices invoices,
        Outbox outbox) {}
