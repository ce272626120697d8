package dev.brickwork.app;

import dev.brickwork.billing.InvoiceDependencies;
import dev.brickwork.billing.InvoicePorts;
import dev.brickwork.billing.invoices.Invoices;
import dev.brickwork.billing.milestones.Milestones;
import dev.brickwork.billing.orders.SubscriptionDependencies;
import dev.brickwork.billing.orders.SubscriptionPorts;
import dev.brickwork.billing.orders.Subscriptions;
import dev.brickwork.billing.usage.Usage;
import dev.brickwork.catalog.Catalogue;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.customers.Customers;
import dev.brickwork.customers.ErasureList;
import dev.brickwork.delivery.documents.Documents;
import dev.brickwork.delivery.documents.PaperResource;
import dev.brickwork.delivery.documents.PrintInvoice;
import dev.brickwork.delivery.documents.PrintOrderForm;
import dev.brickwork.delivery.mail.Mail;
import dev.brickwork.delivery.webhooks.Webhooks;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.integrations.accounting.Accounting;
import dev.brickwork.invoicing.issued.PayLinks;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.Journal;
import dev.brickwork.payments.PaymentDependencies;
import dev.brickwork.payments.Payments;
import dev.brickwork.payments.collection.AutomaticCharges;
import dev.brickwork.platform.SealedTokens;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SecretEncryption;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.audit.AuditChain;
import dev.brickwork.platform.audit.AuditResource;
import dev.brickwork.platform.audit.SignedAuditHeads;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.egress.Guard;
import dev.brickwork.platform.egress.GuardedClient;
import dev.brickwork.platform.egress.Limits;
import dev.brickwork.platform.egress.SystemResolver;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Visibility;
import dev.brickwork.platform.http.front.OwnApi;
import dev.brickwork.platform.http.front.RequestPipeline;
import dev.brickwork.platform.http.pages.ContractPages;
import dev.brickwork.platform.http.pages.FileLinks;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.jobs.Jobs;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.platform.jobs.Sweeps;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.platform.outbox.Pump;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.sellers.keys.Keys;
import dev.brickwork.tax.Taxes;
import dev.brickwork.web.console.Console;
import dev.brickwork.web.portal.MailedCodes;
import dev.brickwork.web.portal.Pages;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/// Who gets what: the only place that builds rooms. Rooms are built from left to right; a port is joined where its
/// keeper is built.
public final class Wiring {
    private static final int BUSY_REQUESTS = 2 * Runtime.getRuntime().availableProcessors();

    private final Outbox outbox;
    private final Sweeps sweeps = new Sweeps();
    private final Metrics metrics = new Metrics();
    private final Traces traces;
    private final Invariants invariants = new Invariants();
    private final SecretEncryption seal;
    private final SealedTokens tokens;
    private final Keys keys;
    private final Optional<Secret> scannerSecret;
    private final Sellers sellers;
    private final Taxes taxes;
    private final Customers customers;
    private final ErasureList erasures;
    private final Catalogue catalogue;
    private final Subscriptions subscriptions;
    private final Usage usage;
    private final Journal journal;
    private final Invoices invoices;
    private final Payments payments;
    private final Milestones milestones;
    private final Webhooks webhooks;
    private final Accounting accounting;
    private final PaperResource papers;
    private final String baseUrl;
    private final int consoleViewsPerMinute;
    private final Mail mail;
    private final AuditChain auditChain;
    private final Loop auditLoop;
    private final Loop journalLoop;
    private final Loop tracing;
    private final Pages pages;
    private final Routes routes;
    private final RequestPipeline front;
    private final Pump pump;
    private final Jobs jobs;

