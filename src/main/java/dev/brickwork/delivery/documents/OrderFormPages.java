package dev.brickwork.delivery.documents;

import dev.brickwork.billing.orders.AgreeToOrder;
import dev.brickwork.billing.orders.OrderForm;
import dev.brickwork.billing.orders.OrderForms;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderFormStore;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.Sha256;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.http.pages.PublicRequest;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Task;
import dev.brickwork.sellers.SellerClock;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;

/// The order form under its unguessable link: a PDF and nothing else, printed when it is first requested and
/// kept while its content stays the same. The agreed form is printed at the agreement and stays. The HTML itself,
/// which is untrusted, is never served.
public final class OrderFormPages implements PublicPages {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final String PDF = "application/pdf";

    private final Database database;
    private final SellerClock clock;
    private final OrderStore orders = new OrderStore();
    private final OrderFormStore printed = new OrderFormStore();
    private final OrderForms forms;
    private final PrintOrderForm paper;
    private final FormLinks links;
    private final ConcurrentMap<String, CompletableFuture<byte[]>> printing = new ConcurrentHashMap<>();

    public OrderFormPages(
            Database database, SellerClock clock, OrderForms forms, PrintOrderForm paper, FormLinks links) {
        this.links = links;
        this.database = database;
        this.clock = clock;
        this.forms = forms;
        this.paper = paper;
    }

    private record Found(SellerId seller, Order order, Optional<OrderFormStore.Printed> kept) {}

    private record Wanted(OrderForm form, String madeOf) {}

    /// The listener that prints what a buyer has agreed to, before a party or a tax becomes another one.
    public Listener listener() {
        return new AfterTheFact(this);
    }

    private record AfterTheFact(OrderFormPages pages) implements Listener {
        @Override
        public String name() {
            return "print-order-form";
        }

        @Override
        public Set<String> types() {
            return Set.of(AgreeToOrder.AGREED);
        }

        @Override
        public void handle(Task task) {
            var caller = new Caller(task.seller(), "form", task.eventId().toString(), task.occurredAt());
            var subscription = new SubscriptionId(
                    UUID.fromString(task.json().path("subscription_id").asText()));
            var order = pages.database
                    .read(tx -> pages.orders.find(tx.as(caller), subscription, new OrderId(task.object())))
                    .orElseThrow();
            pages.print(caller, order, pages.wanted(caller, order));
        }
    }

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        if (!request.path().startsWith(FormLinks.PATH) || !request.method().equals("GET")) return Optional.empty();
        var token = request.path().substring(FormLinks.PATH.length());
        if (!TOKEN.matcher(token).matches()) return Optional.empty();
        var found = database.read(tx -> find(tx, token));
        return found.map(it -> shown(pdf(it, request.requestId())));
    }

    /// On a busy machine a form may take longer than a request may last. So it is printed beside the request, which
    /// only waits for it: a form that is late for one request is kept for the next. Requests for one form share it.
    private byte[] pdf(Found found, String requestId) {
        var order = found.order;
        var kept = found.kept;
        if (!order.isOpen()
                && kept.filter(it -> it.madeOf().equals(OrderFormStore.CLOSED)).isPresent())
            return kept.get().pdf();
        var caller = new Caller(found.seller, "form", requestId, clock.now(found.seller));
        var wanted = wanted(caller, order);
        if (kept.filter(it -> it.madeOf().equals(wanted.madeOf)).isPresent())
            return kept.get().pdf();
        var own = new CompletableFuture<byte[]>();
        var running = printing.putIfAbsent(order.id() + wanted.madeOf, own);
        if (running == null) Thread.startVirtualThread(() -> print(caller, order, wanted, own));
        return awaited(running == null ? own : running);
    }

    private void print(Caller caller, Order order, Wanted wanted, CompletableFuture<byte[]> result) {
        try {
            result.complete(print(caller, order, wanted));
        } catch (RuntimeException | Error broken) {
            result.completeExceptionally(broken);
        } finally {
            printing.remove(order.id() + wanted.madeOf, result);
        }
    }

    private static byte[] awaited(CompletableFuture<byte[]> form) {
        try {
            return form.get();
        } catch (InterruptedException late) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the order form is not printed yet", late);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException broken) throw broken;
            throw new IllegalStateException(failed.getCause());
        }
    }

    private static Answer shown(byte[] pdf) {
        return Answer.bytes(PDF, pdf)
                .with("Content-Disposition", "attachment; filename=\"order-form.pdf\"")
                .with("Cache-Control", "private, no-store")
                .with("X-Content-Type-Options", "nosniff")
                .with("X-Robots-Tag", "noindex");
    }

    private Optional<Found> find(SqlSession tx, String token) {
        return tx.query(OrderStore.WHOLE + "WHERE orders.form_token = :stored")
                .bind("stored", links.stored(token))
                .map((row, _) -> {
                    var seller = new SellerId(Columns.uuid(row, "seller_id"));
                    var order = OrderStore.order(row);
                    return new Found(seller, order, printed.find(tx, seller, order));
                })
                .findOne();
    }

    private Wanted wanted(Caller caller, Order order) {
        var form = database.read(tx -> forms.of(tx.as(caller), order));
        return new Wanted(form, order.isOpen() ? madeOf(order, form) : OrderFormStore.CLOSED);
    }

    private byte[] print(Caller caller, Order order, Wanted wanted) {
        var pdf = database.read(tx -> paper.compose(tx.as(caller), wanted.form)).print();
        database.inTransaction(caller, tx -> printed.keep(tx, order, pdf, wanted.madeOf));
        return pdf;
    }

    private static String madeOf(Order order, OrderForm form) {
        return HexFormat.of().formatHex(Sha256.of(order.version() + " " + form));
    }
}
