package dev.brickwork.subscriptions;

import dev.brickwork.catalogue.Catalogue;
import dev.brickwork.customers.Customers;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.sellers.Sellers;

/// What the operations of the room share: the rooms that it builds on, its ports, its stores, and what these make
/// together.
final class Parts {
    final Database database;
    final Sellers sellers;
    final Customers customers;
    final Catalogue catalogue;
    final Bills bills;
    final Charges charges;
    final Works works;

    final SubscriptionStore subscriptions = new SubscriptionStore();
    final OrderStore orders = new OrderStore();
    final PauseStore pauses = new PauseStore();
    final SignatureStore signatures = new SignatureStore();
    final Agreements agreements = new Agreements(subscriptions, orders, pauses);

    final Parties parties;
    final Payers payers;
    final EndTerms endings;
    final PriceOrder pricing;
    final SubscriptionView view;
    final OrderJson json;
    final OrderEvents events;

    Parts(SubscriptionRooms rooms, SubscriptionPorts ports, FormLinks links) {
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
        events = new OrderEvents(rooms.outbox(), agreements, json);
    }
}
