package dev.brickwork.subscriptions.orders;

import dev.brickwork.catalog.Catalogue;
import dev.brickwork.customers.Customers;
import dev.brickwork.platform.database.Database;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.subscriptions.Charges;
import dev.brickwork.subscriptions.FormLinks;
import dev.brickwork.subscriptions.InvoiceSchedule;
import dev.brickwork.subscriptions.OrderMilestones;
import dev.brickwork.subscriptions.SubscriptionDependencies;
import dev.brickwork.subscriptions.SubscriptionPorts;
import dev.brickwork.subscriptions.quotes.EndTerms;
import dev.brickwork.subscriptions.quotes.PriceOrder;
import dev.brickwork.subscriptions.stored.Agreements;
import dev.brickwork.subscriptions.stored.OrderStore;
import dev.brickwork.subscriptions.stored.PauseStore;
import dev.brickwork.subscriptions.stored.SubscriptionStore;

/// Dependencies that the operations of this module share: other modules, ports, stores, and services made of them.
public final class OrderDependencies {
    final Database database;
    public final Sellers sellers;
    public final Customers customers;
    final Catalogue catalogue;
    final InvoiceSchedule bills;
    final Charges charges;
    final OrderMilestones works;

    public final SubscriptionStore subscriptions = new SubscriptionStore();
    public final OrderStore orders = new OrderStore();
    final FormLinks links;
    final PauseStore pauses = new PauseStore();
    public final SignatureStore signatures = new SignatureStore();
    public final Agreements agreements = new Agreements(subscriptions, orders, pauses);

    final Parties parties;
    public final Payers payers;
    final EndTerms endings;
    public final PriceOrder pricing;
    final SubscriptionView view;
    final OrderJson json;
    final OrderEvents events;

    public OrderDependencies(SubscriptionDependencies rooms, SubscriptionPorts ports, FormLinks links) {
        this.links = links;
        database = rooms.database();
        sellers = rooms.sellers();
        customers = rooms.customers();
        catalogue = rooms.catalogue();
        bills = ports.bills();
        charges = ports.charges();
        works = ports.works();
        parties = new Parties(customers, sellers);
        payers = new Payers(sellers, customers, rooms.taxes());
        endings = new EndTerms(agreements, orders, bills);
        pricing = new PriceOrder(catalogue, endings, works);
        view = new SubscriptionView(customers);
        json = new OrderJson(customers, links);
        events = new OrderEvents(rooms.outbox(), json);
    }
}
