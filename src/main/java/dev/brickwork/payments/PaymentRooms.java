package dev.brickwork.payments;

import dev.brickwork.customers.Customers;
import dev.brickwork.invoices.Invoices;
import dev.brickwork.journal.Journal;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.outbox.Outbox;
import dev.brickwork.sellers.Sellers;

/// The rooms that this one builds on.
public record PaymentRooms(
        Database database, Sellers sellers, Customers customers, Journal journal, Invoices invoices, Outbox outbox) {}
