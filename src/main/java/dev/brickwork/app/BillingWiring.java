package dev.brickwork.app;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.estimate.EstimateNew;
import dev.brickwork.billing.estimate.EstimateResource;
import dev.brickwork.billing.explain.ExplainInvoice;
import dev.brickwork.billing.explain.ExplainUsage;
import dev.brickwork.billing.invoices.Attachments;
import dev.brickwork.billing.invoices.ChangeInvoice;
import dev.brickwork.billing.invoices.ExpectUsage;
import dev.brickwork.billing.invoices.InvoiceResource;
import dev.brickwork.billing.invoices.MarkPastDue;
import dev.brickwork.billing.invoices.NextInvoice;
import dev.brickwork.billing.invoices.RegenerateInvoice;
import dev.brickwork.billing.invoices.RerateUsage;
import dev.brickwork.billing.invoices.RotatePaymentLink;
import dev.brickwork.billing.invoices.StandaloneInput;
import dev.brickwork.billing.invoices.VersionResource;
import dev.brickwork.billing.invoices.VoidInvoice;
import dev.brickwork.billing.issue.BillUsage;
import dev.brickwork.billing.issue.IssueInvoices;
import dev.brickwork.billing.milestones.CompleteMilestone;
import dev.brickwork.billing.milestones.MilestoneResource;
import dev.brickwork.billing.orders.AdvanceSubscription;
import dev.brickwork.billing.orders.AgreeToOrder;
import dev.brickwork.billing.orders.BuyerOrders;
import dev.brickwork.billing.orders.ChangeOrders;
import dev.brickwork.billing.orders.ChangeSubscription;
import dev.brickwork.billing.orders.CloseOrder;
import dev.brickwork.billing.orders.CreateSubscription;
import dev.brickwork.billing.orders.OrderDependencies;
import dev.brickwork.billing.orders.OrderForms;
import dev.brickwork.billing.orders.OrderResource;
import dev.brickwork.billing.orders.PauseSubscription;
import dev.brickwork.billing.orders.PreviewRenewal;
import dev.brickwork.billing.orders.ReinstateSubscription;
import dev.brickwork.billing.orders.StartOrder;
import dev.brickwork.billing.orders.SubscriptionResource;
import dev.brickwork.billing.orders.TerminateSubscription;
import dev.brickwork.billing.rating.CreditUsage;
import dev.brickwork.billing.rating.RateUsage;
import dev.brickwork.billing.rating.ReturnUsageCredit;
import dev.brickwork.billing.rating.UsageBillInvariant;
import dev.brickwork.billing.rating.UsageDates;
import dev.brickwork.billing.schedule.CorrectUsage;
import dev.brickwork.billing.schedule.CreateStandalone;
import dev.brickwork.billing.schedule.DeferItem;
import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.billing.usage.EditUsage;
import dev.brickwork.billing.usage.GroupCommitWriter;
import dev.brickwork.billing.usage.IngestResource;
import dev.brickwork.billing.usage.Meters;
import dev.brickwork.billing.usage.RecordUsage;
import dev.brickwork.billing.usage.SettleLateUsage;
import dev.brickwork.billing.usage.UsageResource;
import dev.brickwork.billing.usage.WatchThresholds;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.contracts.MilestoneInvariants;
import dev.brickwork.contracts.SubscriptionInvariants;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.issued.HistoryStore;
import dev.brickwork.invoicing.issued.InvoiceInvariants;
import dev.brickwork.invoicing.issued.InvoiceStore;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.metering.EntryStore;
import dev.brickwork.metering.IngestStore;
import dev.brickwork.metering.MeterBook;
import dev.brickwork.metering.ThresholdStore;
import dev.brickwork.metering.Totals;
import dev.brickwork.metering.UsageInvariants;
import dev.brickwork.payments.charges.ChargeAtOnce;
import dev.brickwork.payments.collection.AutomaticCharges;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.pages.FileLinks;
import dev.brickwork.platform.jobs.Sweep;
import dev.brickwork.platform.outbox.Listener;
import java.util.List;

/// Builds the use cases of billing, the lowest package first, each from those below it.
final class BillingWiring {
    private final BillingDependencies modules;
    private final Contracts contracts = new Contracts();
    private final InvoiceView invoices;

    private final MeterBook meterBook = new MeterBook();
    private final RateUsage rating = new RateUsage(meterBook);
    private final CreditUsage crediting;
    private final IssueInvoices issuing;
    private final CreateStandalone creatingStandalone;
    private final DeferItem deferring;
    private final CorrectUsage correcting;

    private final OrderDependencies orders;
    private final AdvanceSubscription advancing;
    private final ChangeOrders changingOrders;
    private final StartOrder starting;
    private final OrderForms forms;
    private final BuyerOrders buyerOrders;
    private final SubscriptionResource subscriptions;

    private final AutomaticCharges automaticCharges = new AutomaticCharges();
    private final RegenerateInvoice regenerating;
    private final Attachments attachments;

