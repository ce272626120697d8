package dev.brickwork.billing.invoices;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.schedule.CreateStandalone;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.issued.InvoiceFilter;
import dev.brickwork.invoicing.issued.InvoiceJson;
import dev.brickwork.invoicing.issued.InvoiceStore;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.invoicing.issued.TotalsView;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Metadata;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Sellers;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Everything under /invoices, and the invoices of a subscription: read the request, run one operation, answer.
public final class InvoiceResource {
    private static final Map<String, String> YES = Fields.words(Function.identity(), "1", "True", "true");
    private static final int REASON_LENGTH_MAX = 1000;
    private static final int MEMO_LENGTH_MAX = 2000;

    private final Sellers sellers;
    private final Contracts contracts;
    private final InvoiceView view;
    private final TotalsView totals = new TotalsView();
    private final InvoiceStore invoices;
    private final Operations operations;

    /// The operations behind the routes.
    public record Operations(
            VoidInvoice voiding,
            ChangeInvoice changing,
            CreateStandalone creating,
            StandaloneInput standaloneInput,
            NextInvoice next,
            ExpectUsage expecting,
            RotatePaymentLink rotating) {}

    public InvoiceResource(
            BillingDependencies modules,
            Contracts contracts,
            InvoiceView view,
            InvoiceStore invoices,
            Operations operations) {
        this.sellers = modules.sellers();
        this.contracts = contracts;
        this.view = view;
        this.invoices = invoices;
        this.operations = operations;
    }

    public Routes routes() {
        return new Routes()
                .get("/subscriptions/{subscription_id}/invoices", Scope.READ, this::ofSubscription)
                .include(new Routes()
                        .get("/subscriptions/{subscription_id}/invoices/next", Scope.READ, this::next)
                        .cpuBoundReads())
                .get("/invoices", Scope.READ, this::list)
                .search("/invoices/search", Scope.READ, this::search)
                .get("/invoices/totals", Scope.READ, this::totals)
                .post("/invoices", Scope.WRITE, this::create)
                .get("/invoices/{invoice_id}", Scope.READ, this::get)
                .patch("/invoices/{invoice_id}", Scope.WRITE, this::change)
                .post("/invoices/{invoice_id}/rotate-payment-url", Scope.WRITE, this::rotatePaymentUrl)
                .post("/invoices/{invoice_id}/void", Scope.INVOICES_VOID, this::voidInvoice);
    }

    private static InvoiceId id(Request request) {
        return request.id("invoice_id", "invoice", InvoiceId::new);
    }

    private Answer get(Tx tx, Request request) {
        boolean isExpected = expectedUsage(request.queryFields());
        var invoice = view.find(tx, id(request)).orElseThrow(() -> Refusal.notFound("invoice"));
        var shown = isExpected ? operations.expecting.run(tx, invoice) : invoice;
        return answer(request, shown).version(invoice.rowVersion());
    }

    private static Answer answer(Request request, Invoice invoice) {
        return Answer.ok(
                json -> InvoiceJson.invoice(json, invoice, request.caller().now()));
    }

    private static boolean expectedUsage(Fields query) {
        var wanted = query.queryFlag("calculate_expected_usage").orElse(false);
        query.check();
        return wanted;
    }

    private Answer list(Tx tx, Request request) {
        var query = request.queryFields();
        boolean isExpected = query.queryFlag("calculate_expected_usage").orElse(false);
        var statuses = request.listed("status", InvoiceStatus.values(), query);
        return page(tx, request, query, Optional.of(statuses).filter(all -> !all.isEmpty()), isExpected);
    }

    private Answer search(Tx tx, Request request) {
        var body = request.fields();
        boolean isExpected = body.flag("calculate_expected_usage").orElse(false);
        Optional<List<InvoiceStatus>> statuses = body.oneOrEach(
                "status", InvoiceStatus.values().length, (each, name) -> each.oneOf(name, InvoiceStatus.values()));
        return page(tx, request, body, statuses, isExpected);
    }

    private Answer totals(Tx tx, Request request) {
        var zone = sellers.get(tx, request.seller()).timeZone();
        return totals.answer(tx, zone);
    }

    private Answer page(
            Tx tx, Request request, Fields filters, Optional<List<InvoiceStatus>> statuses, boolean isExpected) {
        var caller = request.caller();
        var zone = sellers.get(tx, caller.seller()).timeZone();
        var where = InvoiceFilter.read(
                filters, statuses.map(Set::copyOf), caller.seller().value(), zone, caller.now());
        return page(tx, request, filters, where, isExpected);
    }

    private Answer page(Tx tx, Request request, Fields filters, Where where, boolean isExpected) {
        var page = request.page(filters, InvoiceView.LISTING);
        filters.check();
        var found = view.list(tx, where, page);
        return page.answer(
                view.count(tx, where),
                isExpected ? operations.expecting.run(tx, found) : found,
                (json, invoice) ->
                        InvoiceJson.invoice(json, invoice, request.caller().now()));
    }

    private enum Reach {
        ALL,
        CURRENT,
        PAST;

