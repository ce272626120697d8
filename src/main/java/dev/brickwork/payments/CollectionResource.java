package dev.brickwork.payments;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.charges.PayInvoice;
import dev.brickwork.payments.collection.CollectionStore;
import dev.brickwork.payments.collection.CollectionView;
import dev.brickwork.payments.refunds.RefundPayment;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonWriter;
import java.util.Optional;
import java.util.UUID;

/// Charging, refunding and how invoices are collected, over HTTP.
final class CollectionResource {
    private final Invoices invoices;
    private final CollectionStore store = new CollectionStore();
    private final CollectionView view = new CollectionView();
    private final PayInvoice paying;
    private final RefundPayment refunding;

    CollectionResource(PaymentDependencies modules, PayInvoice paying, RefundPayment refunding) {
        this.invoices = modules.invoices();
        this.paying = paying;
        this.refunding = refunding;
    }

    Routes routes() {
        var autoPay = "/subscriptions/{subscription_id}/auto-pay";
        return new Routes()
                .staged("POST", "/invoices/{invoice_id}/pay", Scope.PAYMENTS, paying)
                .get("/invoices/{invoice_id}/collection", Scope.READ, this::log)
                .staged("POST", "/payments/{payment_id}/refund", Scope.PAYMENTS, refunding)
                .get(autoPay, Scope.READ, this::autoPay)
                .put(autoPay, Scope.PAYMENTS, this::changeAutoPay);
    }

    private Answer log(Tx tx, Request request) {
        var invoice = request.id("invoice_id", "invoice", InvoiceId::new);
        if (invoices.find(tx, invoice).isEmpty()) throw Refusal.notFound("invoice");
        var page = request.page(Listing.OLDEST_FIRST);
        var entries = view.entries(tx, invoice, page);
        return page.answer(view.count(tx, invoice), entries, CollectionResource::write);
    }

    private static void write(JsonWriter json, CollectionStore.Entry entry) {
        json.object(out -> out.put("occurred_at", entry.occurredAt())
                .put("kind", entry.kind())
                .put("outcome", entry.outcome())
                .put("amount", entry.amount())
                .put("payment_id", entry.payment())
                .put("message", entry.message())
                .put("next_attempt_at", entry.nextAttemptAt()));
    }

    private static UUID subscription(Request request) {
        return request.id("subscription_id", "subscription", id -> id);
    }

    private Answer autoPay(Tx tx, Request request) {
        var subscription = subscription(request);
        return shown(subscription, autoPay(tx, subscription));
    }

    private CollectionStore.AutoPay autoPay(Tx tx, UUID subscription) {
        boolean isStandard =
                view.isAgreedAtCheckout(tx, subscription).orElseThrow(() -> Refusal.notFound("subscription"));
        return store.autoPay(tx, subscription)
                .orElseGet(() -> new CollectionStore.AutoPay(isStandard, Optional.empty()));
    }

    private static Answer shown(UUID subscription, CollectionStore.AutoPay autoPay) {
        return Answer.ok(json -> json.object(out -> out.put("subscription_id", subscription)
                        .put("auto_pay_invoices", autoPay.isOn())
                        .put("automatic_retries", autoPay.isRetrying())))
                .versionOf(autoPay);
    }

    private Answer changeAutoPay(Tx tx, Request request) {
        var subscription = subscription(request);
        store.lockAutoPay(tx, subscription);
        var before = autoPay(tx, subscription);
        request.requireVersionOf(before);
        var fields = request.fields();
        var turned = fields.changeable("auto_pay_invoices", fields::flag);
        var isRetrying = fields.change("automatic_retries", fields::flag).over(before.isRetrying());
        fields.check();
        var after = new CollectionStore.AutoPay(turned.orElse(before.isOn()), isRetrying);
        store.saveAutoPay(tx, subscription, after);
        if (turned.equals(Optional.of(false))) store.endAll(tx, subscription);
        return shown(subscription, after);
    }
}
