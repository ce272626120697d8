package dev.brickwork.billing.issue;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.issued.DueInvoice;
import dev.brickwork.invoicing.issued.HistoryStore;
import dev.brickwork.invoicing.issued.InvoiceEvents;
import dev.brickwork.invoicing.issued.InvoiceNumber;
import dev.brickwork.invoicing.issued.InvoiceTotals;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.invoicing.issued.IssueStore;
import dev.brickwork.invoicing.issued.OpeningBalance;
import dev.brickwork.invoicing.issued.Version;
import dev.brickwork.invoicing.issued.VersionStore;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.CreditMovement;
import dev.brickwork.ledger.CreditSource;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.payments.collection.AutomaticCharges;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Background;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.jobs.DueRowPoller;
import dev.brickwork.platform.jobs.Sweep;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.sellers.LegalEntity;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.tax.Sale;
import dev.brickwork.tax.Taxes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// Issues everything that is due: priced and taxed now, credit applied, numbered without a gap, version 1
/// written, told (rules I-01, I-09, X-06). Any number of processes may do it at once; the row locks give each
/// invoice to one of them. The paper and the mail follow from what is told, so they never delay issuing.
public final class IssueInvoices {
    private static final int FIRST_BATCH_COUNT = 10;
    private static final int BATCH_COUNT_MAX = 100;
    private static final Duration QUICK = Duration.ofMillis(500);
    private static final Duration SLOW = Duration.ofSeconds(3);
    private static final int WAITS_MAX = 100;
    private static final long WAIT_MILLIS = 50;

    private final Database database;
    private final Sellers sellers;
    private final Customers customers;
    private final Taxes taxes;
    private final CreditLedger credits;
    private final AutomaticCharges collection;
    private final Journal journal;
    private final Outbox outbox;
    private final InvoiceView view;
    private final BillUsage usage;
    private final IssueQueue queue;
    private final IssueStore store = new IssueStore();
    private final VersionStore versionStore;
    private final HistoryStore history = new HistoryStore();
    private final DueRowPoller poller;

    public IssueInvoices(BillingDependencies modules, AutomaticCharges collection, InvoiceView view, BillUsage usage) {
        this.usage = usage;
        this.database = modules.database();
        this.sellers = modules.sellers();
        this.customers = modules.customers();
        this.taxes = modules.taxes();
        this.journal = modules.journal();
        this.outbox = modules.outbox();
        this.credits = modules.credits();
        this.collection = collection;
        this.view = view;
        this.versionStore = new VersionStore(view.links());
        this.poller = new DueRowPoller(IssueStore.WAITING, database);
        this.queue = new IssueQueue(database, (tx, started) -> issue(tx, store.lockDue(tx, started)));
    }

    public Sweep sweep() {
        return IssueStore.WAITING.sweep("issue", this::run);
    }

