package dev.brickwork.sellers;

import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;

/// Which ways to pay are offered where.
///
/// @param minimumOrderFormTcv in minor units: an order worth less cannot be agreed by order form (rule W-05)
public record PaymentMethodsConfig(
        boolean paywallCreditCard,
        boolean paywallCheck,
        boolean paywallAch,
        boolean paywallWire,
        boolean checkoutCreditCard,
        boolean checkoutAch,
        boolean checkoutOrderForm,
        boolean paywallForceAutopay,
        long minimumOrderFormTcv) {
    /// Everything on: a new seller switches off what it does not want.
    public static final PaymentMethodsConfig STANDARD =
            new PaymentMethodsConfig(true, true, true, true, true, true, true, false, 0);

    private static final long TCV_MAX = 9_007_199_254_740_991L;

    /// Reads the fields that were sent over these ones.
    public PaymentMethodsConfig changed(Fields fields) {
        return new PaymentMethodsConfig(
                fields.flag("paywall_credit_card").orElse(paywallCreditCard),
                fields.flag("paywall_check").orElse(paywallCheck),
                fields.flag("paywall_ach").orElse(paywallAch),
                fields.flag("paywall_wire").orElse(paywallWire),
                fields.flag("checkout_credit_card").orElse(checkoutCreditCard),
                fields.flag("checkout_ach").orElse(checkoutAch),
                fields.flag("checkout_order_form").orElse(checkoutOrderForm),
                fields.flag("paywall_force_autopay").orElse(paywallForceAutopay),
                fields.longInteger("minimum_order_form_tcv", 0, TCV_MAX).orElse(minimumOrderFormTcv));
    }

    public static PaymentMethodsConfig stored(String json) {
        return STANDARD.changed(Fields.of(JsonReader.stored(json)));
    }

    public String json() {
        return JsonWriter.text(json -> json.object(this::write));
    }

    public void write(JsonWriter json) {
        json.put("paywall_credit_card", paywallCreditCard)
                .put("paywall_check", paywallCheck)
                .put("paywall_ach", paywallAch)
                .put("paywall_wire", paywallWire)
                .put("checkout_credit_card", checkoutCreditCard)
                .put("checkout_ach", checkoutAch)
                .put("checkout_order_form", checkoutOrderForm)
                .put("paywall_force_autopay", paywallForceAutopay)
                .put("minimum_order_form_tcv", minimumOrderFormTcv);
    }

    /// Whether an order of this contract value can be agreed by order form. Without a minimum any can, also one that
    /// takes something back.
    public boolean isOrderFormTaken(long contractValue) {
        return minimumOrderFormTcv == 0 || contractValue >= minimumOrderFormTcv;
    }
}
