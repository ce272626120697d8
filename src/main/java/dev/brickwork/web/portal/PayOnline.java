package dev.brickwork.web.portal;

import dev.brickwork.payments.CustomerPayments;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.web.portal.access.FormStore;
import dev.brickwork.web.portal.access.Html;
import dev.brickwork.web.portal.access.Visit;
import dev.brickwork.web.portal.views.PageText;
import dev.brickwork.web.portal.views.PayViewModel;
import java.util.Optional;

/// Sends a payer on to the processor's hosted form, and takes them back: card numbers are never typed here.
final class PayOnline {
    static final String BEGIN = "session";
    static final String RETURN = "back";

    private final Database database;
    private final CustomerPayments payments;
    private final FormStore forms;

    PayOnline(Database database, CustomerPayments payments, FormStore forms) {
        this.database = database;
        this.payments = payments;
        this.forms = forms;
    }

    /// The online payment methods of the page; empty when nothing can be paid online.
    static Optional<PayViewModel.Online> offer(Visit visit, Payable bill, PageText say, String seller) {
        if (!bill.isByCard() && !bill.isByBankDebit()) return Optional.empty();
        var words = "pay_online_both";
        if (!bill.isByBankDebit()) words = "pay_online_card";
        if (!bill.isByCard()) words = "pay_online_bank";
        var autopay = bill.methods().paywallForceAutopay()
                ? Optional.of(say.text("autopay", "seller", seller))
                : Optional.<String>empty();
        return Optional.of(new PayViewModel.Online(say.text(words), visit.formToken(BEGIN), autopay));
    }

    /// The session is counted before the processor is asked, and committed.
    Answer begin(Visit visit, Caller caller, Payable bill, PageText say) {
        var form = visit.usedForm(BEGIN);
        if (form.isEmpty()) return visit.back("again");
        var refused = database.inTransaction(
                caller, tx -> forms.useForSession(tx, form.get(), bill.id().value(), visit.now()));
        if (refused.isPresent()) return visit.back(refused.get());
        try {
            var returnTo = visit.url("/" + RETURN);
            var address = payments.formFor(caller, bill.id(), returnTo, Optional.of(say.language()));
            return Html.seeOther(address.toString());
        } catch (Refusal refusal) {
            if (refusal.kind() == Refusal.Kind.UNAVAILABLE) return visit.back("later");
            // Something else was faster, if it is not the amount; the page shows how things stand.
            return visit.back(refusal.fields().containsKey("amount") ? "amount" : "again");
        }
    }

    /// The payer is back. Nothing changes by it: the processor is asked what has happened already, so that the payer
    /// need not wait for its message.
    Answer comeBack(Visit visit, Caller caller, Payable bill) {
        var waiting = visit.back("wait=1");
        if (!bill.isFormOpen()) return waiting;
        try {
            payments.lookAtForm(caller, bill.id());
            return waiting;
        } catch (Refusal away) {
            return waiting; // Its message comes later.
        }
    }
}
