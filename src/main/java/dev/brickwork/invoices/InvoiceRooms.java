package dev.brickwork.invoices;

import dev.brickwork.customers.Customers;
import dev.brickwork.journal.Journal;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.outbox.Outbox;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.taxes.Taxes;

/// The rooms that this one builds on.
public record InvoiceRooms(
        Database database, Sellers sellers, Taxes taxes, Customers customers, Journal journal, Outbox outbox) {}
