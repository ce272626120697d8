package dev.brickwork.app;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.catalog.api.Catalogue;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.customers.Customers;
import dev.brickwork.delivery.documents.Documents;
import dev.brickwork.delivery.documents.OrderFormPages;
import dev.brickwork.delivery.documents.PaperResource;
import dev.brickwork.delivery.documents.PrintInvoice;
import dev.brickwork.delivery.documents.PrintOrderForm;
import dev.brickwork.delivery.mail.Mail;
import dev.brickwork.delivery.reissue.ReissueInvoice;
import dev.brickwork.delivery.webhooks.Webhooks;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.integrations.accounting.Accounting;
import dev.brickwork.invoicing.issued.AttachmentStore;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.invoicing.issued.PayLinks;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.Journal;
import dev.brickwork.payments.Payments;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.audit.AuditChain;
import dev.brickwork.platform.audit.AuditResource;
import dev.brickwork.platform.audit.SignedAuditHeads;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
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
import dev.brickwork.platform.outbox.TellPostponedRows;
import dev.brickwork.platform.security.SealedTokens;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.privacy.EraseAgain;
import dev.brickwork.privacy.EraseCustomer;
import dev.brickwork.privacy.ErasureList;
import dev.brickwork.sellers.SellerClock;
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
import javax.net.ssl.SSLContext;

/// Builds the modules of the service, the lowest first, each from those below it. The use cases of billing are built by
/// [BillingWiring].
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
    private final Journal journal;
    private final Payments payments;
    private final BillingWiring billing;
    private final EraseCustomer erasing;
    private final ReissueInvoice reissuing;
    private final OrderFormPages orderForms;
    private final Webhooks webhooks;
    private final Accounting accounting;
    private final PaperResource papers;
    private final String baseUrl;
    private final int consoleViewsPerMinute;
    private final Mail mail;
    private final AuditChain auditChain;
    private final Loop auditLoop;
    private final Loop journalLoop;
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
        customers = new Customers(outbox);
        erasures = new ErasureList(settings.data());
        outbox.register(erasures);
        catalogue = new Catalogue(database, sellers, settings.couponMissesPerHour());
        journal = new Journal(sellers);
        baseUrl = settings.baseUrl().orElse("http://localhost:" + settings.port());
        consoleViewsPerMinute = settings.consoleViewsPerMinute();
        var links = new FileLinks(seal, baseUrl, realTime);
        var credits = new CreditLedger(journal, outbox);
        var invoiceView = new InvoiceView(new PayLinks(baseUrl, tokens), new AttachmentStore(links));
        var invoices = new Invoices(invoiceView);
        payments = new Payments(
                new PaymentDependencies(database, sellers, customers, journal, credits, invoices, outbox),
                new Payments.Surroundings(seal, baseUrl, settings.stripeUrl(), realTime));
        var payPages = payments.pageLinks(tokens, baseUrl);
        var press = new Documents(metrics);
        var printing = new PrintInvoice(press, payPages);
        mail = new Mail(
                database,
                outbox,
                new Mail.Way(
                        settings.smtpUrl(),
                        settings.data().resolve("mail"),
                        settings.mailSender(),
                        payPages,
                        tokens,
                        traces),
                realTime,
                metrics);
        var formLinks = new FormLinks(baseUrl, tokens);
        billing = new BillingWiring(
                new BillingDependencies(database, sellers, taxes, customers, catalogue, journal, credits, outbox),
                invoiceView,
                payments.chargingAtOnce(),
                formLinks,
                links);
        outbox.register(billing.lateUsage());
        outbox.register(printing.listener(database, invoices, outbox));
        papers = new PaperResource(database, invoices, printing, links);
        reissuing = new ReissueInvoice(billing.regenerating(), invoices, printing, mail);
        orderForms = new OrderFormPages(
                database,
                new SellerClock(database, sellers, realTime),
                billing.forms(),
                new PrintOrderForm(press),
                formLinks);
        outbox.register(orderForms.listener());
        erasing = new EraseCustomer(customers, mail);
        webhooks = webhooks(settings, database, realTime);
        webhooks.tell(metrics);
        accounting = new Accounting(
                new Accounting.Dependencies(database, sellers, outbox, seal, realTime, baseUrl, traces),
                books(settings));
        auditChain = new AuditChain(database, new SignedAuditHeads(settings.data(), seal), realTime);
        auditLoop = auditChain.loop();
        journalLoop = journal.loop(database);
        pages = new Pages(
                new Pages.Dependencies(
                        database,
                        sellers,
                        customers,
                        billing.contracts(),
                        billing.buyerOrders(),
                        payments.payersSide(),
                        payments.sandboxForms()),
                new Pages.Surroundings(baseUrl, tokens, settings.pageViewsPerMinute(), realTime, this::mailCode));
        registerSweeps(database);
        routes = allRoutes();
        var visibility = new Visibility(metrics, traces);
        var requestDependencies = new RequestPipeline.Dependencies(database, seal, tokens, realTime);
        front = new RequestPipeline(routes, keys, requestDependencies, settings.frontLimits(), visibility);
        pump = new Pump(database, outbox, realTime, visibility, this::isBusy);
        registerInvariants();
        jobs = new Jobs(database, sweeps, invariants, realTime, traces);
        new Gauges(database, realTime).register(metrics, front, traces);
    }

    private void registerSweeps(Database database) {
        billing.sweeps().forEach(sweeps::register);
        payments.sweeps().forEach(sweeps::register);
        sweeps.register(mail.sweep());
        sweeps.register(new TellPostponedRows(database, outbox).sweep());
    }

    private Routes allRoutes() {
        return new Routes()
                .include(sellers.routes())
                .include(keys.routes())
                .include(taxes.routes())
                .include(customers.routes())
                .include(catalogue.routes())
                .include(erasing.routes())
                .include(billing.routes())
                .include(journal.routes())
                .include(payments.routes())
                .include(reissuing.routes())
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
        billing.register(invariants);
        payments.register(invariants);
        webhooks.register(invariants);
    }

    /// Pages and mail do not know one another.
    private boolean mailCode(SqlSession tx, SellerId seller, InvoiceId invoice, MailedCodes.Letter letter) {
        var recipients = mail.recipients(tx, seller, invoice.value());
        if (recipients.isEmpty()) return false;
        mail.pageCode(
                tx, seller, new Mail.Code(recipients, letter.locale(), letter.what(), letter.code(), letter.minutes()));
        return true;
    }

    /// Webhooks, with the guarded way to addresses that sellers choose.
    private Webhooks webhooks(Settings settings, Database database, InstantSource realTime) {
        var guard = new Guard(new SystemResolver());
        return new Webhooks(
                new Webhooks.Dependencies(database, sellers, outbox, seal, realTime),
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

    public EraseAgain erasingAgain() {
        return new EraseAgain(erasing);
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
        all.add(orderForms);
        all.add(payments.pages());
        all.add(billing.attachments());
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
