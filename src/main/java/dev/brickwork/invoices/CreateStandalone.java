package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.taxes.Sale;
import dev.brickwork.taxes.Taxes;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// Makes an invoice without a subscription (rule I-15): the same series, tax and ledger as all others. It is issued
/// at once, or on its day by the sweep.
final class CreateStandalone {
    private final Taxes taxes;
    private final IssueInvoices issuing;
    private final DraftStore drafts = new DraftStore();
    private final DraftLines lines = new DraftLines();

    CreateStandalone(Invoices.Rooms rooms, IssueInvoices issuing) {
        this.taxes = rooms.taxes();
        this.issuing = issuing;
    }

    InvoiceId run(Handle tx, Caller caller, Standalone wish) {
        var draft = draft(tx, caller, wish);
        drafts.insert(tx, caller, wish, draft);
        lines.save(tx, caller, List.of(draft));
        var id = new InvoiceId(draft.id);
        issuing.issueDue(tx, caller, id);
        return id;
    }

    private Draft draft(Handle tx, Caller caller, Standalone wish) {
        var payee = new Draft.Payee(
                wish.customer().id().value(),
                wish.billed().id().value(),
                wish.issuer().id().value());
        var id = Ids.next();
        var draft = new Draft(id, id, payee, true, wish.zone(), wish.paymentTermsDays());
        draft.billOn = wish.issueOn();
        draft.fixedDueOn = wish.dueOn();
        draft.isMuted = wish.isMuted();
        for (var line : wish.lines()) draft.extras.add(new Draft.Extra(Ids.next(), line, 0, true));
        draft.tax(taxes.rates(
                tx,
                caller,
                Sale.of(wish.issuer(), wish.billed().address(), wish.billed().taxId(), wish.issueOn())));
        Money.checked(draft.due());
        return draft;
    }
}
