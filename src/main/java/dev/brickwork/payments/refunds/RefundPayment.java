package dev.brickwork.payments.refunds;

import dev.brickwork.ids.PaymentId;
import dev.brickwork.platform.database.AuditContext;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.pricing.money.Money;
import java.util.UUID;

/// Refunds a payment at a client's request (`POST /payments/{id}/refund`).
public final class RefundPayment implements Routes.Staged {
    private static final int REASON_LENGTH_MAX = 1000;

    private final Refunding refunding;

    public RefundPayment(Refunding refunding) {
        this.refunding = refunding;
    }

    @Override
    public UUID begin(Tx tx, Request request) {
        var payment = request.id("payment_id", "payment", PaymentId::new);
        refunding.requirePayment(tx, payment.value());
        var fields = request.fields();
        var amount = fields.longInteger("amount", 1, Money.MINOR_MAX);
        var way = fields.oneOf("refund_method", Refund.Way.values()).orElse(Refund.Way.ORIGINAL_PAYMENT_METHOD);
        var reason = fields.note("reason", REASON_LENGTH_MAX);
        fields.check();
        AuditContext.because(tx, reason);
        return refunding
                .begin(tx, payment.value(), new Refunding.Input(amount, way, reason))
                .id();
    }

    @Override
    public Routes.Write finish(Request request, UUID id) {
        var refund = refunding.finish(request.caller(), id);
        return (_, _) -> Answer.ok(json -> json.object(refund::write));
    }
}
