package dev.brickwork.billing.orders;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.pricing.calendar.ServiceClock;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Tells what happens to orders and subscriptions, in the transaction in which it happens.
final class OrderEvents {
    private final Outbox outbox;
    private final OrderJson json;

    OrderEvents(Outbox outbox, OrderJson json) {
        this.outbox = outbox;
        this.json = json;
    }

    void made(Tx tx, Order order, ServiceClock clock) {
        outbox.stage(tx, stageChange(order, json.fields(order, clock), Optional.empty()));
    }

    /// The order was agreed; its first term may begin with it.
    void closed(Tx tx, Order order, ServiceClock clock) {
        var fields = json.fields(order, clock);
        outbox.stage(
                tx,
                List.of(
                        stageChange(order, fields, Optional.of(OrderStage.BUILDING)),
                        of("order.complete", order, fields)));
    }

    void dropped(Tx tx, Order order) {
        var type = order.stage() == OrderStage.CLOSED_LOST ? "order.closed.lost" : "order.closed.delete";
        var fields = fields(tx, order);
        outbox.stage(
                tx, List.of(stageChange(order, fields, Optional.of(OrderStage.BUILDING)), of(type, order, fields)));
    }

    void order(Tx tx, String type, Order order) {
        outbox.stage(tx, of(type, order, fields(tx, order)));
    }

    /// The order as all events show it.
    private Consumer<JsonWriter> fields(Tx tx, Order order) {
        return json.fields(order, ContractTerms.clock(tx, order));
    }

    void phase(Tx tx, ContractTerm agreement, int index) {
        outbox.stage(tx, of("order.new-ramping-period", agreement.base(), out -> {
            json.fields(agreement.base(), agreement.clock()).accept(out);
            out.name("phase");
            OrderJson.phase(out, agreement.terms(), agreement.terms().phases().get(index), agreement.clock());
        }));
    }

    void subscription(Tx tx, String type, Subscription subscription, Consumer<JsonWriter> more) {
        var summary = json.summary(tx, subscription);
        outbox.stage(tx, of(type, subscription, out -> {
            summary.accept(out);
            more.accept(out);
        }));
    }

    /// The term of this order follows another one.
    void renewed(Tx tx, Subscription subscription, Order order) {
        var fields = fields(tx, order);
        subscription(tx, "subscription.renewed", subscription, out -> out.putObject("order", fields));
    }

    /// Once per transition: only the operations that end a subscription call it, under its lock.
    void inactive(Tx tx, Subscription subscription, Order order) {
        var summary = json.summary(tx, subscription);
        var fields = fields(tx, order);
        var ended = subscription.ended().orElseThrow();
        outbox.stage(
                tx,
                of(
                        "subscription.inactive",
                        subscription,
                        out -> out.put("reason", ended.reason())
                                .put("inactive_at", ended.at())
                                .put("subscription_id", subscription.id().value())
                                .putObject("subscription", summary)
                                .putObject("order", fields)));
    }

    /// Stages a notice that is sent by mail, because the caller asked for one.
    void notice(Tx tx, Subscription subscription, Notice notice) {
        outbox.stage(
                tx,
                Event.inside(
                        "subscription.notice",
                        subscription.id().value(),
                        out -> out.put("what", notice.what)
                                .put("on", notice.on)
                                .put("until", notice.until)
                                .putTexts("emails", notice.emails)));
    }

    /// @param on the first day of a pause, the day of a resumption, the last day of a terminated subscription
    /// @param emails whom to tell; empty for the contact of the subscription
    record Notice(What what, LocalDate on, Optional<LocalDate> until, List<String> emails) {
        enum What {
            PAUSED,
            RESUMED,
            TERMINATED
        }
    }

    private static Event stageChange(Order order, Consumer<JsonWriter> fields, Optional<OrderStage> before) {
        return of("order.stage.change", order, out -> {
            fields.accept(out);
            out.put("previous_stage", before);
        });
    }

    private static Event of(String type, Order order, Consumer<JsonWriter> fields) {
        return Event.told(
                type, order.id().value(), Optional.of(order.subscription().value()), fields);
    }

    private static Event of(String type, Subscription subscription, Consumer<JsonWriter> fields) {
        var id = subscription.id().value();
        return Event.told(type, id, Optional.of(id), fields);
    }
}
