package dev.brickwork.web.portal;

import dev.brickwork.payments.SandboxForms;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.pages.HtmlAnswer;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.templates.pages.JtesandboxGenerated;
import dev.brickwork.web.portal.access.Html;
import dev.brickwork.web.portal.access.PageToken;
import dev.brickwork.web.portal.access.Visit;
import dev.brickwork.web.portal.views.Banner;
import dev.brickwork.web.portal.views.Frame;
import dev.brickwork.web.portal.views.NoticeViewModel;
import dev.brickwork.web.portal.views.PageText;
import dev.brickwork.web.portal.views.SandboxViewModel;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// `/sandbox/{form}`: the hosted form of the built-in processor. No money moves; the visitor chooses what shall
/// happen, so that everybody can pay an invoice in the first five minutes, and decline one in the sixth.
final class SandboxPage implements PortalRouter.Section {
    private static final String PURPOSE = "submit";
    private static final int METHOD_LENGTH_MAX = 100;
    private static final Pattern FORM = Pattern.compile("[a-z]{1,10}_sandbox_[A-Za-z0-9_-]{32,64}");

    /// Those that a newcomer wants; the others are for tests of bad days.
    private static final List<String> USUAL = List.of(
            "pm_sandbox_visa", "pm_sandbox_us_bank_account", "pm_sandbox_soft_decline", "pm_sandbox_hard_decline");

    private final Database database;
    private final Sellers sellers;
    private final SandboxForms forms;

    SandboxPage(Database database, Sellers sellers, SandboxForms forms) {
        this.database = database;
        this.sellers = sellers;
        this.forms = forms;
    }

    /// The processor names its forms itself.
    @Override
    public Optional<PageToken> token(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new PageToken(text)) : Optional.empty();
    }

    @Override
    public Optional<Answer> answer(Visit visit) {
        var formId = visit.token().text();
        return forms.sellerOf(formId).flatMap(seller -> {
            var caller = visit.caller(seller, database.read(tx -> sellers.testClock(tx, seller)));
            var form = forms.find(caller, formId);
            if (form.isEmpty()) return Optional.of(ended());
            if (visit.isGet()) return Optional.of(show(visit, form.get()));
            if (!visit.is("POST", "")) return Optional.empty();
            var fields = visit.form();
            var method = Visit.typed(fields, "method", METHOD_LENGTH_MAX);
            if (visit.usedForm(fields, PURPOSE).isEmpty()) return Optional.of(visit.back(""));
            return Optional.of(
                    switch (forms.submit(caller, formId, method)) {
                        case DONE -> Html.seeOther(form.get().returnTo().toString());
                        case DECLINED -> visit.back("declined");
                        case ENDED -> visit.back("");
                    });
        });
    }

    private static Answer ended() {
        var say = PageText.english();
        var frame = Frame.withoutSeller(say, say.text("sandbox_done"));
        return Notices.page(410, NoticeViewModel.of(frame, "", "wait", say.text("sandbox_done_more")));
    }

    private Answer show(Visit visit, SandboxForms.Form form) {
        var say = new PageText(form.locale());
        var seller = database.read(tx -> sellers.get(tx, form.seller()));
        var title = say.text(form.amount().isPresent() ? "sandbox_title" : "sandbox_add");
        var outcomes = forms.outcomes(form.locale()).stream()
                .map(method -> new SandboxViewModel.Outcome(
                        method.id(), method.name(), method.deed(), method.id().equals(USUAL.getFirst())))
                .toList();
        var look = new SandboxViewModel(
                Frame.of(say, seller, title).narrow(),
                visit.path(),
                visit.says("declined")
                        ? Optional.of(new Banner("bad", say.text("sandbox_declined"), say.text("sandbox_again")))
                        : Optional.empty(),
                form.title(),
                form.amount().map(say::money),
                visit.formToken(PURPOSE),
                outcomes.stream().filter(it -> USUAL.contains(it.method())).toList(),
                outcomes.stream().filter(it -> !USUAL.contains(it.method())).toList(),
                form.returnTo().toString());
        return Html.page(200, out -> JtesandboxGenerated.render(out, null, look))
                .with("Content-Security-Policy", HtmlAnswer.policy("'self' " + origin(form.returnTo())));
    }

    /// Where the form's answer leads: the page of ours or of the seller's that the visitor came from.
    private static String origin(URI page) {
        return page.getScheme() + "://" + page.getRawAuthority();
    }
}
