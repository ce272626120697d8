package dev.brickwork.web.portal;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.web.portal.access.FormStore;
import dev.brickwork.web.portal.access.Html;
import dev.brickwork.web.portal.access.Visit;
import dev.brickwork.web.portal.views.PageText;
import dev.brickwork.web.portal.views.PayViewModel;
import java.util.Optional;

/// The PDF behind a payment page. It names the customer, so the link alone does not open it; a code that is mailed to
/// the
/// invoice's recipients does.
final class PayPdf {
    static final String SEND = "code";
    static final String OPEN = "pdf";
    private static final int CODE_LENGTH_MAX = 20;

    private final Database database;
    private final PayView view;
    private final CodeStore codes;
    private final FormStore forms;
    private final MailedCodes post;

    PayPdf(Database database, PayView view, CodeStore codes, FormStore forms, MailedCodes post) {
        this.database = database;
        this.view = view;
        this.codes = codes;
        this.forms = forms;
        this.post = post;
    }

    /// Where to go next.
    Answer send(Visit visit, Caller caller, Payable bill) {
        var form = visit.usedForm(SEND);
        if (form.isEmpty()) return visit.back("again");
        return visit.back(database.inTransaction(caller, tx -> {
            if (!forms.use(tx, form.get(), visit.now())) return "again";
            if (!codes.hasRoom(tx, bill.id(), visit.now())) return "code=limit#pdf";
            var code = CodeStore.newCode();
            var shown = code.substring(0, 4) + " " + code.substring(4);
            var letter = new MailedCodes.Letter(
                    bill.locale(), bill.number(), shown, Math.toIntExact(CodeStore.LIFE.toMinutes()));
            // The answer is the same without a recipient: the holder of the link must not learn who gets the mail.
            if (post.send(tx, caller.seller(), bill.id(), letter)) {
                codes.insert(tx, bill.id(), visit.token(), code, visit.now());
            }
            return "code=sent#pdf";
        }));
    }

    Answer open(Visit visit, Caller caller, Payable bill) {
        var fields = visit.form();
        var form = visit.usedForm(fields, OPEN);
        if (form.isEmpty()) return visit.back("again");
        var code = Visit.typed(fields, "code", CODE_LENGTH_MAX).replaceAll("[^0-9]", "");
        var refused = database.inTransaction(caller, tx -> {
            if (!forms.use(tx, form.get(), visit.now())) return Optional.of("again&code=sent#pdf");
            boolean isRight = codes.check(tx, bill.id(), visit.token(), code, visit.now());
            return isRight ? Optional.<String>empty() : Optional.of("code=wrong#pdf");
        });
        if (refused.isPresent()) return visit.back(refused.get());
        return database.read(tx -> view.pdf(tx.as(caller), bill.id()))
                .map(pdf -> Html.file("application/pdf", fileName(bill.number()), pdf))
                .orElseGet(() -> visit.back("code=later#pdf"));
    }

    /// A number is a seller's text: only what is safe in a header stays.
    static String fileName(String number) {
        return number.replaceAll("[^A-Za-z0-9._-]", "_") + ".pdf";
    }

    PayViewModel.Pdf look(Visit visit, PageText say) {
        var state = visit.query("code");
        boolean isSent = state.equals("sent") || state.equals("wrong") || state.equals("later");
        Optional<String> error = switch (state) {
            case "wrong" -> Optional.of("pdf_wrong");
            case "limit" -> Optional.of("pdf_limit");
            case "later" -> Optional.of("pdf_later");
            default -> Optional.empty();
        };
        return new PayViewModel.Pdf(
                isSent || error.isPresent(),
                isSent,
                error.map(say::text),
                visit.formToken(SEND),
                visit.formToken(OPEN));
    }
}
