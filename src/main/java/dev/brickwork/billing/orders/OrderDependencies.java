package dev.brickwork.billing.orders;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.estimate.EndTerms;
import dev.brickwork.billing.estimate.PriceOrder;
import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.catalog.api.Catalogue;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.contracts.MilestoneStore;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.PauseStore;
import dev.brickwork.contracts.SignatureStore;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.contracts.SubscriptionView;
import dev.brickwork.customers.Customers;
import dev.brickwork.payments.charges.ChargeAtOnce;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.sellers.Sellers;

/// Dependencies that the operations of this module share: other modules, stores, and services made of them.
public final class OrderDependencies {
    final Database database;
    public final Sellers sellers;
    public final Customers customers;
    final Catalogue catalogue;
    final ScheduleInvoices bills;
    final ChargeAtOnce chargingAtOnce;
    final Outbox outbox;

    public final SubscriptionStore subscriptions = new SubscriptionStore();
    public final OrderStore orders = new OrderStore();
    final FormLinks links;
    final MilestoneStore milestones = new MilestoneStore();
    final PauseStore pauses = new PauseStore();
    public final SignatureStore signatures = new SignatureStore();
    public final ContractTerms agreements = new ContractTerms(subscriptions, orders, pauses);

    final Parties parties;
    public final Payers payers;
    final EndTerms endings;
    public final PriceOrder pricing;
    final SubscriptionView view;
    final OrderJson json;
    final OrderEvents events;

    public OrderDependencies(
            BillingDependencies modules, ScheduleInvoices bills, ChargeAtOnce chargingAtOnce, FormLinks links) {
        this.links = links;
        database = modules.database();
        sellers = modules.sellers();
        customers = modules.customers();
        catalogue = modules.catalogue();
        outbox = modules.outbox();
        this.bills = bills;
        this.chargingAtOnce = chargingAtOnce;
        parties = new Parties(customers, sellers);
        payers = new Payers(sellers, customers, modules.taxes());
        endings = new EndTerms(agreements, orders, bills);
        pricing = new PriceOrder(catalogue, endings, milestones);
        view = new SubscriptionView(customers);
        json = new OrderJson(customers, links);
        events = new OrderEvents(modules.outbox(), json);
    }
}
