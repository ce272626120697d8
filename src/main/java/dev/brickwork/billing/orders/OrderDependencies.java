package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.EndTerms;
import dev.brickwork.billing.estimate.PriceOrder;
import dev.brickwork.billing.milestones.OrderMilestones;
import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.catalog.Catalogue;
import dev.brickwork.contracts.Agreements;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.PauseStore;
import dev.brickwork.contracts.SignatureStore;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.contracts.SubscriptionView;
import dev.brickwork.customers.Customers;
import dev.brickwork.platform.database.Database;
import dev.brickwork.sellers.Sellers;

/// Dependencies that the operations of this module share: other modules, ports, stores, and services made of them.
public final class OrderDependencies {
    final Database database;
    public final Sellers sellers;
    public final Customers customers;
    final Catalogue catalogue;
    final ScheduleInvoices bills;
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
