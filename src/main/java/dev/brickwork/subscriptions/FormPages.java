package dev.brickwork.subscriptions;

import dev.brickwork.customers.CustomerId;
import dev.brickwork.customers.Customers;
import dev.brickwork.customers.PersonId;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.kernel.pricing.Circumstances;
import dev.brickwork.kernel.pricing.Contract;
import dev.brickwork.kernel.pricing.Estimate;
import dev.brickwork.kernel.pricing.Pricing;
import dev.brickwork.kernel.pricing.Terms;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.PublicPages;
import dev.brickwork.plumbing.http.PublicRequest;
import dev.brickwork.sellers.Sellers;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;

/// The order form under its unguessable link: a PDF and nothing else, printed when it is first asked for and
/// kept until the order changes. Never the HTML itself, which is somebody else's (REL 3.3).
final class FormPages implements PublicPages {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final String PDF = "application/pdf";

    private final Database database;
    private final Agreements agreements;
    private final Customers customers;
    private final Sellers sellers;
    private final Payers payers;
    private final OrderPaper paper;
    private final InstantSource realTime;

    FormPages(
            Database database,
            Agreements agreements,
            Customers customers,
            Sellers sellers,
            Payers payers,
            OrderPaper paper,
            InstantSource realTime) {
        this.database = database;
        this.agreements = agreements;
        this.customers = customers;
        this.sellers = sellers;
        this.payers = payers;
        this.paper = paper;
        this.realTime = realTime;
    }

    private record Found(SellerId seller, Order order, Optional<byte[]> kept) {}

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        if (!request.path().startsWith(FormLinks.PATH) || !request.method().equals("GET")) return Optional.empty();
        var token = request.path().substring(FormLinks.PATH.length());
        if (!TOKEN.matcher(token).matches()) return Optional.empty();
        var found = database.read(tx -> find(tx, token));
        return found.map(it -> shown(it.kept().orElseGet(() -> printed(it, request.requestId()))));
    }

    private static Answer shown(byte[] pdf) {
        return Answer.bytes(PDF, pdf)
                .with("Content-Disposition", "inline; filename=\"order-form.pdf\"")
                .with("Cache-Control", "private, no-store")
                .with("X-Content-Type-Options", "nosniff")
                .with("X-Robots-Tag", "noindex");
    }

    private static Optional<Found> find(Handle tx, String token) {
        return tx.createQuery("""
                SELECT orders.*, CASE WHEN orders.order_type = 'UPGRADE' THEN base.terms END AS base_terms, form.pdf
                FROM orders
                JOIN orders base ON base.seller_id = orders.seller_id AND base.id = orders.term_order_id
                LEFT JOIN order_form form ON form.seller_id = orders.seller_id AND form.order_id = orders.id
                    AND form.order_version = orders.version
                WHERE orders.form_token = :token
                """)
                .bind("token", token)
                .map((row, _) -> new Found(
                        new SellerId(Columns.uuid(row, "seller_id")),
                        OrderStore.order(row),
                        Optional.ofNullable(row.getBytes("pdf"))))
                .findOne();
    }

    private byte[] printed(Found found, String requestId) {
        var caller = database.read(tx -> new Caller(
                found.seller,
                "form",
                requestId,
                sellers.testClock(tx, found.seller).orElseGet(realTime::instant)));
        var pdf = database.read(tx -> paper.print(tx, caller, form(tx, caller, found.order)));
        database.inTransaction(caller, tx -> keep(tx, caller, found.order, pdf));
        return pdf;
    }

    private static int keep(Handle tx, Caller caller, Order order, byte[] pdf) {
        return tx.createUpdate("""
                INSERT INTO order_form (seller_id, order_id, order_version, pdf)
                VALUES (:seller, :order, :version, :pdf)
                ON CONFLICT (seller_id, order_id) DO UPDATE SET order_version = :version, pdf = :pdf
                WHERE order_form.order_version < :version
                """)
                .bind("seller", caller.seller().value())
                .bind("order", order.id().value())
                .bind("version", order.version())
                .bind("pdf", pdf)
                .execute();
    }

    private OrderForm form(Handle tx, Caller caller, Order order) {
        var agreement = agreements.find(tx, caller, order.subscription());
        var subscription = agreement.subscription();
        var agreed = Agreed.read(order.fields(), subscription.agreed());
        return new OrderForm(
                order.id(),
                order.type(),
                sellers.get(tx, caller.seller()),
                sellers.entity(tx, caller, subscription.entity()).orElseThrow(),
                customers
                        .find(tx, caller, new CustomerId(subscription.customer()))
                        .orElseThrow(),
                customers
                        .find(tx, caller, new CustomerId(subscription.billedCompany()))
                        .orElseThrow(),
                estimate(tx, caller, agreement, order),
                subscription.planName(),
                terms(order).months(),
                terms(order).phases().getFirst().paymentTermsDays(),
                agreed.isRenewing(),
                agreed.renewalMonths().orElse(terms(order).months()),
                agreed.uplift(),
                agreed.accountsPayableEmails(),
                agreed.purchaseOrder(),
                agreed.signatory().flatMap(id -> customers.person(tx, caller, new PersonId(id))),
                agreed.orderFormHtml(),
                order.signedAt()
                        .map(at -> new OrderForm.Signature(order.signedBy().orElse(""), at)),
                subscription.zone(),
                order.createdAt());
    }

    /// Of an upgrade, those that it changes.
    private static Terms terms(Order order) {
        return TermsJson.terms(order.baseTerms().or(order::terms).orElseThrow());
    }

    /// As the order was priced last, or as it was agreed.
    private Estimate estimate(Handle tx, Caller caller, Agreement agreement, Order order) {
        var taxes = payers.taxes(tx, caller, agreement.subscription());
        if (order.type() != OrderType.UPGRADE) {
            return new Agreement(agreement.subscription(), List.of(order), agreement.pauses()).estimate(taxes);
        }
        var term = agreement.termId().equals(order.term())
                ? agreement
                : agreements.of(tx, caller, agreement.subscription(), order.term());
        var before = new Contract(
                term.terms(),
                term.contract()
                        .upgrades()
                        .subList(
                                0,
                                Math.min(
                                        term.upgradesBefore(order),
                                        term.orders().size() - 1)));
        return Pricing.estimateUpgrade(
                        before, TermsJson.upgrade(order.terms().orElseThrow()), Circumstances.PLAIN.taxedBy(taxes))
                .orElseThrow(faults -> new IllegalStateException(faults.toString()))
                .on(term.clock());
    }
}
