package dev.brickwork.subscriptions;

import dev.brickwork.sellers.PaymentMethodsConfig;

/// An order as its buyer sees it before and after agreeing.
///
/// @param pdfPath where the form can be read as a PDF, on this service
/// @param methods the ways to agree and to pay that this order offers
public record OrderSheet(OrderForm form, OrderStage stage, long version, String pdfPath, PaymentMethodsConfig methods) {
    public boolean isOpen() {
        return stage == OrderStage.BUILDING;
    }

    /// What it comes to, with tax and after credit.
    public long total() {
        return form.estimate().totals().total();
    }

    /// An order worth less than the seller's minimum is not agreed by form (rule W-05).
    public boolean isFormOffered() {
        return methods.checkoutOrderForm()
                && methods.isOrderFormTaken(form.estimate().contractValue().minor());
    }
}
