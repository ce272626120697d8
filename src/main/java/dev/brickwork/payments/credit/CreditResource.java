package dev.brickwork.payments.credit;

import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.ledger.CreditView;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.sellers.Sellers;

/// The customer's credit ledger: read it, add to it and use it by hand (rule I-11).
public final class CreditResource {
    private final Sellers sellers;
    private final Customers customers;
    private final Invoices invoices;
    private final GrantCredit granting;
    private final ApplyCredit applying;
    private final CreditView view = new CreditView();

    public CreditResource(PaymentDependencies rooms) {
        this.sellers = rooms.sellers();
        this.customers = rooms.customers();
        this.invoices = rooms.invoices();
        this.granting = new GrantCredit(rooms);
        this.applying = new ApplyCredit(rooms);
    }

    public Routes routes() {
        return new Routes()
                .get("/customers/{customer_id}/credits", Scope.READ, this::list)
                .post("/customers/{customer_id}/credits", Scope.PAYMENTS, this::grant)
                .post("/invoices/{invoice_id}/apply-credit", Scope.PAYMENTS, this::apply);
    }

    private CustomerId known(Tx tx, Request request) {
        var id = request.id("customer_id", "customer", CustomerId::new);
        return customers
                .find(tx, id)
                .orElseThrow(() -> Refusal.notFound("customer"))
                .id();
    }

    private Answer list(Tx tx, Request request) {
        var customer = known(tx, request);
        var page = request.page(Listing.NEWEST_FIRST);
        var balances = view.balances(tx, customer);
        return page.answer(
                view.count(tx, customer),
                view.list(tx, customer, page),
                (json, entry) -> entry.write(json),
                list -> list.putEach(
                        "balances",
                        balances.entrySet(),
                        (json, one) -> json.object(
                                out -> out.put("currency", one.getKey()).put("balance", one.getValue()))));
    }

    private Answer grant(Tx tx, Request request) {
        var caller = request.caller();
        var customer = known(tx, request);
        var fields = request.fields();
        var amount = fields.require("amount", name -> fields.longInteger(name, 1, Money.MINOR_MAX));
        var seller = sellers.get(tx, caller.seller());
        var currency = seller.currency(fields, "currency").orElse(seller.currency());
        var reason = fields.require("reason", name -> fields.filledText(name, Fields.TEXT_LENGTH_MAX));
        fields.check();
        var account = new CreditAccount(customer.value(), currency);
        granting.run(tx, account, amount.orElseThrow(), reason);
        var entered = view.newest(tx, account);
        return Answer.ok(entered::write);
    }

    private Answer apply(Tx tx, Request request) {
        var caller = request.caller();
        var id = request.id("invoice_id", "invoice", InvoiceId::new);
        var fields = request.fields();
        var amount = fields.longInteger("amount", 1, Money.MINOR_MAX);
        fields.check();
        applying.run(tx, id, amount);
        var invoice = invoices.find(tx, id).orElseThrow();
        return Answer.ok(json -> json.object(out -> invoices.write(out, invoice, caller.now())));
    }
}