    /// On a day with many, the next batch is priced while this one is written.
    private int run(Caller caller, BooleanSupplier isEnough) {
        int first = issueNext(caller, FIRST_BATCH_COUNT);
        if (first < FIRST_BATCH_COUNT) return first + issueAll(caller, isEnough);
        var other = new FutureTask<>(() -> issueAll(caller, isEnough));
        Background.start("issue", other);
        try {
            return first + issueAll(caller, isEnough) + other.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException known) throw known;
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException asked) {
            throw stopped(asked);
        }
    }

    private int issueNext(Caller caller, int most) {
        try {
            return database.inTransaction(caller, tx -> issue(tx, store.lockDue(tx, most)));
        } catch (DatabaseAway away) {
            throw away;
        } catch (RuntimeException oneOfThem) {
            return poller.some(caller, id -> database.inTransaction(caller, tx -> issue(tx, store.lockDue(tx, id))));
        }
    }

    /// Issues what is due. Waits for invoices whose contract another transaction is changing, so that the moment
    /// does not pass without them.
    private int issueAll(Caller caller, BooleanSupplier isEnough) {
        int done = 0;
        int most = FIRST_BATCH_COUNT;
        for (int waits = 0; waits < WAITS_MAX; ) {
            long began = System.nanoTime();
            int issued = issueNext(caller, most);
            done += issued;
            if (issued > 0) {
                if (isEnough.getAsBoolean()) return done;
                most = nextCount(most, Duration.ofNanos(System.nanoTime() - began));
                continue;
            }
            if (!database.read(tx -> store.isAnyDue(tx.as(caller)))) return done;
            waits++;
            pause();
        }
        return done;
    }

    /// Batches save commits, but what takes long is committed in small ones: a process that is killed loses little,
    /// and the next one does not begin the same long batch again.
    static int nextCount(int count, Duration took) {
        if (took.compareTo(QUICK) <= 0) return Math.min(BATCH_COUNT_MAX, count * 4);
        return took.compareTo(SLOW) < 0 ? count : Math.max(1, count / 4);
    }

    private static void pause() {
        try {
            Thread.sleep(WAIT_MILLIS);
        } catch (InterruptedException asked) {
            throw stopped(asked);
        }
    }

    private static IllegalStateException stopped(InterruptedException asked) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("stopped while issuing", asked);
    }

    /// Issues what a subscription owes at the moment its order closes, after the commit and together with the
    /// invoices of other subscriptions that start at the same time.
    public void issueDue(Tx tx, SubscriptionId subscription) {
        tx.afterCommit(() -> queue.issue(tx.caller(), subscription));
    }

    /// A standalone invoice, when its day has come.
    public void issueDue(Tx tx, InvoiceId standalone) {
        issue(tx, store.lockDue(tx, standalone.value()));
    }

    private int issue(Tx tx, List<DueInvoice> due) {
        if (due.isEmpty()) return 0;
        var versions = priced(tx, due);
        versionStore.saveTaxes(tx, versions);
        settle(tx, versions);
        journal.post(tx, versions.stream().map(IssueInvoices::booked).toList());
        history.add(tx, due.stream().map(DueInvoice::id).toList(), "ISSUED", Optional.empty());
        var numbered = new HashMap<UUID, String>();
        var dated = numbered(tx, versions, numbered);
        versionStore.saveIssued(tx, dated, numbered);
        versionStore.insertVersions(tx, dated, numbered);
        usage.settleFees(
                tx,
                versions.stream()
                        .collect(Collectors.toMap(version -> version.invoice().id(), Version::lines)));
        collection.issued(tx, due.stream().map(one -> new InvoiceId(one.id())).toList());
        outbox.stage(
                tx,
                view.byIds(tx, due.stream().map(DueInvoice::id).toList()).stream()
                        .map(invoice -> InvoiceEvents.told("invoice.start", invoice, tx.now()))
                        .toList());
        return due.size();
    }

    private List<Version> priced(Tx tx, List<DueInvoice> due) {
        var companies = companies(tx, due);
        usage.settleLate(tx, due);
        var billables = store.billables(tx, due.stream().collect(Collectors.toMap(DueInvoice::id, DueInvoice::term)));
        usage.run(tx, due, billables)
                .forEach((id, lines) ->
                        billables.computeIfAbsent(id, _ -> new ArrayList<>()).addAll(lines));
        var book = taxes.book(tx);
        var entities = new HashMap<LegalEntityId, LegalEntity>();
        for (var one : due) {
            entities.computeIfAbsent(one.entity(), id -> sellers.entity(tx, id).orElseThrow());
        }
        var priced = new ArrayList<Priced>();
        for (var one : due) {
            var billed = required(companies, one.billedCompany());
            var entity = required(entities, one.entity());
            var today = one.zone().dateOf(tx.now());
            var sale = Sale.of(entity, billed.address(), billed.taxId(), today);
            var rates = book.rates(sale);
            var bill = InvoiceTotals.of(
                    billables.getOrDefault(one.id(), List.of()),
                    rates,
                    one.adjustmentCredit(),
                    one.adjustmentCreditLabel(),
                    one.billOn());
            var issuer = entity.taxedAs(book.taxId(sale, entity.taxId()));
            var parties = new Version.Parties(issuer, billed, sale, required(companies, one.customer()));
            priced.add(new Priced(one, parties, rates, bill));
        }
        return opened(tx, priced);
    }

    private record Priced(DueInvoice invoice, Version.Parties companies, TaxRates rates, InvoiceTotals bill) {}

    /// Credit goes onto the invoices in the order of their dates, that which one of them gives onto the next ones, too
    /// (rule I-11). The balances are held until the commit.
    private List<Version> opened(Tx tx, List<Priced> priced) {
        var balances = credits.lock(
                tx,
                priced.stream()
                        .filter(one -> one.bill.total() > one.invoice.prepaid())
                        .map(one -> one.invoice.customer())
                        .toList());
        var versions = new ArrayList<Version>();
        for (var one : priced) {
            var account = new CreditAccount(one.invoice.customer(), one.invoice.currency());
            var opening = OpeningBalance.of(one.bill, one.invoice.prepaid(), balances.getOrDefault(account, 0L));
            balances.merge(account, opening.excess() + freed(one.bill) - opening.credited(), Long::sum);
            var today = one.companies.taxed().date();
            versions.add(new Version(
                    Ids.next(),
                    1,
                    Version.Cause.ISSUED,
                    one.invoice,
                    one.bill,
                    opening,
                    one.companies,
                    one.rates,
                    tx.now(),
                    today,
                    one.invoice.fixedDueOn().orElse(today.plusDays(one.invoice.paymentTermsDays()))));
        }
        return versions;
    }

    private Map<UUID, Customer> companies(Tx tx, List<DueInvoice> due) {
        var ids = new HashSet<UUID>();
        for (var one : due) {
            ids.add(one.customer());
            ids.add(one.billedCompany());
        }
        return customers.all(tx, ids);
    }

    /// The customers' ledger: credit used, and what these invoices give back to it (rules I-04, M-08, R-05).
    private void settle(Tx tx, List<Version> versions) {
        var movements = new ArrayList<CreditMovement>();
        for (var version : versions) {
            var invoice = version.invoice();
            var account = new CreditAccount(invoice.customer(), invoice.currency());
            var id = new InvoiceId(invoice.id());
            var opening = version.opening();
            movements.add(account.use(opening.credited()).on(id));
            movements.add(
                    account.grant(CreditSource.OVERPAYMENT, opening.excess()).on(id));
            movements.add(account.grant(CreditSource.ADJUSTMENT, freed(version.bill()))
                    .on(id));
        }
        credits.move(tx, movements);
    }

    private static long freed(InvoiceTotals bill) {
        return bill.releasedCredit() + bill.carriedForward();
    }

    static Entry booked(Version version) {
        var invoice = version.invoice();
        var bill = version.bill();
        var opening = version.opening();
        return Entry.of(Cause.INVOICE_ISSUED, invoice.currency(), invoice.customer())
                .on(invoice.id())
                .move(Account.RECEIVABLE, Account.REVENUE, bill.net())
                .move(Account.RECEIVABLE, Account.TAX, bill.tax())
                .move(Account.CUSTOMER_CREDIT, Account.RECEIVABLE, bill.credit())
                .move(Account.RECEIVABLE, Account.CUSTOMER_CREDIT, bill.carriedForward())
                .move(Account.PREPAYMENT, Account.RECEIVABLE, opening.paid())
                .move(Account.PREPAYMENT, Account.CUSTOMER_CREDIT, opening.excess())
                .move(Account.CUSTOMER_CREDIT, Account.RECEIVABLE, opening.credited());
    }

    /// Takes the numbers last of all locks, one run per series (rule I-09); the year is the seller's.
    private List<Version> numbered(Tx tx, List<Version> versions, Map<UUID, String> numbers) {
        var zone = sellers.get(tx, tx.seller()).timeZone();
        int year = zone.dateOf(tx.now()).getYear();
        var bySeries = new TreeMap<UUID, List<Version>>();
        for (var version : versions) {
            bySeries.computeIfAbsent(version.invoice().entity().value(), _ -> new ArrayList<>())
                    .add(version);
        }
        var moments = new LinkedHashMap<UUID, Instant>();
        bySeries.forEach((entity, run) -> {
            var taken = sellers.takeNumbers(tx, new LegalEntityId(entity), year, run.size());
            long next = taken.first();
            for (var version : run) {
                var prefix = version.parties().issuer().invoiceNumberPrefix();
                numbers.put(version.invoice().id(), InvoiceNumber.of(prefix, year, next++));
                moments.put(version.invoice().id(), taken.issuedAt());
            }
        });
        return versions.stream()
                .map(version ->
                        version.issuedAt(required(moments, version.invoice().id())))
                .toList();
    }

    private static <K, V> V required(Map<K, V> map, K key) {
        var value = map.get(key);
        if (value == null) throw new IllegalStateException("nothing for " + key);
        return value;
    }
}