    BillingWiring(
            BillingDependencies modules,
            InvoiceView invoices,
            ChargeAtOnce chargingAtOnce,
            FormLinks formLinks,
            FileLinks fileLinks) {
        this.modules = modules;
        this.invoices = invoices;
        crediting = new CreditUsage(modules, rating);
        // Issuing settles late usage, and settling it may make one more invoice, which is issued at once.
        var billing = new BillUsage(modules, meterBook, rating, crediting, this::settleLate, this::settleAll);
        issuing = new IssueInvoices(modules, automaticCharges, invoices, billing);
        creatingStandalone = new CreateStandalone(modules, issuing);
        deferring = new DeferItem(modules, new HistoryStore());
        correcting = new CorrectUsage(modules, meterBook, rating, crediting, deferring, creatingStandalone);
        var scheduling = new ScheduleInvoices(modules, issuing, new UsageDates(rating), correcting);

        orders = new OrderDependencies(modules, scheduling, chargingAtOnce, formLinks);
        var closing = new CloseOrder(orders);
        var pausing = new PauseSubscription(orders);
        var ending = new TerminateSubscription(orders);
        advancing = new AdvanceSubscription(orders, closing, pausing, ending);
        changingOrders = new ChangeOrders(orders, advancing);
        starting = new StartOrder(orders, changingOrders, closing);
        forms = new OrderForms(orders);
        buyerOrders = new BuyerOrders(orders, changingOrders, forms, new AgreeToOrder(orders, starting, forms));
        var creating = new CreateSubscription(orders);
        subscriptions = new SubscriptionResource(
                orders,
                new SubscriptionResource.Operations(
                        creating,
                        new ChangeSubscription(orders, creating),
                        starting,
                        pausing,
                        ending,
                        new ReinstateSubscription(orders),
                        advancing));

        var rerating = new RerateUsage(contracts, rating, correcting, crediting);
        regenerating = new RegenerateInvoice(modules, automaticCharges, invoices, rerating, crediting);
        attachments = new Attachments(modules.database(), fileLinks);
    }

    private void settleLate(Tx tx, SubscriptionId subscription) {
        correcting.settle(tx, subscription);
    }

    private void settleAll(Tx tx, SubscriptionId subscription) {
        correcting.settleAll(tx, subscription);
    }

    Routes routes() {
        var estimating = new EstimateNew(modules.database(), modules.sellers());
        var completing = new CompleteMilestone(modules, contracts, advancing, creatingStandalone, deferring);
        return new Routes()
                .include(new EstimateResource(modules.catalogue(), estimating).routes())
                .include(subscriptions.routes())
                .include(new OrderResource(orders, changingOrders, starting, subscriptions).routes())
                .include(usageRoutes())
                .include(invoiceRoutes())
                .include(attachments.routes())
                .include(new ExplainInvoice(invoices, contracts, new ExplainUsage(meterBook, rating)).routes())
                .include(new VersionResource().routes())
                .include(new MilestoneResource(contracts, completing).routes());
    }

    private Routes invoiceRoutes() {
        var store = new InvoiceStore();
        var history = new HistoryStore();
        var operations = new InvoiceResource.Operations(
                new VoidInvoice(modules, new ReturnUsageCredit(contracts, rating, crediting), invoices),
                new ChangeInvoice(store, history, automaticCharges),
                creatingStandalone,
                new StandaloneInput(modules),
                new NextInvoice(contracts, new PreviewRenewal(orders), invoices),
                new ExpectUsage(modules, rating, invoices),
                new RotatePaymentLink(store, history, invoices.links()));
        return new InvoiceResource(modules, contracts, invoices, store, operations).routes();
    }

    private Routes usageRoutes() {
        var catalogue = modules.catalogue();
        var totals = new Totals();
        var thresholds = new ThresholdStore();
        var meters = new Meters(contracts, modules.customers());
        var store = new IngestStore();
        var entries = new EntryStore();
        var watch = new WatchThresholds(contracts, catalogue, meters, totals, thresholds, modules.outbox());
        var recording = new RecordUsage(store, meters, watch, modules.outbox());
        var editing = new EditUsage(contracts, entries, store, meters, watch, correcting);
        var writer = new GroupCommitWriter(modules.database(), recording);
        return new Routes()
                .include(new IngestResource(writer, recording, entries, editing).routes())
                .include(new UsageResource(contracts, catalogue, meters, totals, thresholds).routes());
    }

    /// Starts, ramps, pauses, resumes, renews and ends; then issues what is due, and tells what is late.
    List<Sweep> sweeps() {
        return List.of(advancing.sweep(), issuing.sweep(), new MarkPastDue(modules, invoices).sweep());
    }

    /// Settles usage that came after it was billed, right after it came.
    Listener lateUsage() {
        return new SettleLateUsage(modules.database(), contracts, correcting);
    }

    void register(Invariants invariants) {
        SubscriptionInvariants.register(invariants);
        InvoiceInvariants.register(invariants);
        invariants.register("I9 what was billed for usage is one rating of it", new UsageBillInvariant(rating)::run);
        invariants.register("I9 invoices bear the usage that was billed", UsageBillInvariant::lines);
        UsageInvariants.register(invariants);
        MilestoneInvariants.register(invariants);
    }

    Contracts contracts() {
        return contracts;
    }

    BuyerOrders buyerOrders() {
        return buyerOrders;
    }

    OrderForms forms() {
        return forms;
    }

    /// The files of attachments, under links that need no key.
    Attachments attachments() {
        return attachments;
    }

    RegenerateInvoice regenerating() {
        return regenerating;
    }
}
