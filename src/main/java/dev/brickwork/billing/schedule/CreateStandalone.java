package dev.brickwork.billing.schedule;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.issue.IssueInvoices;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.StandaloneLine;
import dev.brickwork.invoicing.scheduled.References;
import dev.brickwork.invoicing.scheduled.ScheduledInvoice;
import dev.brickwork.invoicing.scheduled.ScheduledInvoiceLines;
import dev.brickwork.invoicing.scheduled.ScheduledInvoiceStore;
import dev.brickwork.invoicing.scheduled.Standalone;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Metadata;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.tax.Sale;
import dev.brickwork.tax.Taxes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Makes an invoice without a subscription (rule I-15): the same series, tax and ledger as all others. It is issued
/// at once, or on its day by the sweep.
public final class CreateStandalone {
    private final Sellers sellers;
    private final Customers customers;
    private final Taxes taxes;
    private final IssueInvoices issuing;
    private final ScheduledInvoiceStore drafts = new ScheduledInvoiceStore();
    private final ScheduledInvoiceLines lines = new ScheduledInvoiceLines();

    public CreateStandalone(BillingDependencies modules, IssueInvoices issuing) {
        this.sellers = modules.sellers();
        this.customers = modules.customers();
        this.taxes = modules.taxes();
        this.issuing = issuing;
    }

    public InvoiceId run(Tx tx, Standalone input) {
        var draft = draft(tx, input);
        drafts.insert(tx, input, draft);
        lines.save(tx, List.of(draft));
        var id = new InvoiceId(draft.id);
        issuing.issueDue(tx, id);
        return id;
    }

    /// As the subscription's other invoices of a payer, who may have left it: to the same company, in the same
    /// currency, with what was agreed.
    public InvoiceId run(Tx tx, Subscription subscription, Subscription.BillingParties parties, StandaloneLine input) {
        var billed = parties.billedCompany();
        var references = billed.equals(subscription.billedCompany())
                ? References.of(subscription)
                : drafts.references(tx, subscription.id().value(), billed);
        return run(
                tx,
                new Standalone(
                        company(tx, parties.customer()),
                        company(tx, billed),
                        sellers.entity(tx, parties.entity()).orElseThrow(),
                        subscription.currency(),
                        subscription.zone(),
                        List.of(input.line()),
                        input.issueOn(),
                        input.dueOn(),
                        input.paymentTermsDays(),
                        references.purchaseOrder(),
                        Optional.empty(),
                        references.emails(),
                        true,
                        input.isMuted(),
                        Metadata.NONE.json()));
    }

    private Customer company(Tx tx, UUID id) {
        return customers.find(tx, new CustomerId(id)).orElseThrow();
    }

    private ScheduledInvoice draft(Tx tx, Standalone input) {
        var payee = new ScheduledInvoice.Payee(
                input.customer().id().value(),
                input.billed().id().value(),
                input.issuer().id().value());
        var id = Ids.next();
        var draft = new ScheduledInvoice(id, id, payee, true, input.zone(), input.paymentTermsDays());
        draft.billOn = input.issueOn();
        draft.fixedDueOn = input.dueOn();
        draft.isMuted = input.isMuted();
        for (var line : input.lines()) draft.extras.add(ScheduledInvoice.Extra.fresh(Ids.next(), line));
        draft.tax(taxes.rates(
                tx,
                Sale.of(input.issuer(), input.billed().address(), input.billed().taxId(), input.issueOn())));
        Money.checked(draft.due());
        return draft;
    }
}
