package dev.brickwork.billing.orders;

import dev.brickwork.contracts.OrderStage;

/// An order as its buyer sees it before and after agreeing.
///
/// @param pdfPath where the form can be read as a PDF, on this service
public record OrderSheet(OrderForm form, OrderStage stage, long version, String pdfPath) {
    public boolean isOpen() {
        return stage == OrderStage.BUILDING;
    }

    /// The total of the order, with tax and after credit.
    public long total() {
        return form.estimate().totals().total();
    }

    /// An order worth less than the seller's minimum is not agreed by form (rule W-05).
    public boolean isFormOffered() {
        return form.methods().checkoutOrderForm()
                && form.methods()
                        .isOrderFormTaken(form.estimate().contractValue().minor());
    }
}