    public Wiring(Settings settings, Database database, InstantSource realTime) {
        traces = Traces.to(settings.tracesUrl(), realTime);
        if (traces.isOn()) database.trace();
        seal = settings.seal();
        tokens = new SealedTokens(seal, database);
        outbox = new Outbox(tokens);
        keys = new Keys(database, outbox, realTime);
        scannerSecret = settings.scannerSecret();
        sellers = new Sellers(database, sweeps, keys, new AnyBusinessData());
        taxes = new Taxes(sellers);
        customers = new Customers(outbox, this::forget);
        erasures = new ErasureList(settings.data());
        outbox.register(erasures);
        catalogue = new Catalogue(database, settings.couponMissesPerHour());
        journal = new Journal(sellers);
        baseUrl = settings.baseUrl().orElse("http://localhost:" + settings.port());
        consoleViewsPerMinute = settings.consoleViewsPerMinute();
        var links = new FileLinks(seal, baseUrl, realTime);
        var press = new Documents(metrics);
        var printing = new PrintInvoice(press, this::payLink);
        mail = new Mail(
                database,
                outbox,
                new Mail.Way(
                        settings.smtpUrl(),
                        settings.data().resolve("mail"),
                        settings.mailSender(),
                        this::payLinks,
                        tokens,
                        traces),
                realTime,
                metrics);
        invoices = new Invoices(
                new InvoiceDependencies(database, sellers, taxes, customers, journal, outbox),
                new InvoicePorts(new CreditLedger(journal, outbox), new AutomaticCharges(), printing, mail),
                new PayLinks(baseUrl, tokens),
                links);
        outbox.register(printing.listener(database, invoices, outbox));
        papers = new PaperResource(database, invoices, printing, links);
        subscriptions = new Subscriptions(
                new SubscriptionDependencies(database, sellers, taxes, customers, catalogue, outbox),
                new SubscriptionPorts(
                        invoices.bills(), this::chargeAtOnce, Milestones.works(), new PrintOrderForm(press)),
                new FormLinks(baseUrl, tokens),
                realTime);
        outbox.register(subscriptions.listener());
        usage = new Usage(database, subscriptions, catalogue, outbox, invoices.corrections());
        outbox.register(invoices.lateUsage(subscriptions));
        payments = new Payments(
                new PaymentDependencies(database, sellers, customers, journal, invoices, outbox),
                new Payments.Surroundings(seal, baseUrl, settings.stripeUrl(), realTime));
        milestones = new Milestones(sellers, customers, subscriptions, invoices, outbox);
        webhooks = webhooks(settings, database, realTime);
        webhooks.tell(metrics);
        accounting = new Accounting(
                new Accounting.House(database, sellers, outbox, seal, realTime, baseUrl, traces), books(settings));
        auditChain = new AuditChain(database, new SignedAuditHeads(settings.data(), seal), realTime);
        auditLoop = auditChain.loop();
        journalLoop = journal.loop(database);
        tracing = new Loop("traces", Traces.SEND_EVERY, traces::round);
        pages = new Pages(
                new Pages.Rooms(
                        database,
                        sellers,
                        customers,
                        subscriptions,
                        invoices,
                        payments.payersSide(),
                        payments.sandboxForms()),
                new Pages.Surroundings(baseUrl, tokens, settings.pageViewsPerMinute(), realTime, this::mailCode));
        registerSweeps(database);
        routes = allRoutes();
        var visibility = new Visibility(metrics, traces);
        var house = new RequestPipeline.House(database, seal, tokens, realTime);
        front = new RequestPipeline(routes, keys, house, settings.frontLimits(), visibility);
        pump = new Pump(database, outbox, realTime, visibility, this::isBusy);
        registerInvariants();
        jobs = new Jobs(database, sweeps, invariants, realTime, traces);
        new Gauges(database, realTime).register(metrics, front, traces);
    }

    private void registerSweeps(Database database) {
        subscriptions.sweeps().forEach(sweeps::register);
        invoices.sweeps().forEach(sweeps::register);
        payments.sweeps().forEach(sweeps::register);
        sweeps.register(mail.sweep());
        sweeps.register(new TellHeldUp(database, outbox).sweep());
    }

    private Routes allRoutes() {
        return new Routes()
                .include(sellers.routes())
                .include(keys.routes())
                .include(taxes.routes())
                .include(customers.routes())
                .include(catalogue.routes())
                .include(subscriptions.routes())
                .include(usage.routes())
                .include(journal.routes())
                .include(invoices.routes(subscriptions))
                .include(payments.routes())
                .include(milestones.routes())
                .include(webhooks.routes())
                .include(accounting.routes())
                .include(papers.routes())
                .include(mail.routes())
                .include(pages.routes())
                .include(AuditResource.routes(
                        (tx, seller) -> sellers.get(tx, seller).timeZone()));
    }

    private void registerInvariants() {
        invariants.register("I15 keys contain the seller", Invariants::keysNameTheSeller);
        invariants.register("I7 what refuses changes is switched on", Invariants::guardsStand);
        invariants.register("I11 the audit chain holds", auditChain::verify);
        journal.register(invariants);
        subscriptions.register(invariants);
        invoices.register(invariants);
        usage.register(invariants);
        payments.register(invariants);
        milestones.register(invariants);
        webhooks.register(invariants);
    }

    /// Erases a customer in the modules that keep something about them; `customers` is built before these modules.
    private void forget(Tx tx, CustomerId customer) {
        subscriptions.forget(tx, customer);
        usage.forget(tx, customer);
        invoices.forget(tx, customer);
        mail.forget(tx, customer.value());
    }

