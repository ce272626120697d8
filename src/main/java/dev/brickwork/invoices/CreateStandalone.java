package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.calendar.WireDates;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.taxes.Sale;
import dev.brickwork.taxes.Taxes;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// Makes an invoice without a subscription (rule I-15): the same series, tax and ledger as all others. It is issued
/// at once, or on its day by the sweep.
final class CreateStandalone {
    private final Taxes taxes;
    private final IssueInvoices issuing;
    private final DraftLines lines = new DraftLines();

    CreateStandalone(Invoices.Rooms rooms, IssueInvoices issuing) {
        this.taxes = rooms.taxes();
        this.issuing = issuing;
    }

    InvoiceId run(Handle tx, Caller caller, Standalone wish) {
        var draft = draft(tx, caller, wish);
        insert(tx, caller, wish, draft);
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

    private static void insert(Handle tx, Caller caller, Standalone wish, Draft draft) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO invoice (seller_id, id, kind, customer_id, billed_company_id, legal_entity_id, currency,
                            time_zone, bill_on, bill_at, issuable_from, payment_terms, due_on, due_at, is_due_fixed,
                            sub_total, discount_total, tax_total, carried_forward, grand_total, purchase_order, memo,
                            metadata, accounts_payable_emails, is_mailed, is_muted, status, created_at)
                        VALUES (:seller, :id, 'STANDALONE', :customer, :billed, :entity, :currency, :zone, :billOn, :billAt,
                            :issuableFrom, :terms, :dueOn, :dueAt, :isDueFixed, :subTotal, :discount, :tax, :carried,
                            :total, :purchaseOrder, :memo, :metadata::jsonb, :emails::text[], :isMailed, :isMuted, :status, :now)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", draft.id)
                        .bind("customer", draft.payee.customer())
                        .bind("billed", draft.payee.billedCompany())
                        .bind("entity", draft.payee.entity())
                        .bind("currency", wish.currency().name())
                        .bind("zone", wish.zone().id().getId())
                        .bind("billOn", draft.billOn)
                        .bind("billAt", draft.billAt())
                        .bind("issuableFrom", draft.issuableFrom())
                        .bind("terms", draft.paymentTermsDays)
                        .bind("dueOn", draft.dueOn())
                        .bind(
                                "dueAt",
                                WireDates.lastMoment(draft.dueOn(), draft.zone).toInstant())
                        .bind("isDueFixed", wish.dueOn().isPresent())
                        .bind("subTotal", draft.gross())
                        .bind("discount", draft.discount())
                        .bind("tax", draft.tax())
                        .bind("carried", draft.carriedForward())
                        .bind("total", draft.total())
                        .bind("purchaseOrder", wish.purchaseOrder())
                        .bind("memo", wish.memo())
                        .bind("metadata", wish.metadata())
                        .bind("emails", wish.emails().toArray(String[]::new))
                        .bind("isMailed", wish.isMailed())
                        .bind("isMuted", wish.isMuted())
                        .bind("status", draft.status().name())
                        .bind("now", caller.now())
                        .execute(),
                "standalone invoice");
    }
}
