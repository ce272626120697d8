package dev.brickwork.subscriptions.forms;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.pages.PublicPages;
import dev.brickwork.plumbing.http.pages.PublicRequest;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.subscriptions.FormLinks;
import dev.brickwork.subscriptions.Order;
import dev.brickwork.subscriptions.OrderPaper;
import dev.brickwork.subscriptions.stored.OrderStore;
import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;

/// The order form under its unguessable link: a PDF and nothing else, printed when it is first asked for and
/// kept until the order changes. Never the HTML itself, which is somebody else's.
public final class FormPages implements PublicPages {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final String PDF = "application/pdf";

    private final Database database;
    private final Sellers sellers;
    private final OrderForms forms;
    private final OrderPaper paper;
    private final InstantSource realTime;

    public FormPages(Database database, Sellers sellers, OrderForms forms, OrderPaper paper, InstantSource realTime) {
        this.database = database;
        this.sellers = sellers;
        this.forms = forms;
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
                .with("Content-Disposition", "attachment; filename=\"order-form.pdf\"")
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
        var pdf = database.read(tx -> paper.print(tx, caller, forms.of(tx, caller, found.order)));
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
}
