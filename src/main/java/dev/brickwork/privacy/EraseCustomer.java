package dev.brickwork.privacy;

import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.customers.Customers;
import dev.brickwork.delivery.mail.Mail;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.invoicing.issued.InvoiceStore;
import dev.brickwork.metering.MeterBook;
import dev.brickwork.metering.ThresholdStore;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;

/// Blanks the personal data of a customer in every module that keeps some, in one transaction
/// (`DELETE /customers/{id}/personal-data`). What was printed on issued invoices stays.
public final class EraseCustomer {
    private final Customers customers;
    private final Mail mail;
    private final SubscriptionStore subscriptions = new SubscriptionStore();
    private final OrderStore orders = new OrderStore();
    private final ThresholdStore thresholds = new ThresholdStore();
    private final MeterBook meterBook = new MeterBook();
    private final InvoiceStore invoices = new InvoiceStore();

    public EraseCustomer(Customers customers, Mail mail) {
        this.customers = customers;
        this.mail = mail;
    }

    public Routes routes() {
        return new Routes().delete("/customers/{customer_id}/personal-data", Scope.WRITE, this::erase);
    }

    private Answer erase(Tx tx, Request request) {
        run(tx, request.id("customer_id", "customer", CustomerId::new));
        return Answer.ok(json -> json.object(out -> out.put("message", "the personal data are erased")));
    }

    /// False when that was done before.
    boolean run(Tx tx, CustomerId id) {
        if (!customers.erasePersonalData(tx, id)) return false;
        var customer = id.value();
        subscriptions.forget(tx, customer);
        orders.forget(tx, customer);
        thresholds.forget(tx, customer);
        // Usage that came late may make one more invoice, so it is settled before.
        if (meterBook.isLateAt(tx, customer))
            throw Refusal.badRequest("usage that came late is still to be settled; ask again in a moment");
        invoices.forget(tx, customer);
        mail.forget(tx, customer);
        return true;
    }
}
