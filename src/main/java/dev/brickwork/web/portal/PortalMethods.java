package dev.brickwork.web.portal;

import dev.brickwork.payments.CustomerPayments;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.web.portal.access.FormStore;
import dev.brickwork.web.portal.access.Html;
import dev.brickwork.web.portal.access.Visit;
import dev.brickwork.web.portal.views.Banner;
import dev.brickwork.web.portal.views.PageText;
import dev.brickwork.web.portal.views.PortalViewModel;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The payment methods of a company on its portal: shown, added at the processor's form, chosen and removed.
final class PortalMethods {
    static final String ADD = "methods";

    /// Where the processor's form leads back to when the company had no method before.
    static final String FIRST = "first";

    private static final String CHOOSE = "default";
    private static final String REMOVE = "remove";
    private static final int METHOD_LENGTH_MAX = 255;

    private final Database database;
    private final CustomerPayments payments;
    private final FormStore forms;

    PortalMethods(Database database, CustomerPayments payments, FormStore forms) {
        this.database = database;
        this.payments = payments;
        this.forms = forms;
    }

    /// Empty when there is no processor to keep them, or it does not answer.
    Optional<List<PortalViewModel.Method>> list(Visit visit, Caller caller, UUID company, PageText say) {
        if (!payments.isTakingPayments(caller)) return Optional.empty();
        try {
            return Optional.of(payments.methods(caller, company).stream()
                    .map(saved -> shown(visit, saved, say))
                    .toList());
        } catch (Refusal away) {
            return Optional.empty();
        }
    }

    private static PortalViewModel.Method shown(Visit visit, CustomerPayments.Saved saved, PageText say) {
        var method = saved.method();
        return new PortalViewModel.Method(
                method.id(),
                MethodWords.icon(method),
                MethodWords.of(method, say),
                MethodWords.more(method, say),
                saved.isDefault(),
                visit.formToken(CHOOSE + " " + method.id()),
                visit.formToken(REMOVE + " " + method.id()));
    }

    /// Empty when there is no such thing to do.
    Optional<Answer> change(Visit visit, Caller caller, UUID company) {
        var fields = visit.form();
        var id = Visit.typed(fields, "method", METHOD_LENGTH_MAX);
        var purpose = visit.action().equals(ADD) ? ADD : visit.action() + " " + id;
        var form = visit.usedForm(fields, purpose);
        if (form.isEmpty()) return Optional.of(visit.back(""));
        var refused = database.inTransaction(caller, tx -> {
            if (visit.action().equals(ADD)) return forms.useForSession(tx, form.get(), company, visit.now());
            return forms.use(tx, form.get(), visit.now()) ? Optional.<String>empty() : Optional.of("again");
        });
        if (refused.isPresent()) return Optional.of(visit.back(refused.get()));
        try {
            return done(visit, caller, company, id);
        } catch (Refusal away) {
            return Optional.of(visit.back("later"));
        }
    }

    private Optional<Answer> done(Visit visit, Caller caller, UUID company, String id) {
        return switch (visit.action()) {
            case ADD -> {
                boolean isFirst = payments.methods(caller, company).isEmpty();
                var address = payments.addMethod(caller, company, visit.url(isFirst ? "/" + FIRST : "?did=add"));
                yield Optional.of(Html.seeOther(address.toString()));
            }
            case CHOOSE -> Optional.of(visit.back(payments.chooseMethod(caller, company, id) ? "did=default" : ""));
            case REMOVE -> Optional.of(visit.back(payments.removeMethod(caller, company, id) ? "did=remove" : ""));
            default -> Optional.empty();
        };
    }

    /// The payer is back from the form with a first method, which becomes the default: without one nothing is charged
    /// by
    /// itself. A payer who turned round at the form has none, and one that was chosen meanwhile stays.
    Answer keepFirst(Visit visit, Caller caller, UUID company) {
        try {
            var saved = payments.methods(caller, company);
            if (!saved.isEmpty() && saved.stream().noneMatch(CustomerPayments.Saved::isDefault)) {
                payments.chooseMethod(caller, company, saved.getFirst().method().id());
            }
        } catch (Refusal away) {
            return visit.back("did=add"); // It can be chosen on the page.
        }
        return visit.back("did=add");
    }

    static Optional<Banner> banner(Visit visit, PageText say) {
        return switch (visit.query("did")) {
            case "add" -> Optional.of(new Banner("good", "", say.text("method_added")));
            case "default" -> Optional.of(new Banner("good", "", say.text("method_default")));
            case "remove" -> Optional.of(new Banner("good", "", say.text("method_removed")));
            default -> Banner.ofRefusal(visit, say);
        };
    }
}