    /// Pages and mail do not know one another.
    private boolean mailCode(SqlSession tx, SellerId seller, InvoiceId invoice, MailedCodes.Letter letter) {
        var recipients = mail.recipients(tx, seller, invoice.value());
        if (recipients.isEmpty()) return false;
        mail.pageCode(
                tx, seller, new Mail.Code(recipients, letter.locale(), letter.what(), letter.code(), letter.minutes()));
        return true;
    }

    /// The way out to addresses that sellers choose, and the room that uses it.
    private Webhooks webhooks(Settings settings, Database database, InstantSource realTime) {
        var guard = new Guard(new SystemResolver());
        return new Webhooks(
                new Webhooks.House(database, sellers, outbox, seal, realTime),
                new Webhooks.WayOut(
                        guard,
                        new GuardedClient(guard, defaultTls(), Limits.STANDARD),
                        settings.areLocalWebhooksAllowed(),
                        settings.webhookHosts(),
                        traces));
    }

    private static Accounting.Hosts books(Settings settings) {
        var real = Accounting.Hosts.REAL;
        var tokens = settings.accountingTokensUrl().map(URI::create);
        return new Accounting.Hosts(
                real.quickBooks().at(settings.quickBooksUrl().map(URI::create), tokens),
                real.xero().at(settings.xeroUrl().map(URI::create), tokens));
    }

    private static SSLContext defaultTls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing); // every JDK has one
        }
    }

    /// Subscriptions are built before payments, and reach them only once everything stands.
    private void chargeAtOnce(Tx tx, SubscriptionId subscription, OrderId order) {
        payments.chargeAtOnce(tx, subscription, order);
    }

    private Optional<String> payLink(SqlSession tx, SellerId seller, String token) {
        return payLinks(tx, seller).apply(token);
    }

    private Function<String, Optional<String>> payLinks(SqlSession tx, SellerId seller) {
        boolean isTaking = payments.isTakingPayments(tx, seller);
        return token -> isTaking ? Optional.of(baseUrl + "/pay/" + tokens.shown(token)) : Optional.empty();
    }

    /// Whether work that can wait should: a billing run goes on, or more requests than cores are in flight.
    private boolean isBusy() {
        return sweeps.isRunning() || front.inFlight() > BUSY_REQUESTS;
    }

    /// Everything that is served under `/api/v2`.
    public Routes routes() {
        return routes;
    }

    public RequestPipeline front() {
        return front;
    }

    /// Encrypts what releases before this one stored of links.
    public void sealBareTokens(Database database) {
        new SealBareTokens(database, tokens).run();
    }

    public Keys keys() {
        return keys;
    }

    public Catalogue catalogue() {
        return catalogue;
    }

    public Sellers sellers() {
        return sellers;
    }

    public Taxes taxes() {
        return taxes;
    }

    public Customers customers() {
        return customers;
    }

    public ErasureList erasures() {
        return erasures;
    }

    public Payments payments() {
        return payments;
    }

    public Mail mail() {
        return mail;
    }

    public Accounting accounting() {
        return accounting;
    }

    public Sweeps sweeps() {
        return sweeps;
    }

    public Pump pump() {
        return pump;
    }

    /// The background loops of the process.
    public List<Loop> loops() {
        var loops = new ArrayList<>(webhooks.loops());
        loops.add(auditLoop);
        loops.add(journalLoop);
        loops.add(payments.upkeep());
        loops.add(mail.upkeep());
        loops.add(accounting.loop());
        if (traces.isOn()) loops.add(tracing);
        return List.copyOf(loops);
    }

    /// Ends what the loops have begun; to be called after they were stopped.
    public void stopDeliveries() throws InterruptedException {
        webhooks.stop();
        traces.finish();
    }

    public Webhooks webhooks() {
        return webhooks;
    }

    public AuditChain auditChain() {
        return auditChain;
    }

    public Jobs jobs() {
        return jobs;
    }

    /// The pages that are served outside `/api/`, beside health and metrics.
    public List<PublicPages> pages() {
        var all = new ArrayList<PublicPages>();
        all.add(ContractPages.load());
        keys.pages(scannerSecret).ifPresent(all::add);
        all.add(pages.site());
        all.add(new Console(new OwnApi(front), baseUrl, consoleViewsPerMinute).site());
        all.add(subscriptions.pages());
        all.add(payments.pages());
        all.add(invoices.pages());
        all.add(papers);
        all.add(accounting.pages());
        return List.copyOf(all);
    }

    /// The invariants that `./brickwork check` proves.
    public Invariants invariants() {
        return invariants;
    }

    public Metrics metrics() {
        return metrics;
    }
}
