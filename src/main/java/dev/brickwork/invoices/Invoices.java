package dev.brickwork.invoices;

import dev.brickwork.kernel.Refusal;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.kernel.calendar.ServiceClock;
import dev.brickwork.plumbing.database.Where;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.http.Scope;
import dev.brickwork.subscriptions.Agreement;
import dev.brickwork.subscriptions.Bills;
import dev.brickwork.subscriptions.OrderId;
import dev.brickwork.subscriptions.Subscription;
import dev.brickwork.subscriptions.SubscriptionId;
import dev.brickwork.subscriptions.Subscriptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// The door of the room.
public final class Invoices {
    private static final Map<String, Boolean> FLAGS = Map.of("true", true, "false", false);

    private final Subscriptions subscriptions;
    private final InvoiceView view = new InvoiceView();

    public Invoices(Subscriptions subscriptions) {
        this.subscriptions = subscriptions;
    }

    /// What `subscriptions` needs of this room. Made before it, because it builds on nothing but the ledger.
    public static Bills bills(Credits credits) {
        return new ScheduleBills(credits);
    }

    public Routes routes() {
        return new Routes().get("/subscriptions/{subscription_id}/invoices", Scope.READ, this::ofSubscription);
    }

    private enum Reach {
        ALL,
        CURRENT,
        PAST
    }

    private Answer ofSubscription(Handle tx, Request request) {
        var caller = request.caller();
        var id = request.id("subscription_id", "subscription", SubscriptionId::new);
        var subscription = subscriptions.find(tx, caller, id).orElseThrow(() -> Refusal.notFound("subscription"));
        var fields = request.queryFields();
        var scope = fields.oneOf("scope", Map.of("all", Reach.ALL, "current", Reach.CURRENT, "past", Reach.PAST))
                .orElse(Reach.ALL);
        fields.oneOf("calculate_expected_usage", FLAGS);
        fields.check();
        var page = request.page();
        var ordering = request.ordering("bill_at", List.copyOf(InvoiceView.ORDERINGS.keySet()));
        var where = Where.seller("invoice.seller_id", caller.seller().value())
                .and("invoice.subscription_id = :subscription", "subscription", Optional.of(id.value()))
                .and(
                        "invoice.term_order_id = :current",
                        "current",
                        scope == Reach.CURRENT ? Optional.of(subscription.term().value()) : Optional.empty())
                .and(
                        "invoice.term_order_id <> :running",
                        "running",
                        scope == Reach.PAST ? Optional.of(subscription.term().value()) : Optional.empty());
        var found = view.list(tx, caller, where, page, ordering, clocks(tx, request, subscription));
        return page.answer(
                view.count(tx, where), found, (json, invoice) -> InvoiceJson.invoice(json, invoice, caller.now()));
    }

    /// Each term is read once.
    private InvoiceView.Clocks clocks(Handle tx, Request request, Subscription subscription) {
        var known = new HashMap<UUID, ServiceClock>();
        return term -> known.computeIfAbsent(term, id -> {
            Agreement agreement = subscriptions.term(tx, request.caller(), subscription, new OrderId(id));
            return agreement.clock();
        });
    }

    public boolean exist(Handle tx, SellerId seller) {
        return tx.createQuery("SELECT EXISTS (SELECT FROM invoice WHERE seller_id = :seller) AS found")
                .bind("seller", seller.value())
                .map((row, _) -> row.getBoolean("found"))
                .one();
    }
}