        private String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private Answer ofSubscription(Tx tx, Request request) {
        var caller = request.caller();
        var id = request.id("subscription_id", "subscription", SubscriptionId::new);
        var subscription = contracts.find(tx, id).orElseThrow(() -> Refusal.notFound("subscription"));
        var fields = request.queryFields();
        var scope =
                fields.oneOf("scope", Fields.words(Reach::wire, Reach.values())).orElse(Reach.ALL);
        boolean isExpected = fields.queryFlag("calculate_expected_usage").orElse(false);
        var term = Optional.of(contracts.running(tx, subscription).value());
        return page(
                tx,
                request,
                fields,
                Where.seller("invoice.seller_id", caller.seller().value())
                        .and("invoice.subscription_id = :subscription", "subscription", Optional.of(id.value()))
                        .and(
                                "invoice.term_order_id = :current",
                                "current",
                                scope == Reach.CURRENT ? term : Optional.empty())
                        .and(
                                "invoice.term_order_id < :running", // Those that were agreed earlier.
                                "running",
                                scope == Reach.PAST ? term : Optional.empty()),
                isExpected);
    }

    private Answer next(Tx tx, Request request) {
        var caller = request.caller();
        var id = request.id("subscription_id", "subscription", SubscriptionId::new);
        var subscription = contracts.find(tx, id).orElseThrow(() -> Refusal.notFound("subscription"));
        var query = request.queryFields();
        var isPaidIncluded = query.oneOf("include_paid", YES).isPresent();
        boolean isExpected = expectedUsage(query);
        var stored = operations.next.find(tx, subscription, isPaidIncluded);
        var found = (isExpected ? expected(tx, subscription, stored) : stored)
                .orElseThrow(() -> Refusal.notFound("next invoice"));
        var answer = Answer.ok(json ->
                json.object(out -> InvoiceJson.fields(out, found.invoice(), caller.now(), found.isRenewalEstimate())));
        return found.isRenewalEstimate()
                ? answer
                : answer.version(found.invoice().rowVersion());
    }

    /// With usage so far, an invoice that waits for usage alone may come first. A renewal comes after all that are
    /// stored, also after the one of its own day, and has no usage yet.
    private Optional<NextInvoice.Found> expected(Tx tx, Subscription subscription, Optional<NextInvoice.Found> found) {
        var stored = found.filter(next -> !next.isRenewalEstimate()).map(NextInvoice.Found::invoice);
        return operations
                .expecting
                .next(tx, subscription, stored.map(Invoice::billOn))
                .or(() -> stored.map(invoice -> operations.expecting.run(tx, invoice)))
                .map(invoice -> new NextInvoice.Found(invoice, false))
                .or(() -> found);
    }

    private Answer voidInvoice(Tx tx, Request request) {
        var fields = request.fields();
        var reason = fields.text("reason", REASON_LENGTH_MAX);
        fields.check();
        return answer(request, operations.voiding.run(tx, id(request), reason));
    }

    /// The payment page itself never expires.
    private Answer rotatePaymentUrl(Tx tx, Request request) {
        var id = id(request);
        operations.rotating.run(tx, id);
        var url = view.find(tx, id)
                .flatMap(Invoice::paymentUrl)
                .orElseThrow(() -> Refusal.badRequest("no payment processor can take payments, so there is no page"));
        return Answer.ok(json -> json.object(out -> out.put("url", url).putNull("url_expires_at")))
                .secret("url");
    }

    private Answer create(Tx tx, Request request) {
        var input = operations.standaloneInput.read(tx, request);
        var id = operations.creating.run(tx, input);
        var invoice = view.find(tx, id).orElseThrow();
        return answer(request, invoice).version(invoice.rowVersion());
    }

    private Answer change(Tx tx, Request request) {
        var locked = invoices.lock(tx, id(request)).orElseThrow(() -> Refusal.notFound("invoice"));
        var before = invoices.words(tx, locked.id());
        request.requireVersion(before.rowVersion());
        var fields = request.fields();
        var input = new ChangeInvoice.Input(
                        Metadata.read(fields, "metadata", Metadata.stored(before.metadata())),
                        fields.change("purchase_order", name -> OrderSettings.purchaseOrder(fields, name)),
                        fields.change("memo", name -> fields.note(name, MEMO_LENGTH_MAX)),
                        dueOn(fields, locked.zone()),
                        fields.changeable("collection_paused", fields::flag))
                .from(locked);
        switch (ChangeInvoice.decide(locked, before.issueOn(), input)) {
            case ChangeInvoice.Verdict.Refused(var faults) -> faults.forEach(fields::fault);
            case ChangeInvoice.Verdict.Allowed() -> {}
        }
        fields.check();
        operations.changing.run(tx, locked, before, input);
        var invoice = view.find(tx, locked.id()).orElseThrow();
        return answer(request, invoice).version(invoice.rowVersion());
    }

    /// A day, or a moment, which is turned into its day in the zone of the invoice.
    private static Optional<LocalDate> dueOn(Fields fields, Zone zone) {
        return fields.changeable("due_at", name -> fields.from(name, zone)).map(zone::dateOf);
    }
}
