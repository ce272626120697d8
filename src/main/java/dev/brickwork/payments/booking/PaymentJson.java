package dev.brickwork.payments.booking;

import dev.brickwork.platform.json.JsonWriter;

/// A payment on the wire.
public final class PaymentJson {
    private PaymentJson() {}

    /// The fields of a payment, in the object that is open.
    public static void fields(JsonWriter out, Payment payment) {
        out.put("payment_id", payment.id().value())
                .put("invoice_number", payment.number())
                .put("invoice_version_id", payment.version())
                .put("paid_amount", payment.paid())
                .put("paid_at", payment.paidAt())
                .put("currency", payment.currency())
                .put("error", payment.error())
                .put("invoice_id", payment.invoice().value())
                .put("payment_method", payment.method())
                .put("state", payment.state())
                .put("payment_proof", payment.proof())
                .put("memo", payment.memo())
                .put("refunded_amount", payment.refunded());
    }
}
