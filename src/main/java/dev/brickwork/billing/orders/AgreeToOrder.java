package dev.brickwork.billing.orders;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.Quote;
import dev.brickwork.contracts.SignatureStore;
import dev.brickwork.contracts.TermsJson;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Identity;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.Sellers;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Lets a buyer agree to an open order, by signing its form or at the checkout, which closes it.
/// Buyers agree only to what they have seen: when the order, its prices, its taxes or its credit changed, it is
/// priced anew and shown again.
public final class AgreeToOrder {
    /// For listeners only.
    public static final String AGREED = "order.agreed";

    private final OrderStore orders;
    private final SignatureStore signatures;
    private final StartOrder starting;
    private final OrderForms forms;
    private final Sellers sellers;
    private final Outbox outbox;

    public AgreeToOrder(OrderDependencies parts, StartOrder starting, OrderForms forms) {
        this.orders = parts.orders;
        this.signatures = parts.signatures;
        this.starting = starting;
        this.forms = forms;
        this.outbox = parts.outbox;
        this.sellers = parts.sellers;
    }

    static Optional<Consent.Outcome> decide(Order order, Consent consent, boolean isPricedAlike) {
        if (!order.isOpen()) return Optional.of(new Consent.Outcome.Ended(order.stage()));
        if (order.version() != consent.version() || !isPricedAlike) return Optional.of(new Consent.Outcome.Changed());
        return Optional.empty();
    }

    /// Refused like a start where the order cannot close now.
    public Consent.Outcome run(Tx tx, Consent consent) {
        var type = order(tx, consent).type();
        var locked = starting.lock(tx, consent.subscription(), type);
        var order = order(tx, consent); // As it is under the lock.
        var early = decide(order, consent, true);
        if (early.isPresent()) return early.get();
        long total = forms.of(tx, order).estimate().totals().total();
        if (total != consent.total()) return new Consent.Outcome.Changed();
        return priced(tx, consent, order, starting.price(tx, identity(tx), locked, order));
    }

    private Order order(Tx tx, Consent consent) {
        return orders.find(tx, consent.subscription(), consent.order()).orElseThrow(() -> Refusal.notFound("order"));
    }

    private Consent.Outcome priced(Tx tx, Consent consent, Order order, StartOrder.Priced priced) {
        var late = decide(order, consent, isPricedAlike(order, priced.quote()));
        if (late.isPresent()) {
            orders.update(tx, order.quoted(priced.quote(), order.request()));
            return late.get();
        }
        var signed = order.signed(consent.customer().name(), consent.customer().at(), agreedBy(order, consent));
        signatures.insert(tx, order.id(), SignatureStore.Side.CUSTOMER, consent.customer());
        signatures.insert(tx, order.id(), SignatureStore.Side.SELLER, consent.seller());
        starting.close(tx, priced.with(signed));
        if (consent.isChargedAtOnce()) starting.chargeAtOnce(tx, consent.subscription(), order.id());
        var subscription = consent.subscription().value();
        outbox.stage(tx, Event.inside(AGREED, order.id().value(), json -> json.put("subscription_id", subscription)));
        return new Consent.Outcome.Agreed();
    }

    /// The medium is part of what was agreed.
    private static String agreedBy(Order order, Consent consent) {
        var name = "transaction_method";
        var body =
                JsonNodeFactory.instance.objectNode().put(name, consent.method().name());
        return Requests.merged(order.requestJson(), body, List.of(name)).toString();
    }

    /// Prices are read again at the closing, and a newer version of the plan may have been published meanwhile.
    private static boolean isPricedAlike(Order order, Quote quote) {
        var shown = order.terms();
        return switch (quote) {
            case Quote.Delta delta -> TermsJson.upgrade(delta.frozen()).equals(TermsJson.upgrade(shown));
            case Quote.Opening opening -> TermsJson.terms(opening.frozen()).equals(TermsJson.terms(shown));
        };
    }

    private Identity identity(Tx tx) {
        boolean isTest = sellers.get(tx, tx.seller()).mode() == Mode.TEST;
        return new Identity(tx.seller(), tx.caller().actor(), Set.of(), isTest, Optional.of(tx.now()));
    }
}
